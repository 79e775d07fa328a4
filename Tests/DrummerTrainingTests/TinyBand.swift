import Drummer
import GhostnoteTesting
import MusicalTime
import Rhythm

@testable import DrummerTraining

/// A network and pieces small enough to compare every tensor with finite differences.
enum Tiny {
  static var design: DrummerDesign { design(headsWithPositionHistory: []) }

  static func design(headsWithPositionHistory: Set<Attribute>) -> DrummerDesign {
    var design = DrummerDesign()
    design.headsWithPositionHistory = headsWithPositionHistory
    (design.hiddenSize, design.embeddingSize, design.headSize) = (5, 4, 3)
    (design.styleCount, design.playerCount) = (2, 1)
    return design
  }

  /// Pieces of many bars, so that all look-back inputs occur; the same for the same seed.
  static func pieces(_ lengths: [Int], seed: UInt64 = 1) -> [TrainingPiece] {
    var chance = SplitMix64(seed: seed)
    return lengths.enumerated().map { number, length in
      var hits: Set<Hit> = []
      var tick: Int64 = 5
      while hits.count < length {
        let drum = Vocabulary.drums[Int.random(in: 0..<4, using: &chance)]
        let velocity = Velocity(clamping: Int.random(in: 1...127, using: &chance))
        hits.insert(Hit(drum: drum, velocity: velocity, beat: Vocabulary.tick * tick))
        // Sometimes simultaneous hits, sometimes a long rest.
        let wait = [0, 24, 24, 48, 70, 21, 200].randomElement(using: &chance) ?? 24
        tick += Int64(wait + Int.random(in: 0...4, using: &chance))
      }
      let conditions = Conditions(
        style: number % 3 == 2 ? nil : number % 3, isFill: number % 2 == 1,
        tempo: Tempo(clampingBPM: 90 + 17 * Double(number)))
      return TrainingPiece(
        id: "tiny \(number)", tokens: Vocabulary.tokens(of: hits.sorted()), conditions: conditions)
    }
  }

  static var settings: TrainingSettings {
    var settings = TrainingSettings()
    (settings.rows, settings.times, settings.stretchChunks) = (4, 12, 2)
    return settings
  }
}
