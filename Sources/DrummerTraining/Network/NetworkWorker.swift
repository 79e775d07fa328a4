import CVectors
import Drummer

/// The network over some rows of a batch, forward and backward, with all memory that it needs.
///
/// R rows, T times, N = T·R places of which M have a token; E the embeddings' width, H the LSTM's
/// cells, A the heads' width, V an attribute's values.
final class NetworkWorker {
  let weights: NetworkWeights
  var inputs: ChunkInputs
  let lstm: LSTMSequence
  /// As `NetworkWeights.all`: all tensors' gradients, then those of the turned ones.
  let gradient: FloatMemory
  let blas: BLAS
  let hiddenDropout: Dropout
  let relu: DroppedRelu
  /// N × E.
  let embedded: Matrix
  let embeddedGradient: Matrix
  /// N × H, then rows of M.
  let outputGradient: Matrix
  /// M × H, dropped.
  let heard: Matrix
  let heardGradient: Matrix
  /// M × 4A: the four heads side by side.
  let mixed: Matrix
  /// For each head M × A, dense; and its gradient.
  let features: [Matrix]
  let featuresGradient: Matrix
  /// M × 4A.
  let mixedGradient: Matrix
  /// 4A × H.
  let headsGradient: Matrix
  /// M × V.
  let logits: [Matrix]
  var judges: [CrossEntropy]
  /// Of each token, for what is dropped there.
  var keys: (hidden: [UInt32], heads: [[UInt32]]) = ([], [])

  init(_ weights: NetworkWeights, rows: Int, times: Int, dropout: Float, blas: BLAS) {
    let (design, places) = (weights.design, rows * times)
    self.weights = weights
    self.blas = blas
    inputs = ChunkInputs(rows: rows, times: times, weights: weights)
    lstm = LSTMSequence(rows: rows, times: times, hidden: design.hiddenSize)
    gradient = FloatMemory(count: weights.places.count)
    hiddenDropout = Dropout(share: dropout)
    relu = DroppedRelu(dropout: hiddenDropout)
    func matrix(_ columns: Int) -> Matrix { Matrix(rows: places, columns: columns) }
    embedded = matrix(design.embeddingSize)
    embeddedGradient = matrix(design.embeddingSize)
    outputGradient = matrix(design.hiddenSize)
    heard = matrix(design.hiddenSize)
    heardGradient = matrix(design.hiddenSize)
    mixed = matrix(Attribute.allCases.count * design.headSize)
    mixedGradient = matrix(mixed.columns)
    features = Attribute.allCases.map { _ in matrix(design.headSize) }
    featuresGradient = matrix(design.headSize)
    headsGradient = Matrix(rows: weights.heads.rows, columns: weights.heads.columns)
    logits = Attribute.allCases.map { matrix($0.count) }
    judges = Attribute.allCases.map { _ in CrossEntropy(rows: places) }
  }

  /// Where one head's part of M × 4A lies.
  func columns(_ attribute: Attribute) -> Range<Int> {
    let first = attribute.rawValue * weights.design.headSize
    return first..<first + weights.design.headSize
  }

  /// The last layer of a head, its weights or their gradient.
  func lastLayer(_ attribute: Attribute, of memory: FloatMemory? = nil) -> Linear {
    Linear(
      weight: weights.tensor("h.\(attribute.key).out.weight", of: memory),
      bias: weights.tensor("h.\(attribute.key).out.bias", of: memory))
  }
}
