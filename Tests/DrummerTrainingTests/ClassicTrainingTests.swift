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
  ) throws -> ClassicWorkerPool {
    var settings = settings(workers: workers)
    settings.dropout = dropout
    let pool = try ClassicWorkerPool(
      ClassicDesign.trained(hiddenSize: 6), velocities: set.velocities, settings)
    var chance = SplitMix(state: 5)
    pool.weights.begin(&chance)
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
    var dealer = ClassicDealer(inOrder: set, rows: 3, times: 8)
    let next = dealer.next()
    let chunk = try #require(next)
    func loss() -> Double {
      pool.weights.prepare()
      let foresight = pool.foresee(chunk, set, dropoutSeed: dropout > 0 ? 77 : nil)
      return (foresight.waitNats + foresight.drumNats) / Double(foresight.hits)
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
    var dealer = ClassicDealer(inOrder: set, rows: 3, times: 8)
    var trained = ClassicPredictionStatistics()
    while let chunk = dealer.next() { trained.add(pool.hear(chunk, set)) }
    let model = ClassicModel(
      design: pool.weights.design, weights: pool.weights.forModel, velocities: set.velocities)
    let played = ClassicPredictionStatistics(of: model, set)
    #expect(trained.hits == 150 && played.hits == 150)
    #expect(abs(trained.waitNats - played.waitNats) < 1e-3)
    #expect(abs(trained.drumNats - played.drumNats) < 1e-3)
    #expect(abs(trained.velocityNats - played.velocityNats) < 1e-3)
    #expect(trained.bothRight == played.bothRight)
    pool.weights.load(model)
    #expect(pool.weights.forModel == model.weights)
  }

  @Test func `the same seed trains the same weights, and the loss falls on predictable data`()
    throws
  {
    func train(seed: UInt64) throws -> (ClassicModel, [Double]) {
      let training = try ClassicTraining(
        training: Self.pieces(8, seed: 1), validation: Self.pieces(3, seed: 2),
        settings: Self.settings(seed: seed), hiddenSize: 12)
      let epochs = try (0..<4).map { _ in try training.epoch() }
      #expect(epochs.map(\.number) == [1, 2, 3, 4])
      #expect(epochs.allSatisfy { $0.training.hits == 240 && $0.validation.hits == 90 })
      return (training.model(), epochs.map { $0.validation.waitNats + $0.validation.drumNats })
    }
    let (model, nats) = try train(seed: 1)
    #expect(try train(seed: 1).0 == model)
    #expect(try train(seed: 2).0 != model)
    #expect(nats[3] < nats[0])
  }

  @Test func `training without hits is refused`() {
    #expect(throws: ClassicTrainingError.empty) {
      try ClassicTraining(training: [], validation: Self.pieces(1, seed: 1))
    }
  }
}
