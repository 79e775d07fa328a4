import Drummer
import Testing

@testable import DrummerTraining

@Suite struct TrainingSettingsTests {
  @Test func `the learning rate rises over 100 steps and then falls to a fiftieth`() {
    let settings = TrainingSettings()
    #expect(abs(settings.rate(step: 0, done: 0) - settings.rate / 100) < 1e-9)
    #expect(abs(settings.rate(step: 49, done: 0) - settings.rate / 2) < 1e-8)
    #expect(settings.rate(step: 99, done: 0) == settings.rate)
    #expect(settings.rate(step: 5_000, done: 0) == settings.rate)
    #expect(abs(settings.rate(step: 5_000, done: 0.5) - settings.rate * 0.51) < 1e-6)
    #expect(abs(settings.rate(step: 5_000, done: 1) - settings.rate / 50) < 1e-8)
    // The share of time that has passed may be a little over.
    #expect(settings.rate(step: 5_000, done: 1.2) == settings.rate(step: 5_000, done: 1))
    let falling = (0...20).map { settings.rate(step: 200, done: Double($0) / 20) }
    #expect(zip(falling, falling.dropFirst()).allSatisfy { $0 > $1 })
  }

  @Test(arguments: [1, 2, 3, 5, 16])
  func `workers share all rows, as evenly as whole rows allow`(workers: Int) {
    var settings = TrainingSettings()
    settings.workers = workers
    let rows = settings.rowsOfWorkers
    #expect(rows.count == workers)
    #expect(rows.flatMap(Array.init) == Array(0..<settings.rows))
    let counts = rows.map(\.count)
    #expect((counts.max() ?? 0) - (counts.min() ?? 0) <= 1)
  }

  /// Each makes settings, read from a checkpoint, that no training can be done with.
  static let faults: [@Sendable (inout TrainingSettings) -> Void] = [
    { $0.rows = 0 }, { $0.times = 4_097 }, { $0.stretchChunks = 0 }, { $0.workers = 17 },
    { $0.epochs = 0 }, { $0.minutes = 0 }, { $0.minutes = .infinity }, { $0.patience = 0 },
    { $0.dropout = 1 }, { $0.dropout = -0.1 }, { $0.rate = 0 }, { $0.rate = .nan },
    { $0.decay = 1.5 }, { $0.averageKeeps = -1 }, { $0.longestGradient = 0 },
    { $0.longestGradient = .nan }, { $0.variation.styleDropout = 2 },
    { $0.variation.tempoJitter = .nan }, { $0.variation.velocityCurve = -0.1 },
    { $0.variation.velocityCurve = .infinity }, { $0.variation.timingShift = 4.5 },
    { $0.variation.timingShift = .nan },
  ]

  @Test(arguments: faults.indices)
  func `settings out of range are not sound`(fault: Int) {
    var settings = TrainingSettings()
    #expect(settings.isSound && TrainingSettings.classic.isSound)
    Self.faults[fault](&settings)
    #expect(!settings.isSound)
  }

  /// Seconds by a counter, 15 a reading.
  private final class Clock {
    var seconds = 0.0
    func read() -> Double {
      seconds += 15
      return seconds
    }
  }

  @Test func `a time limit ends training, in the middle of an epoch too`() throws {
    var settings = Tiny.settings
    (settings.minutes, settings.patience) = (2, 1_000)
    let trainer = try Trainer(
      Tiny.design, settings, card: ModelCard(), training: Tiny.pieces([70, 61, 40, 33]),
      validation: Tiny.pieces([30], seed: 2))
    let clock = Clock()
    var progress: [TrainingProgress] = []
    let end = try trainer.run(
      clock: clock.read, isAsked: { false },
      onEvent: { event in
        if case .step(let step) = event { progress.append(step) }
      })
    #expect(end == .finished)
    #expect(progress.allSatisfy { $0.epochs == nil })
    // Each step and each validation is 15 s of the 120; the last epoch is closed.
    #expect(progress.count <= 9 && progress.count >= 6)
    let done = progress.map(\.done)
    #expect(zip(done, done.dropFirst()).allSatisfy { $0 < $1 })
    #expect(trainer.epochs.count >= 1)
    #expect(trainer.bestModel.card.metrics["validation"] != nil)
  }

  @Test func `statistics of no hits are zero, and those of two parts add up`() {
    let none = PredictionStatistics()
    #expect(none.nllPerHit == 0 && none.accuracy == 0 && none.accuracy(.drum) == 0)
    var (first, second) = (none, none)
    first.add(hits: 3, bothRight: 1)
    first.add(.drum, nats: 6, right: 2)
    second.add(hits: 1, bothRight: 1)
    second.add(.drum, nats: 2, right: 1)
    second.add(.step, nats: 4, right: 0)
    first.add(second)
    #expect(first.hits == 4 && first.accuracy == 0.5)
    #expect(first.nllPerHit(.drum) == 2 && first.accuracy(.drum) == 0.75)
    #expect(first.nllPerHit == 3)
  }
}
