import Drummer
import Foundation
import GhostnoteTesting
import MusicalTime
import Testing

@testable import DrummerTraining

/// Compares steps of training with PyTorch's, recorded by `Tests/Yardsticks/training_step.py`.
@Suite struct TrainingStepTests {
  /// The expected numbers of one design.
  private struct Trial: Decodable {
    struct Recording: Decodable {
      let tokens: [[Int]]
      let style: Int?
      let fill: Bool
      let bpm: Double
    }
    struct Step: Decodable {
      let nats: Double
      let hits: Int
      let length: Double
      /// By index in the layout.
      let gradients: [String: Float]?
    }
    /// Keys of attributes.
    let headsWithPositionHistory: [String]
    let pieces: [Recording]
    let rate: Float
    let rows: Int
    let times: Int
    let steps: [Step]
    let weights: [String: Float]
    let count: Int

    var heads: Set<Attribute> {
      Set(Attribute.allCases.filter { headsWithPositionHistory.contains($0.key) })
    }

    static func all() throws -> [Trial] {
      let path = "\(GhostnoteProgram.root)/Tests/Yardsticks/training_step.json"
      return try JSONDecoder().decode(
        [Trial].self, from: Data(contentsOf: URL(fileURLWithPath: path)))
    }
  }

  private func pieces(_ trial: Trial) -> [TrainingPiece] {
    trial.pieces.map { recording in
      let tokens = recording.tokens.map { row in
        PlacedToken(
          token: Token(
            wait: UInt8(row[0]), drum: UInt8(row[1]), offset: UInt8(row[2]),
            velocity: UInt8(row[3])),
          step: row[4], velocity: UInt8(row[5]))
      }
      let conditions = Conditions(
        style: recording.style, isFill: recording.fill,
        tempo: Tempo(clampingBPM: recording.bpm))
      return TrainingPiece(id: "", tokens: tokens, conditions: conditions)
    }
  }

  /// A trainer with the script's weights: 0.6 · sin(0.7 · n) for the n-th, counted from 1.
  private func pool(_ trial: Trial, workers: Int) throws -> WorkerPool<NetworkWorker> {
    var design = DrummerDesign()
    (design.hiddenSize, design.embeddingSize, design.headSize) = (8, 6, 5)
    (design.styleCount, design.playerCount) = (2, 1)
    design.headsWithPositionHistory = trial.heads
    var settings = TrainingSettings()
    (settings.rows, settings.times, settings.workers) = (trial.rows, trial.times, workers)
    settings.dropout = 0
    let pool = try WorkerPool<NetworkWorker>(design, settings)
    try #require(pool.weights.layout.count == trial.count)
    pool.weights.load((1...trial.count).map { Float(0.6 * sin(0.7 * Double($0))) })
    return pool
  }

  private func expect(
    _ values: [Float], near expected: [String: Float], _ what: String
  ) throws {
    try #require(expected.count > 200)
    for (key, number) in expected {
      let place = try #require(Int(key))
      let isNear = abs(values[place] - number) <= 1e-4 * abs(number) + 1e-6
      #expect(isNear, "\(what) \(place): \(values[place]), there \(number)")
    }
  }

  @Test(arguments: [[], [.velocity], [.offset, .velocity]] as [Set<Attribute>], [1, 2])
  func `steps of training change the weights as PyTorch's do`(
    headsWithPositionHistory: Set<Attribute>, workers: Int
  ) throws {
    let trials = try Trial.all()
    let trial = try #require(trials.first { $0.heads == headsWithPositionHistory })
    let pool = try pool(trial, workers: workers)
    let set = TrainingSet(pieces(trial), design: pool.weights.design)
    var sampler = BatchSampler(inOrder: set, rows: trial.rows, times: trial.times)
    var chance = SplitMix(state: 0)
    try #require(trial.steps.count == 4)
    for step in trial.steps {
      let batch = try #require(sampler.next(set, chance: &chance))
      let learned = pool.learn(batch, set, rate: trial.rate, dropoutSeed: 1)
      let statistics = try #require(learned)
      #expect(statistics.hits == step.hits)
      let nats = statistics.nllPerHit * Double(statistics.hits)
      #expect(abs(nats - step.nats) < 1e-5 * step.nats, "\(nats), there \(step.nats)")
      let gradient = Array(pool.gradient.values[..<trial.count])
      let length = gradient.reduce(0) { $0 + Double($1) * Double($1) }.squareRoot()
      #expect(abs(length - step.length) < 1e-4 * step.length, "\(length), there \(step.length)")
      if let expected = step.gradients { try expect(gradient, near: expected, "gradient") }
    }
    try expect(pool.weights.weights.values, near: trial.weights, "weight")
  }
}
