import Drummer

/// The forward and backward pass of a network over some rows of a batch, with all buffers.
///
/// `WorkerPool` and `TrainingLoop` train any network that has one.
protocol BatchWorker: AnyObject {
  /// The weights that all workers read.
  associatedtype Weights: NetworkParameters
  /// The pieces in the network's representation.
  associatedtype Pieces: BatchedPieces where Pieces.Design == Weights.Design

  /// For batches of at most `rows` rows and `times` steps.
  init(_ weights: Weights, rows: Int, times: Int, dropout: Float, blas: BLAS)

  /// In the layout of the weights: the gradients of the last `backward`.
  var gradient: FloatMemory { get }
  /// The recurrent layer, whose state is carried from batch to batch.
  var lstm: LSTMSequence { get }

  /// Whether a batch's style and tempo are inputs; only then is it varied for data augmentation.
  static var usesConditions: Bool { get }
  /// The factor of the loss, so that a gradient does not depend on the size of the batch.
  static func lossScale(of batch: TruncatedBatch, _ settings: TrainingSettings) -> Float

  /// Runs the given rows of `batch` forward and prepares the gradient of `scale` times the loss in
  /// nats; `dropoutSeed` is nil for no dropout.
  func forward(
    _ batch: TruncatedBatch, rows: Range<Int>, _ set: Pieces, scale: Float, dropoutSeed: UInt64?
  ) -> PredictionStatistics
  /// Runs the backward pass of the last `forward`; the result is in `gradient`.
  func backward(drops: Bool)
}

/// The weights of a network in training: one array in the order of a layout, and copies of it in
/// the form that the layers read.
protocol NetworkParameters: AnyObject {
  associatedtype Design

  /// Weights of 0.
  init(_ design: Design)

  var design: Design { get }
  var layout: TensorLayout { get }
  /// Begins with all tensors in the order of the layout.
  var all: FloatMemory { get }
  /// The parts of `prepare` that can run in parallel.
  static var parts: Int { get }

  /// Updates the copies after a change of the weights.
  func prepare(part: Int)
  /// Random initial weights, in the order of the layout.
  func initialWeights(_ chance: inout SplitMix) -> [Float]
}

extension NetworkParameters {
  /// All weights as one row.
  var weights: Matrix { Matrix(all, rows: 1, columns: layout.count) }

  /// Loads `values`, one for each entry of the layout, and updates the copies.
  func load(_ values: [Float]) {
    precondition(values.count == layout.count)
    unsafe values.withUnsafeBufferPointer { values in
      guard let first = values.baseAddress else { return }
      unsafe all.base.update(from: first, count: values.count)
    }
    prepare()
  }

  /// Updates all copies.
  func prepare() {
    for part in 0..<Self.parts { prepare(part: part) }
  }
}

/// Recordings in the representation of a network, one after the other.
protocol BatchedPieces: Sendable {
  associatedtype Design

  /// Pieces without hits are dropped.
  init(_ recordings: [TrainingPiece], design: Design)

  /// The range of tokens of each piece.
  var pieces: [Range<Int>] { get }
  /// Of each piece.
  var conditions: [Conditions] { get }
}

extension BatchedPieces {
  /// The number of hits of all pieces.
  var tokenCount: Int { pieces.last?.upperBound ?? 0 }
}
