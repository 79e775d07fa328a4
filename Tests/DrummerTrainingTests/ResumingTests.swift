import Drummer
import Foundation
import MusicalTime
import Testing

@testable import DrummerTraining

@Suite struct ResumingTests {
  private let training = Tiny.pieces([70, 9, 61, 40, 33, 50])
  private let validation = Tiny.pieces([30, 41], seed: 2)

  private func trainer(
    seed: UInt64 = 5, workers: Int = 2, epochs: Int = 3,
    variation: TrainingSettings.Variation = .init()
  ) throws -> Trainer {
    var settings = Tiny.settings
    (settings.epochs, settings.seed, settings.workers) = (epochs, seed, workers)
    settings.variation = variation
    return try Trainer(
      Tiny.design, settings, card: card, training: training, validation: validation)
  }

  private var card: ModelCard {
    var card = ModelCard()
    (card.name, card.styles) = ("tiny", ["a", "b"])
    return card
  }

  /// Trains for `steps` steps, or to the end.
  private func run(_ trainer: Trainer, steps: Int = .max) throws -> TrainingEnd {
    var left = steps
    return try trainer.run(
      clock: { 0 }, isAsked: { left == 0 },
      onEvent: { event in
        if case .step = event { left -= 1 }
      })
  }

  private func temporary() -> String {
    FileManager.default.temporaryDirectory.appendingPathComponent(UUID().uuidString).path
  }

  @Test func `another style, tempo or kind of piece changes the fingerprint`() throws {
    func print(_ change: (inout TrainingPiece) -> Void) -> TrainingState.Fingerprint {
      var pieces = training
      change(&pieces[1])
      return TrainingState.Fingerprint([pieces])
    }
    let same = print { _ in }
    #expect(same == print { $0.id = "renamed" })
    #expect(same != print { $0.conditions.style = nil })
    #expect(same != print { $0.conditions.isFill.toggle() })
    #expect(same != print { $0.conditions.tempo = Tempo(clampingBPM: 47) })
  }

  @Test(arguments: [0, 1, 3, 7, 12])
  func `a training that was stopped and resumed ends with the same bits`(steps: Int) throws {
    let whole = try trainer()
    let end = try run(whole)
    #expect(end == .finished)
    let stopped = try trainer()
    let pause = try run(stopped, steps: steps)
    #expect(pause == .stopped)
    let path = temporary()
    defer { try? FileManager.default.removeItem(atPath: path) }
    try Checkpoint(stopped).safetensors.bytes().write(to: URL(fileURLWithPath: path))
    let resumed = try Trainer(
      resuming: Checkpoint(path: path), training: training, validation: validation)
    _ = try run(resumed)
    #expect(resumed.bestModel.weights == whole.bestModel.weights)
    #expect(resumed.pool.weights.weights.values == whole.pool.weights.weights.values)
    #expect(resumed.epochs == whole.epochs)
  }

  @Test func `the same seed trains the same weights, another seed others`() throws {
    let trainers = try [trainer(), trainer(), trainer(seed: 6)]
    for trainer in trainers { _ = try run(trainer) }
    #expect(trainers[0].bestModel.weights == trainers[1].bestModel.weights)
    #expect(trainers[0].bestModel.weights != trainers[2].bestModel.weights)
  }

  @Test func `the same seed trains other weights without varied velocities and offsets`() throws {
    var variation = TrainingSettings.Variation()
    (variation.velocityCurve, variation.timingShift) = (0, 0)
    let trainers = try [trainer(variation: variation), trainer(variation: variation), trainer()]
    for trainer in trainers { _ = try run(trainer) }
    #expect(trainers[0].bestModel.weights == trainers[1].bestModel.weights)
    #expect(trainers[0].bestModel.weights != trainers[2].bestModel.weights)
  }

  @Test func `a checkpoint keeps how the stretches in progress are varied`() throws {
    struct State: Decodable {
      struct Sampler: Decodable {
        let rows: [Row?]
      }
      struct Row: Decodable {
        let feel: FeelVariation
      }
      let dealer: Sampler
    }
    let stopped = try trainer()
    _ = try run(stopped, steps: 1)
    let text = try #require(Checkpoint(stopped).safetensors.metadata["ghostnote.checkpoint"])
    let state = try JSONDecoder().decode(State.self, from: Data(text.utf8))
    let feels = state.dealer.rows.compactMap { $0?.feel }
    #expect(!feels.isEmpty)
    #expect(feels.allSatisfy { $0.isSound && $0.gamma != 1 })
  }

  @Test func `training lowers the loss on the training pieces`() throws {
    let trainer = try trainer(epochs: 20)
    _ = try run(trainer)
    let losses = trainer.epochs.map(\.training.nllPerHit)
    #expect(losses.count == 20)
    let last = try #require(losses.last)
    #expect(last < losses[0] - 0.3)
  }

  @Test func `the number of workers only changes the last digits`() throws {
    let (one, two) = (try trainer(workers: 1), try trainer(workers: 2))
    _ = (try run(one), try run(two))
    let differences = zip(one.bestModel.weights, two.bestModel.weights).map { abs($0 - $1) }
    let largest = try #require(differences.max())
    #expect(largest < 1e-3)
  }

  @Test func `a weight that is NaN ends the training and keeps the best model`() throws {
    let trainer = try trainer()
    var epochs = 0
    #expect(throws: TrainingError.self) {
      try trainer.run(
        clock: { 0 }, isAsked: { false },
        onEvent: { event in
          guard case .epoch = event else { return }
          epochs += 1
          trainer.pool.weights.load(
            [Float](repeating: .nan, count: trainer.weightCount))
        })
    }
    #expect(epochs == 1)
    let isFinite = trainer.bestModel.weights.allSatisfy { $0.isFinite }
    #expect(isFinite)
  }

  @Test func `a checkpoint keeps the spelling of older ones`() throws {
    let stopped = try trainer()
    _ = try run(stopped, steps: 1)
    let state = try #require(Checkpoint(stopped).safetensors.metadata["ghostnote.checkpoint"])
    let object = try JSONSerialization.jsonObject(with: Data(state.utf8)) as? [String: Any]
    let keys = try #require(object).keys.sorted()
    #expect(
      keys == [
        "chance", "dealer", "epochs", "foresight", "pieces", "seconds", "secondsBefore", "settings",
        "steps",
      ])
  }

  /// Changes to a checkpoint's state: numbers out of range, most of which would lead to an index out
  /// of bounds, a negative one, an overflow or excessive memory.
  static let lies: [(String, String)] = [
    (#""style":(0|1)"#, #""style":1000000"#), (#""style":(0|1)"#, #""style":-9"#),
    (#""opens":true"#, #""opens":false"#), (#""opens":false"#, #""opens":true"#),
    (#""piece":[0-9]+"#, #""piece":77"#), (#"\],"times":12"#, #"],"times":13"#),
    (#""rows":4,"#, #""rows":1024,"#), (#""steps":[0-9]+"#, #""steps":9223372036854775807"#),
    (#""hits":[0-9]+"#, #""hits":9223372036854775807"#), (#""nats":\[[^]]*\]"#, #""nats":[1]"#),
    (#""tempoJitter":[0-9.]+"#, #""tempoJitter":1e308"#),
    (#""velocityCurve":[0-9.]+"#, #""velocityCurve":-1"#),
    (#""timingShift":[0-9.]+"#, #""timingShift":1e308"#),
    (#""gamma":[0-9.]+"#, #""gamma":0.1"#), (#""gamma":[0-9.]+"#, #""gamma":1e308"#),
    (#""shift":-?[0-9]+"#, #""shift":9223372036854775807"#),
  ]

  @Test(arguments: lies)
  func `a checkpoint's numbers are validated`(pattern: String, lie: String) throws {
    var variation = TrainingSettings.Variation()
    // Some lies are about a style.
    variation.styleDropout = 0
    let stopped = try trainer(variation: variation)
    _ = try run(stopped, steps: 1)
    var file = Checkpoint(stopped).safetensors
    let state = try #require(file.metadata["ghostnote.checkpoint"])
    let changed = state.replacingOccurrences(of: pattern, with: lie, options: .regularExpression)
    try #require(changed != state)
    file.metadata["ghostnote.checkpoint"] = changed
    let path = temporary()
    defer { try? FileManager.default.removeItem(atPath: path) }
    try file.bytes().write(to: URL(fileURLWithPath: path))
    #expect(throws: TrainingError.self) {
      try Trainer(resuming: Checkpoint(path: path), training: training, validation: validation)
    }
  }

  @Test func `settings that need more memory than is allowed are refused`() {
    var settings = Tiny.settings
    (settings.rows, settings.times) = (1_024, 4_096)
    #expect(settings.isSound)
    var design = Tiny.design
    design.hiddenSize = 2_048
    #expect(!settings.fits(design))
    #expect(TrainingSettings().fits(design))
  }

  @Test func `a checkpoint that would be too large to be read is not made`() throws {
    let stopped = try trainer()
    _ = try run(stopped, steps: 1)
    let checkpoint = Checkpoint(stopped)
    let bytes = try checkpoint.bytes()
    // The first eight bytes, the lowest first.
    let header: Int = bytes.prefix(8).reversed().reduce(0) { 256 * $0 + Int($1) }
    #expect(try checkpoint.bytes(headerLimit: header) == bytes)
    let error = #expect(throws: TrainingError.self) {
      try checkpoint.bytes(headerLimit: header - 1)
    }
    #expect(error == .longCheckpoint(bytes: header, most: header - 1))
  }

  @Test func `a checkpoint of other pieces, a truncated one and a model are refused`() throws {
    let stopped = try trainer()
    _ = try run(stopped, steps: 2)
    let path = temporary()
    defer { try? FileManager.default.removeItem(atPath: path) }
    let bytes = Checkpoint(stopped).safetensors.bytes()
    try bytes.write(to: URL(fileURLWithPath: path))
    let checkpoint = try Checkpoint(path: path)
    #expect(throws: TrainingError.self) {
      try Trainer(resuming: checkpoint, training: validation, validation: training)
    }
    for bad in [Data(), bytes.prefix(bytes.count / 2), stopped.bestModel.safetensors.bytes()] {
      try bad.write(to: URL(fileURLWithPath: path))
      #expect(throws: TrainingError.self) { try Checkpoint(path: path) }
    }
  }
}
