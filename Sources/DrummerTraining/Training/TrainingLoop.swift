import Drummer

/// The epochs of a training, of any network: batches, steps, validation after each epoch, early
/// stopping, and the best weights.
///
/// The same pieces, settings and seed give bit-identical weights on the same machine; with a time
/// limit they depend on the machine's speed.
final class TrainingLoop<Worker: BatchWorker> {
  let pool: WorkerPool<Worker>
  let set: Worker.Pieces
  let validationSet: Worker.Pieces
  var state: TrainingState
  var bestWeights: [Float]

  /// Starts with random weights.
  init(
    _ design: Worker.Weights.Design, _ settings: TrainingSettings, training: [TrainingPiece],
    validation: [TrainingPiece]
  ) throws(TrainingError) {
    set = Worker.Pieces(training, design: design)
    validationSet = Worker.Pieces(validation, design: design)
    guard set.tokenCount > 0 else { throw .noHits(split: "training") }
    guard validationSet.tokenCount > 0 else { throw .noHits(split: "validation") }
    do { pool = try WorkerPool(design, settings) } catch { throw .blas(error) }
    state = TrainingState(
      settings: settings, pieces: TrainingState.Fingerprint([training, validation]),
      chance: SplitMix(state: settings.seed))
    bestWeights = pool.weights.initialWeights(&state.chance)
    pool.weights.load(bestWeights)
  }

  private var settings: TrainingSettings { state.settings }

  /// Trains until the end, or until `isAsked` returns a stop request; it is called after each step.
  ///
  /// `clock` returns seconds from any fixed moment.
  func run(
    clock: () -> Double, isAsked: () -> Bool, onEvent: (TrainingEvent) -> Void
  ) throws(TrainingError) -> TrainingEnd {
    let began = clock() - state.seconds
    while true {
      if state.epochs.count - (state.best?.epoch ?? 0) >= settings.patience { return .settled }
      if done() >= 1 { return .finished }
      begin()
      while done() < 1 {
        if isAsked() { return .stopped }
        guard try step(onEvent) else { break }
        state.seconds = clock() - began
      }
      end(time: { clock() - began }, onEvent)
    }
  }

  /// The share of the whole training that is done, 0 to 1.
  private func done() -> Double {
    if let minutes = settings.minutes { return min(state.seconds / (60 * minutes), 1) }
    let left = state.sampler.map { Double($0.tokensLeft) / Double(set.tokenCount) } ?? 1
    return (Double(state.epochs.count) + 1 - left) / Double(settings.epochs)
  }

  private func begin() {
    guard state.sampler == nil else { return }
    state.sampler = BatchSampler(
      shuffled: set, rows: settings.rows, times: settings.times, sequences: settings.stretchChunks,
      variation: Worker.usesConditions ? settings.variation : nil, chance: &state.chance)
    state.statistics = PredictionStatistics()
    state.secondsBefore = state.seconds
  }

  /// Trains on one batch; false at the end of the epoch.
  private func step(_ onEvent: (TrainingEvent) -> Void) throws(TrainingError) -> Bool {
    let rate = settings.rate(step: state.steps, done: done())
    guard let batch = state.nextBatch(set) else { return false }
    let statistics = pool.learn(batch, set, rate: rate, dropoutSeed: state.chance.next())
    guard let statistics else {
      throw .notFinite(epoch: state.epochs.count + 1, step: state.steps)
    }
    state.steps = pool.steps
    state.statistics.add(statistics)
    onEvent(
      .step(
        TrainingProgress(
          epoch: state.epochs.count + 1, epochs: settings.minutes == nil ? settings.epochs : nil,
          done: done(), statistics: state.statistics, seconds: state.seconds)))
    return true
  }

  /// Validates the epoch, keeps its weights if they are the best, and reports it; `time` returns the
  /// seconds so far.
  private func end(time: () -> Double, _ onEvent: (TrainingEvent) -> Void) {
    // Read first: under a time limit, the time of validation would lower it.
    let rate = settings.rate(step: state.steps, done: done())
    let average = pool.average.values
    let validation = validate(average)
    let isBest = validation.nllPerHit < state.best?.validation.nllPerHit ?? .infinity
    if isBest { bestWeights = average }
    state.seconds = time()
    let report = EpochReport(
      epoch: state.epochs.count + 1, training: state.statistics, validation: validation,
      rate: Double(rate), seconds: state.seconds - state.secondsBefore, isBest: isBest)
    state.epochs.append(report)
    state.sampler = nil
    onEvent(.epoch(report))
  }

  /// The loss and accuracy of the averaged weights on the validation pieces.
  private func validate(_ average: [Float]) -> PredictionStatistics {
    let weights = pool.weights.weights.values
    pool.weights.load(average)
    defer { pool.weights.load(weights) }
    return pool.evaluate(validationSet)
  }
}
