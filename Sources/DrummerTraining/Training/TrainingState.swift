import Drummer
import MusicalTime

/// The result of one epoch.
public struct EpochReport: Sendable, Hashable, Codable {
  /// Counted from 1.
  public var epoch: Int
  /// On the training pieces, during training (with dropout).
  public var training: PredictionStatistics
  /// On the validation pieces, after the epoch, with averaged weights.
  public var validation: PredictionStatistics
  /// The learning rate at its end.
  public var rate: Double
  /// Seconds, including validation.
  public var seconds: Double
  /// Whether it is the best epoch so far.
  public var isBest: Bool

  /// Metrics for a model card.
  var metrics: [String: Double] {
    var metrics = [
      "epoch": Double(epoch), "train": training.nllPerHit, "validation": validation.nllPerHit,
      "validation.stepAndDrumRight": validation.accuracy,
    ]
    for attribute in Attribute.allCases {
      metrics["validation.\(attribute)"] = validation.nllPerHit(attribute)
    }
    return metrics.mapValues { ($0 * 1e5).rounded() / 1e5 }
  }
}

/// The state of a training other than its arrays of numbers; stored in checkpoints.
struct TrainingState: Codable, Sendable, Hashable {
  var settings: TrainingSettings
  /// Identifies the training and validation pieces.
  var pieces: Fingerprint
  /// Completed epochs.
  var epochs: [EpochReport] = []
  /// The sampler of the current epoch.
  var sampler: BatchSampler?
  var statistics = PredictionStatistics()
  var chance: SplitMix
  /// AdamW steps so far.
  var steps = 0
  /// So far, and at the start of the epoch.
  var seconds = 0.0
  var secondsBefore = 0.0

  /// The spelling of checkpoints, which is older than two of the names.
  private enum CodingKeys: String, CodingKey {
    case settings, pieces, epochs
    case sampler = "dealer"
    case statistics = "foresight"
    case chance, steps
    case seconds, secondsBefore
  }

  var best: EpochReport? { epochs.last { $0.isBest } }

  /// Whether its values are valid to resume from.
  var isSound: Bool {
    settings.isSound && (0...1 << 40).contains(steps) && seconds.isFinite && seconds >= 0
      && epochs.indices.allSatisfy { epochs[$0].epoch == $0 + 1 }
      && ([statistics] + epochs.flatMap { [$0.training, $0.validation] }).allSatisfy(\.isSound)
  }

  /// The next batch of the current epoch, or nil at its end.
  mutating func nextBatch(_ set: some BatchedPieces) -> TruncatedBatch? {
    sampler?.next(set, chance: &chance)
  }

  /// Identifies a set of pieces.
  struct Fingerprint: Codable, Sendable, Hashable {
    var pieces: Int
    var hits: Int
    var digest: UInt64

    /// Of the pieces for training and those for validation; pieces without hits do not count.
    init(_ sets: [[TrainingPiece]]) {
      let sets = sets.map { $0.filter { !$0.tokens.isEmpty } }
      pieces = sets.reduce(0) { $0 + $1.count }
      hits = sets.joined().reduce(0) { $0 + $1.tokens.count }
      // 64-bit FNV-1a.
      var digest: UInt64 = 0xcbf2_9ce4_8422_2325
      func add(_ number: UInt64) { digest = (digest ^ number) &* 0x100_0000_01b3 }
      for set in sets {
        for placed in set.lazy.map(\.tokens).joined() {
          let token = placed.token
          let numbers = [token.drum, token.offset, placed.velocity, UInt8(placed.step & 0xFF)]
          for number in numbers { add(UInt64(number)) }
        }
        for piece in set {
          let conditions = piece.conditions
          add(UInt64(piece.tokens.count))
          add(UInt64(bitPattern: Int64(conditions.style ?? -1)))
          add(conditions.isFill ? 1 : 0)
          add(UInt64(bitPattern: Int64(conditions.player)))
          add(conditions.tempo.bpm.bitPattern)
        }
      }
      self.digest = digest
    }
  }
}
