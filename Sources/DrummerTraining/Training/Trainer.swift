public import Drummer

/// Trains a drummer model for several epochs, validates after each, and keeps the best weights.
///
/// The same pieces, settings and seed give bit-identical weights on the same machine, also when
/// training is resumed from a checkpoint; with a time limit they depend on the machine's speed.
public final class Trainer {
  let pool: WorkerPool
  let set: TrainingSet
  let validationSet: TrainingSet
  var state: TrainingState
  var bestWeights: [Float]
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
    set = TrainingSet(training, design: design)
    validationSet = TrainingSet(validation, design: design)
    guard !set.tokens.isEmpty else { throw .noHits(split: "training") }
    guard !validationSet.tokens.isEmpty else { throw .noHits(split: "validation") }
    do { pool = try WorkerPool(design, settings) } catch { throw .blas(error) }
    state = TrainingState(
      settings: settings, pieces: TrainingState.Fingerprint([set, validationSet]),
      chance: SplitMix(state: settings.seed))
    bestWeights = pool.weights.layout.beginning(design, chance: &state.chance)
    pool.weights.load(bestWeights)
  }

  /// The hyperparameters of the network.
  public var design: DrummerDesign { pool.weights.design }
  /// The hyperparameters of the training.
  public var settings: TrainingSettings { state.settings }
  /// The style names, in the order of their rows.
  public var styles: [String] { card.styles }
  /// Completed epochs.
  public var epochs: [EpochReport] { state.epochs }
  /// The epoch with the best validation loss so far.
  public var best: EpochReport? { state.best }
  /// The number of weights.
  public var weightCount: Int { pool.weights.layout.count }

  /// The model of the best epoch; before the end of the first, the current average.
  public var bestModel: DrummerModel {
    let isEarly = state.best == nil && state.steps > 0
    var card = card
    if let best = state.best { card.metrics = best.metrics }
    return DrummerModel(
      design: design, weights: isEarly ? pool.average.values : bestWeights, card: card,
      grooves: grooves)
  }

  /// The number of hits for training and for validation.
  public var hits: (training: Int, validation: Int) {
    (set.tokens.count, validationSet.tokens.count)
  }

  /// An event during training.
  public enum Event: Sendable {
    case step(TrainingProgress)
    case epoch(EpochReport)
  }

  /// Why training ended.
  public enum End: Sendable, Hashable {
    /// All epochs are done, or the time is over.
    case finished
    /// There was no improvement for `patience` epochs.
    case settled
    /// A stop was requested; the checkpoint continues from here.
    case stopped
  }

  /// Trains until the end, or until `isAsked` returns a stop request; it is called after each step.
  ///
  /// `clock` returns seconds from any fixed moment.
  public func run(
    clock: () -> Double, isAsked: () -> Bool, tell: (Event) -> Void
  ) throws(TrainingError) -> End {
    let began = clock() - state.seconds
    while true {
      if state.epochs.count - (state.best?.epoch ?? 0) >= settings.patience { return .settled }
      if done() >= 1 { return .finished }
      begin()
      while done() < 1 {
        if isAsked() { return .stopped }
        guard try step(tell) else { break }
        state.seconds = clock() - began
      }
      end(clock() - began, tell)
    }
  }

  /// The share of the whole training that is done, 0 to 1.
  func done() -> Double {
    if let minutes = settings.minutes { return min(state.seconds / (60 * minutes), 1) }
    let left = state.dealer.map { Double($0.tokensLeft) / Double(set.tokens.count) } ?? 1
    return (Double(state.epochs.count) + 1 - left) / Double(settings.epochs)
  }

  private func begin() {
    guard state.dealer == nil else { return }
    state.dealer = BatchSampler(
      shuffled: set, rows: settings.rows, times: settings.times, chunks: settings.stretchChunks,
      variation: settings.variation, chance: &state.chance)
    state.foresight = PredictionStatistics()
    state.secondsBefore = state.seconds
  }

  /// Trains on one chunk; false at the end of the epoch.
  private func step(_ tell: (Event) -> Void) throws(TrainingError) -> Bool {
    let rate = settings.rate(step: state.steps, done: done())
    guard let chunk = state.deal(set) else { return false }
    let foresight = pool.learn(chunk, set, rate: rate, dropoutSeed: state.chance.next())
    guard let foresight else { throw .notFinite(epoch: state.epochs.count + 1, step: state.steps) }
    state.steps = pool.steps
    state.foresight.add(foresight)
    tell(
      .step(
        TrainingProgress(
          epoch: state.epochs.count + 1, epochs: settings.minutes == nil ? settings.epochs : nil,
          done: done(), foresight: state.foresight, seconds: state.seconds)))
    return true
  }

  private func end(_ seconds: Double, _ tell: (Event) -> Void) {
    let weights = pool.weights.weights.values
    let average = pool.average.values
    pool.weights.load(average)
    let validation = pool.foresight(of: validationSet)
    pool.weights.load(weights)
    let isBest = validation.nllPerHit < state.best?.validation.nllPerHit ?? .infinity
    if isBest { bestWeights = average }
    let report = EpochReport(
      epoch: state.epochs.count + 1, training: state.foresight, validation: validation,
      rate: Double(settings.rate(step: state.steps, done: done())),
      seconds: seconds - state.secondsBefore, isBest: isBest)
    state.epochs.append(report)
    state.dealer = nil
    tell(.epoch(report))
  }
}

/// The progress of a training.
public struct TrainingProgress: Sendable, Hashable {
  /// Counted from 1.
  public var epoch: Int
  /// The total number; nil if training is limited by time.
  public var epochs: Int?
  /// The share of the whole training, 0 to 1.
  public var done: Double
  /// Of this epoch so far.
  public var foresight: PredictionStatistics
  /// Since the start, without pauses.
  public var seconds: Double
  /// The estimated time left, if training does not end early.
  public var secondsLeft: Double { done > 0 ? seconds / done * (1 - done) : .infinity }
}
