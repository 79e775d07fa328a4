import CVectors
import Drummer

/// Forward and backward pass of the network over some rows of a batch, with all buffers.
///
/// R rows, T time steps, N = T·R positions of which M have a token; E the width of the embedding, H
/// the LSTM's units, A the width of a head, V the values of an attribute.
final class NetworkWorker: BatchWorker {
  let weights: NetworkWeights
  var inputs: BatchInputs
  let lstm: LSTMSequence
  /// In the layout of `NetworkWeights.all`: the gradients of all tensors, then those of the
  /// transposed ones.
  let gradient: FloatMemory
  let blas: BLAS
  let hiddenDropout: Dropout
  let relu: DroppedRelu
  /// N × E.
  let embedded: Matrix
  let embeddedGradient: Matrix
  /// N × H, then rows of M.
  let outputGradient: Matrix
  /// M × H, after dropout.
  let hidden: Matrix
  let hiddenGradient: Matrix
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
  /// The dropout key of each token.
  var keys: (hidden: [UInt32], heads: [[UInt32]]) = ([], [])

  init(_ weights: NetworkWeights, rows: Int, times: Int, dropout: Float, blas: BLAS) {
    let (design, positionCount) = (weights.design, rows * times)
    self.weights = weights
    self.blas = blas
    inputs = BatchInputs(rows: rows, times: times, weights: weights)
    lstm = LSTMSequence(rows: rows, times: times, hidden: design.hiddenSize)
    gradient = FloatMemory(count: weights.parameterLayout.count)
    hiddenDropout = Dropout(share: dropout)
    relu = DroppedRelu(dropout: hiddenDropout)
    func matrix(_ columns: Int) -> Matrix { Matrix(rows: positionCount, columns: columns) }
    embedded = matrix(design.embeddingSize)
    embeddedGradient = matrix(design.embeddingSize)
    outputGradient = matrix(design.hiddenSize)
    hidden = matrix(design.hiddenSize)
    hiddenGradient = matrix(design.hiddenSize)
    mixed = matrix(Attribute.allCases.count * design.headSize)
    mixedGradient = matrix(mixed.columns)
    features = Attribute.allCases.map { _ in matrix(design.headSize) }
    featuresGradient = matrix(design.headSize)
    headsGradient = Matrix(rows: weights.heads.rows, columns: weights.heads.columns)
    logits = Attribute.allCases.map { matrix($0.count) }
    judges = Attribute.allCases.map { _ in CrossEntropy(rows: positionCount) }
  }

  static let usesConditions = true

  static func lossScale(of batch: TruncatedBatch, _ settings: TrainingSettings) -> Float {
    // About nine tenths of a batch's positions have a token.
    1 / (0.9 * Float(settings.rows * settings.times))
  }

  /// The columns of one head in an M × 4A matrix.
  func columns(_ attribute: Attribute) -> Range<Int> {
    let first = attribute.rawValue * weights.design.headSize
    return first..<first + weights.design.headSize
  }

  /// The output layer of a head: its weights or their gradient.
  func lastLayer(_ attribute: Attribute, of memory: FloatMemory? = nil) -> Linear {
    Linear(
      weight: weights.tensor("h.\(attribute.key).out.weight", of: memory),
      bias: weights.tensor("h.\(attribute.key).out.bias", of: memory))
  }
}
