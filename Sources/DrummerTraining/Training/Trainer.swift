public import Drummer

/// Trains a drummer: epoch after epoch, each with its validation, the best weights kept.
///
/// The same pieces, settings and seed give the same weights to the last bit on the same machine,
/// also where a training was stopped and resumed from its checkpoint in between; with a limit of
/// time they depend on the time.
public final class Trainer {
  let band: Band
  let set: TrainingSet
  let validationSet: TrainingSet
  var state: TrainingState
  var bestWeights: [Float]
  /// What its models say of themselves, beside their figures.
  let card: ModelCard

  /// Begins with weights of chance.
  public init(
    _ design: DrummerDesign, _ settings: TrainingSettings, card: ModelCard,
    training: [TrainingPiece], validation: [TrainingPiece]
  ) throws(TrainingError) {
    self.card = card
    set = TrainingSet(training, design: design)
    validationSet = TrainingSet(validation, design: design)
    guard !set.tokens.isEmpty else { throw .noHits(split: "training") }
    guard !validationSet.tokens.isEmpty else { throw .noHits(split: "validation") }
    do { band = try Band(design, settings) } catch { throw .blas(error) }
    state = TrainingState(
      settings: settings, pieces: TrainingState.Fingerprint([set, validationSet]),
      chance: SplitMix(state: settings.seed))
    bestWeights = band.weights.layout.beginning(design, chance: &state.chance)
    band.weights.load(bestWeights)
  }

  public var design: DrummerDesign { band.weights.design }
  public var settings: TrainingSettings { state.settings }
  /// Whole epochs so far.
  public var epochs: [EpochReport] { state.epochs }
  /// The epoch with the best validation so far.
  public var best: EpochReport? { state.best }
  /// Numbers that are learned.
  public var weightCount: Int { band.weights.layout.count }

  /// The model of the best epoch; before the first has ended, the average so far.
  public var bestModel: DrummerModel {
    let isEarly = state.best == nil && state.steps > 0
    var card = card
    if let best = state.best { card.metrics = best.metrics }
    return DrummerModel(
      design: design, weights: isEarly ? band.average.values : bestWeights, card: card)
  }

  /// How many hits it has of each.
  public var hits: (training: Int, validation: Int) {
    (set.tokens.count, validationSet.tokens.count)
  }

  /// What happens while it trains.
  public enum Event: Sendable {
    case step(TrainingProgress)
    case epoch(EpochReport)
  }

  /// Why it ended.
  public enum End: Sendable, Hashable {
    /// All epochs, or all time, have passed.
    case finished
    /// No epoch was better for as long as `patience` says.
    case settled
    /// It was asked to stop; a checkpoint of now goes on where it stopped.
    case stopped
  }

  /// Trains to the end, or until `isAsked` to stop, which it is after each step.
  ///
  /// `clock` answers seconds from any moment on.
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

  /// How much of all there is to do is done, 0 to 1.
  func done() -> Double {
    if let minutes = settings.minutes { return min(state.seconds / (60 * minutes), 1) }
    let left = state.dealer.map { Double($0.tokensLeft) / Double(set.tokens.count) } ?? 1
    return (Double(state.epochs.count) + 1 - left) / Double(settings.epochs)
  }

  private func begin() {
    guard state.dealer == nil else { return }
    state.dealer = Dealer(
      shuffled: set, rows: settings.rows, times: settings.times, chunks: settings.stretchChunks,
      variation: settings.variation, chance: &state.chance)
    state.foresight = Foresight()
    state.secondsBefore = state.seconds
  }

  /// Learns from one chunk; false when the epoch has none left.
  private func step(_ tell: (Event) -> Void) throws(TrainingError) -> Bool {
    let rate = settings.rate(step: state.steps, done: done())
    guard let chunk = state.deal(set) else { return false }
    let foresight = band.learn(chunk, set, rate: rate, dropoutSeed: state.chance.next())
    guard let foresight else { throw .notFinite(epoch: state.epochs.count + 1, step: state.steps) }
    state.steps = band.steps
    state.foresight.add(foresight)
    tell(
      .step(
        TrainingProgress(
          epoch: state.epochs.count + 1, epochs: settings.minutes == nil ? settings.epochs : nil,
          done: done(), foresight: state.foresight, seconds: state.seconds)))
    return true
  }

  private func end(_ seconds: Double, _ tell: (Event) -> Void) {
    let weights = band.weights.weights.values
    let average = band.average.values
    band.weights.load(average)
    let validation = band.foresight(of: validationSet)
    band.weights.load(weights)
    let isBest = validation.natsAHit < state.best?.validation.natsAHit ?? .infinity
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

/// How far a training is.
public struct TrainingProgress: Sendable, Hashable {
  /// Counted from 1.
  public var epoch: Int
  /// Of how many; nil where time decides.
  public var epochs: Int?
  /// Of all, 0 to 1.
  public var done: Double
  /// Of this epoch until now.
  public var foresight: Foresight
  /// Since the beginning, without pauses.
  public var seconds: Double
  /// Until all is done, if nothing ends it before.
  public var secondsLeft: Double { done > 0 ? seconds / done * (1 - done) : .infinity }
}
