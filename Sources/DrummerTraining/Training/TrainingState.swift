import Drummer
import MusicalTime

/// How one time through all pieces went.
public struct EpochReport: Sendable, Hashable, Codable {
  /// Counted from 1.
  public var epoch: Int
  /// While learning, with parts left out.
  public var training: Foresight
  /// Afterwards, with the average of weights, on pieces that were not learned from.
  public var validation: Foresight
  /// The rate at its end.
  public var rate: Double
  /// How long it took, with its validation.
  public var seconds: Double
  /// The best so far.
  public var isBest: Bool

  /// Figures for a model's card.
  var metrics: [String: Double] {
    var metrics = [
      "epoch": Double(epoch), "train": training.natsAHit, "validation": validation.natsAHit,
      "validation.stepAndDrumRight": validation.accuracy,
    ]
    for attribute in Attribute.allCases {
      metrics["validation.\(attribute)"] = validation.natsAHit(attribute)
    }
    return metrics.mapValues { ($0 * 1e5).rounded() / 1e5 }
  }
}

/// Where a training stands, beside the numbers of its weights; what a checkpoint says of it.
struct TrainingState: Codable, Sendable, Hashable {
  var settings: TrainingSettings
  /// Of the pieces that are learned from and validated with.
  var pieces: Fingerprint
  /// Whole epochs so far.
  var epochs: [EpochReport] = []
  /// The epoch that has begun.
  var dealer: Dealer?
  var foresight = Foresight()
  var chance: SplitMix
  /// Of AdamW.
  var steps = 0
  /// Until now, and until the epoch began.
  var seconds = 0.0
  var secondsBefore = 0.0

  var best: EpochReport? { epochs.last { $0.isBest } }

  /// Whether its numbers can be gone on from.
  var isSound: Bool {
    settings.isSound && (0...1 << 40).contains(steps) && seconds.isFinite && seconds >= 0
      && epochs.indices.allSatisfy { epochs[$0].epoch == $0 + 1 }
      && ([foresight] + epochs.flatMap { [$0.training, $0.validation] }).allSatisfy(\.isSound)
  }

  /// The next chunk of the epoch that has begun, or nil when all is dealt.
  mutating func deal(_ set: TrainingSet) -> Chunk? { dealer?.next(set, chance: &chance) }

  /// What tells a set of pieces from another.
  struct Fingerprint: Codable, Sendable, Hashable {
    var pieces: Int
    var hits: Int
    var digest: UInt64

    init(_ sets: [TrainingSet]) {
      pieces = sets.reduce(0) { $0 + $1.pieces.count }
      hits = sets.reduce(0) { $0 + $1.tokens.count }
      // FNV-1a, 64 bits.
      var digest: UInt64 = 0xcbf2_9ce4_8422_2325
      func add(_ number: UInt64) { digest = (digest ^ number) &* 0x100_0000_01b3 }
      for set in sets {
        for placed in set.tokens {
          let token = placed.token
          let numbers = [token.drum, token.offset, placed.velocity, UInt8(placed.step & 0xFF)]
          for number in numbers { add(UInt64(number)) }
        }
        for (piece, conditions) in zip(set.pieces, set.conditions) {
          add(UInt64(piece.count))
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
