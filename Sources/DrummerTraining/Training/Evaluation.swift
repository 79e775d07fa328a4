public import Drummer

/// Evaluates a model on recordings without training.
public struct Evaluation {
  private let pool: WorkerPool<NetworkWorker>

  /// Loads `model` for evaluation, which needs OpenBLAS.
  public init(_ model: DrummerModel) throws(BLASError) {
    pool = try WorkerPool(model.design, TrainingSettings())
    pool.weights.load(model.weights)
  }

  /// Loss and accuracy over all `pieces`, each from its beginning.
  public func evaluate(_ pieces: [TrainingPiece]) -> PredictionStatistics {
    pool.evaluate(TrainingSet(pieces, design: pool.weights.design))
  }
}
