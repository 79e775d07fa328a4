public import Drummer

/// Trains a drummer model for several epochs, validates after each, and keeps the best weights.
///
/// The same pieces, settings and seed give bit-identical weights on the same machine, also when
/// training is resumed from a checkpoint; with a time limit they depend on the machine's speed.
public final class Trainer {
  let loop: TrainingLoop<NetworkWorker>
  /// The metadata of its models, without metrics.
  let card: ModelCard
  /// The grooves of its models.
  public var grooves: [GrooveTemplate] = []

  /// Starts with random weights.
  public init(
    _ design: DrummerDesign, _ settings: TrainingSettings, card: ModelCard,
    training: [TrainingPiece], validation: [TrainingPiece]
  ) throws(TrainingError) {
    self.card = card
    loop = try TrainingLoop(design, settings, training: training, validation: validation)
  }

  var pool: WorkerPool<NetworkWorker> { loop.pool }

  /// The hyperparameters of the network.
  public var design: DrummerDesign { pool.weights.design }
  /// The hyperparameters of the training.
  public var settings: TrainingSettings { loop.state.settings }
  /// The style names, in the order of their rows.
  public var styles: [String] { card.styles }
  /// Completed epochs.
  public var epochs: [EpochReport] { loop.state.epochs }
  /// The epoch with the best validation loss so far.
  public var best: EpochReport? { loop.state.best }
  /// The number of weights.
  public var weightCount: Int { pool.weights.layout.count }

  /// The model of the best epoch; before the end of the first, the current average.
  public var bestModel: DrummerModel {
    let isEarly = best == nil && loop.state.steps > 0
    var card = card
    if let best { card.metrics = best.metrics }
    return DrummerModel(
      design: design, weights: isEarly ? pool.average.values : loop.bestWeights, card: card,
      grooves: grooves)
  }

  /// The number of hits for training and for validation.
  public var hits: (training: Int, validation: Int) {
    (loop.set.tokenCount, loop.validationSet.tokenCount)
  }

  /// Trains until the end, or until `isAsked` returns a stop request; it is called after each step.
  ///
  /// `clock` returns seconds from any fixed moment. Throws if the loss is not finite; `bestModel` is
  /// then the last good one.
  public func run(
    clock: () -> Double, isAsked: () -> Bool, onEvent: (TrainingEvent) -> Void
  ) throws(TrainingError) -> TrainingEnd {
    try loop.run(clock: clock, isAsked: isAsked, onEvent: onEvent)
  }
}
