import Drummer
import GhostnoteTesting
import MusicalTime
import Testing

@testable import DrummerTraining

@Suite struct ClassicTrainingTests {
  /// Pieces of a few hits in which drums and waits depend on each other, with one hit far after the
  /// others.
  private static func pieces(_ count: Int, seed: UInt64, hits: Int = 30) -> [TrainingPiece] {
    var chance = SplitMix64(seed: seed)
    return (0..<count).map { number in
      var step = 0
      let tokens = (0..<hits).map { index in
        let wait = index == 0 ? 0 : index == 9 ? 40 : Int.random(in: 1...3, using: &chance)
        step += wait
        return PlacedToken(
          token: Token(
            wait: UInt8(min(wait, 33)), drum: UInt8(step % 4),
            offset: UInt8(Int.random(in: 11...13, using: &chance)),
            velocity: UInt8.random(in: 0...31, using: &chance)),
          step: step, velocity: 64)
      }
      return TrainingPiece(id: "\(number)", tokens: tokens, conditions: Conditions())
    }
  }

  private static func settings(workers: Int = 2, seed: UInt64 = 1) -> TrainingSettings {
    var settings = TrainingSettings.classic
    (settings.rows, settings.times, settings.stretchChunks) = (3, 8, 2)
    (settings.workers, settings.seed, settings.epochs) = (workers, seed, 4)
    return settings
  }

  private static func pool(
    _ set: ClassicSet, workers: Int = 2, dropout: Float = 0
  ) throws -> WorkerPool<ClassicWorker> {
    var settings = settings(workers: workers)
    settings.dropout = dropout
    let pool = try WorkerPool<ClassicWorker>(ClassicDesign.trained(hiddenSize: 6), settings)
    var chance = SplitMix(state: 5)
    pool.weights.load(pool.weights.initialWeights(&chance))
    pool.weights.velocities = set.velocities
    return pool
  }

  @Test func `waits are counted in time, regardless of the order of steps`() {
    func token(_ step: Int, _ drum: UInt8, _ offset: UInt8) -> PlacedToken {
      PlacedToken(
        token: Token(wait: 0, drum: drum, offset: offset, velocity: 9), step: step, velocity: 36)
    }
    // The snare (1) belongs to the same step as the kick (0) but is earlier; then a long silence.
    let tokens = [token(1, 0, 14), token(1, 1, 10), token(30, 3, 12)]
    let set = ClassicSet([TrainingPiece(id: "", tokens: tokens, conditions: Conditions())])
    #expect(set.events.map(\.wait) == [22, 4, 480])
    #expect(set.events.map(\.drum) == [1, 0, 3])
    #expect(abs(set.velocities[32..<64].reduce(0, +) - 1) < 1e-5)
    #expect(set.velocities[32 + 9] == 1.5 / 17)
  }

  @Test(arguments: ["Wx", "Wy"], [0, 0.3] as [Float])
  func `every gradient agrees with a finite difference`(
    tensor: String, dropout: Float
  ) throws {
    let set = ClassicSet(Self.pieces(4, seed: 3))
    let pool = try Self.pool(set, dropout: dropout)
    var sampler = BatchSampler(inOrder: set, rows: 3, times: 8)
    var chance = SplitMix(state: 0)
    let next = sampler.next(set, chance: &chance)
    let batch = try #require(next)
    func loss() -> Double {
      pool.weights.prepare()
      let statistics = pool.forwardAndBackward(batch, set, dropoutSeed: dropout > 0 ? 77 : nil)
      return statistics.nllPerHit(.step) + statistics.nllPerHit(.drum)
    }
    _ = loss()
    _ = pool.gatherGradients()
    let gradient = pool.gradient.values
    let slot = pool.weights.layout[tensor]
    // The largest ones, and a sample of the rest: most rows of a table have no gradient here.
    let large = slot.range.sorted { abs(gradient[$0]) > abs(gradient[$1]) }.prefix(40)
    let nudge: Float = 0.02
    for place in large + stride(from: slot.offset, to: slot.range.upperBound, by: slot.count / 40) {
      let weight = pool.weights.all.values[place]
      let losses = [weight + nudge, weight - nudge].map { nudged in
        pool.weights.all.values[place] = nudged
        return loss()
      }
      pool.weights.all.values[place] = weight
      let slope = (losses[0] - losses[1]) / Double(2 * nudge)
      #expect(abs(slope - Double(gradient[place])) < 2e-4 + 0.02 * abs(slope), "\(tensor) \(place)")
    }
  }

  @Test(arguments: [1, 3])
  func `training and playing predict the same probabilities`(workers: Int) throws {
    let set = ClassicSet(Self.pieces(5, seed: 11))
    let pool = try Self.pool(set, workers: workers)
    let trained = pool.evaluate(set)
    let model = ClassicModel(
      design: pool.weights.design, weights: pool.weights.swappingGates(pool.weights.all.values),
      velocities: set.velocities)
    let played = PredictionStatistics(of: model, set)
    #expect(trained.hits == 150 && played.hits == 150)
    for (here, there) in zip(trained.nats, played.nats) { #expect(abs(here - there) < 1e-3) }
    #expect(trained.right == played.right && trained.bothRight == played.bothRight)
    #expect(trained.nats[Attribute.offset.rawValue] == 0)
    #expect(pool.weights.swappingGates(model.weights) == pool.weights.all.values)
  }

  /// Trains to the end; returns the epochs.
  @discardableResult private static func run(_ trainer: ClassicTrainer) throws -> [EpochReport] {
    var epochs: [EpochReport] = []
    let end = try trainer.run(
      clock: { 0 }, isAsked: { false },
      onEvent: { event in
        if case .epoch(let report) = event { epochs.append(report) }
      })
    #expect(end == .finished)
    return epochs
  }

  @Test func `the same seed trains the same weights, and the loss falls on predictable data`()
    throws
  {
    func train(seed: UInt64) throws -> (ClassicModel, [Double]) {
      let trainer = try ClassicTrainer(
        training: Self.pieces(8, seed: 1), validation: Self.pieces(3, seed: 2),
        settings: Self.settings(seed: seed), hiddenSize: 12)
      let epochs = try Self.run(trainer)
      #expect(epochs.map(\.epoch) == [1, 2, 3, 4])
      #expect(epochs.allSatisfy { $0.training.hits == 240 && $0.validation.hits == 90 })
      return (
        trainer.model(),
        epochs.map { $0.validation.nllPerHit(.step) + $0.validation.nllPerHit(.drum) }
      )
    }
    let (model, nats) = try train(seed: 1)
    #expect(try train(seed: 1).0 == model)
    #expect(try train(seed: 2).0 != model)
    #expect(nats[3] < nats[0])
  }

  @Test func `training continues without improvement only for as long as patience lasts`() throws {
    var settings = Self.settings()
    (settings.rate, settings.decay, settings.patience) = (.leastNormalMagnitude, 0, 2)
    settings.epochs = 9
    let trainer = try ClassicTrainer(
      training: Self.pieces(2, seed: 1), validation: Self.pieces(1, seed: 2), settings: settings,
      hiddenSize: 6)
    var best: [Bool] = []
    let end = try trainer.run(
      clock: { 0 }, isAsked: { false },
      onEvent: { event in
        if case .epoch(let report) = event { best.append(report.isBest) }
      })
    #expect(end == .settled)
    #expect(best == [true, false, false])
  }

  /// Recorded from the separate training of the classic design that this one replaced: the same
  /// bits on one machine, so the tolerance is only for another machine's BLAS.
  @Test(arguments: [
    (
      UInt64(1), 2, [1504.1703968048096, 609.3632175922394, 561.3645672798157, 226.32254910469055],
      [1493.3520789146423, 600.9775815010071, 557.8069834709167, 223.18380069732666]
    ),
    (
      2, 1, [1505.5330815315247, 599.5215711593628, 561.7413840293884, 224.87312960624695],
      [1498.480523109436, 593.2761344909668, 559.3201446533203, 222.66999006271362]
    ),
  ])
  func `the loss of each epoch is as it was before the two trainings shared their code`(
    seed: UInt64, workers: Int, first: [Double], last: [Double]
  ) throws {
    let trainer = try ClassicTrainer(
      training: Self.pieces(8, seed: 1), validation: Self.pieces(3, seed: 2),
      settings: Self.settings(workers: workers, seed: seed), hiddenSize: 12)
    let epochs = try Self.run(trainer)
    for (report, expected) in [(epochs.first, first), (epochs.last, last)] {
      let report = try #require(report)
      let nats = [report.training, report.validation].flatMap { [$0.nats[0], $0.nats[1]] }
      for (here, there) in zip(nats, expected) {
        #expect(abs(here - there) < 1e-5 * there, "\(nats), expected \(expected)")
      }
    }
    #expect(abs((epochs.last?.validation.nats[3] ?? 0) - 343.7288490265657) < 1e-6)
  }

  @Test(arguments: [0, 1])
  func `training without hits is refused`(pieces: Int) {
    #expect(throws: TrainingError.noHits(split: pieces == 0 ? "training" : "validation")) {
      try ClassicTrainer(
        training: Self.pieces(pieces, seed: 1), validation: Self.pieces(1 - pieces, seed: 1))
    }
  }

  @Test func `a network of no cells is refused`() {
    #expect(throws: TrainingError.classicDesign(.hiddenSize(0))) {
      try ClassicTrainer(
        training: Self.pieces(1, seed: 1), validation: Self.pieces(1, seed: 1), hiddenSize: 0)
    }
  }
}
