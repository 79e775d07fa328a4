import Drummer
import Foundation
import GhostnoteTesting
import MusicalTime
import Rhythm

@testable import DrummerTraining

/// A checkpoint of a tiny training whose words are what is fuzzed: the numbers beside them are checked
/// by their counts alone.
final class CheckpointDoor: Sendable {
  static let shared = CheckpointDoor()

  private let pieces: [TrainingPiece]
  private let file: Safetensors

  private init() {
    var design = DrummerDesign.trained
    (design.hiddenSize, design.embeddingSize, design.headSize) = (2, 2, 2)
    (design.styleCount, design.playerCount) = (2, 1)
    var settings = TrainingSettings()
    (settings.rows, settings.times, settings.stretchChunks) = (2, 6, 2)
    var card = ModelCard()
    card.styles = ["a", "b"]
    pieces = (0..<3).map { number in
      let hits = (0..<20).map { step in
        Hit(
          drum: .kick, velocity: StepNotation.hit, beat: Vocabulary.tick * Int64(24 * step + number)
        )
      }
      return TrainingPiece(
        id: "\(number)", tokens: Vocabulary.tokens(of: hits),
        conditions: Conditions(style: number % 2, isFill: false, tempo: .standard))
    }
    guard
      let trainer = try? Trainer(
        design, settings, card: card, training: pieces, validation: pieces)
    else { fatalError("no training could be begun") }
    var steps = 0
    _ = try? trainer.run(clock: { 0 }, isAsked: { steps >= 1 }, onEvent: { _ in steps += 1 })
    file = Checkpoint(trainer).safetensors
  }

  func take(_ bytes: [UInt8]) {
    var file = file
    file.metadata["ghostnote.checkpoint"] = String(decoding: bytes, as: UTF8.self)
    guard let checkpoint = try? Checkpoint(file, path: "x"),
      // Larger ones are allowed, and take their time.
      checkpoint.settings.rows * checkpoint.settings.times <= 4_096,
      let trainer = try? Trainer(resuming: checkpoint, training: pieces, validation: pieces)
    else { return }
    var steps = 0
    _ = try? trainer.run(clock: { 0 }, isAsked: { steps >= 2 }, onEvent: { _ in steps += 1 })
  }
}
