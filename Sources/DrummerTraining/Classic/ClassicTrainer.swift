public import Drummer

/// Trains the 2017 design, as a baseline for our own: backpropagation through 200 hits, no
/// conditioning inputs.
public final class ClassicTrainer {
  let loop: TrainingLoop<ClassicWorker>

  /// Starts with random weights; a network of `hiddenSize` cells.
  public init(
    training: [TrainingPiece], validation: [TrainingPiece], settings: TrainingSettings = .classic,
    hiddenSize: Int = 200
  ) throws(TrainingError) {
    let design: ClassicDesign
    do throws(ClassicDesignError) {
      design = try ClassicDesign.trained(hiddenSize: hiddenSize)
    } catch { throw .classicDesign(error) }
    loop = try TrainingLoop(design, settings, training: training, validation: validation)
    loop.pool.weights.velocities = loop.set.velocities
  }

  /// Trains until the end, or until `isAsked` returns a stop request; it is called after each step.
  ///
  /// `clock` returns seconds from any fixed moment. Throws if the loss is not finite; `model` is
  /// then the last good one.
  public func run(
    clock: () -> Double, isAsked: () -> Bool, onEvent: (TrainingEvent) -> Void
  ) throws(TrainingError) -> TrainingEnd {
    try loop.run(clock: clock, isAsked: isAsked, onEvent: onEvent)
  }

  /// The model of the best epoch so far, with its validation loss on `card`.
  public func model(card: ModelCard = .classic) -> ClassicModel {
    var card = card
    card.styles = []
    if let best = loop.state.best { card.metrics["validation"] = best.validation.nllPerHit }
    let weights = loop.pool.weights
    return ClassicModel(
      design: weights.design, weights: weights.swappingGates(loop.bestWeights),
      velocities: weights.velocities, card: card)
  }
}

extension TrainingSettings {
  /// Hyperparameters of the classic design: backpropagation through 200 hits, and no moving average
  /// of the weights.
  public static var classic: TrainingSettings {
    var settings = TrainingSettings()
    settings.times = 200
    settings.stretchChunks = 8
    settings.epochs = 20
    settings.rate = 3e-3
    settings.dropout = 0.2
    settings.averageKeeps = 0
    return settings
  }
}
