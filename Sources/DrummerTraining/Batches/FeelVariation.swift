import Drummer
import Foundation

/// How a stretch of a piece is changed for data augmentation: all velocities follow one curve, all
/// offsets are shifted by the same time.
struct FeelVariation: Sendable, Hashable, Codable {
  /// The exponent of the curve: a velocity v becomes 127·(v/127)^γ.
  var gamma: Double
  /// Ticks of 1/96 beat that are added to every offset.
  var shift: Int

  /// The ranges of `gamma` and `shift`.
  static let gammas = 0.2...5.0
  static let shifts = -12...12
  /// No variation.
  static let asRecorded = FeelVariation(gamma: 1, shift: 0)

  /// Whether the numbers, read from a checkpoint, are in range.
  var isSound: Bool { Self.gammas.contains(gamma) && Self.shifts.contains(shift) }
}

extension FeelVariation {
  /// A random one for a stretch.
  init(_ variation: TrainingSettings.Variation, chance: inout SplitMix) {
    let gamma = exp(variation.velocityCurve * chance.normal())
    let shift = Int((variation.timingShift * chance.normal()).rounded())
    self.init(
      gamma: min(max(gamma, Self.gammas.lowerBound), Self.gammas.upperBound),
      shift: min(max(shift, Self.shifts.lowerBound), Self.shifts.upperBound))
  }
}
