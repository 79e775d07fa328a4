import Foundation
import MusicalTime
import Rhythm

/// How a bar is played: a direction in the drummer's own terms.
struct Manner: Sendable {
  /// For the step and the drum, and for how early and how hard.
  var structureTemperature: Float
  var feelTemperature: Float
  /// Added to the logit of a wait of w sixteenths, times log₂(1 + w).
  var patience: Float
  /// How often the drummer follows its habit and not the network, 0 to 1.
  var habit: Float = 0.1
  /// How willingly it plays what it is not in the habit of, 0 to 1.
  var curiosity: Float = 0.1
  /// Played velocities v, from 0 to 1, become v to this power.
  var softness: Double
  /// Added to the drums' logits.
  var taste = InlineArray<13, Float>(repeating: 0)
  /// A tick of 1/96 of the drummer's beat.
  var tickMilliseconds: Double

  /// Of steps and drums the likeliest that together have this much of what is possible are drawn
  /// from; of offsets and velocities all.
  static let top: Float = 0.98
  /// How much farther apart the network's velocities are played than it means them, which is less
  /// far than in what it learned from: v, from 0 to 1, becomes v to the power of 2 to this.
  static let contrast = 0.15

  /// As `direction` asks; with a model as it learned, where all settings are in their middle.
  init(_ direction: BarDirection, contrast: Double = 0) {
    let settings = direction.settings
    let wildness = Float(exp2(1.2 * (settings.wildness - 0.5)))
    structureTemperature = wildness
    feelTemperature = wildness
    // What is foreseen is also what comes soon: without the second term strictness would be busy.
    patience = Float(0.1 + 1.9 * (0.5 - settings.density) + 0.5 * (0.5 - settings.wildness))
    softness = exp2(3 * (0.5 - settings.loudness) + contrast)
    tickMilliseconds = 60_000 / 96 / direction.drummersBPM
  }

  /// The same for a fill: more of it, on the toms, and not as usual.
  var forFill: Manner {
    var fill = self
    fill.habit = 0
    fill.curiosity = 1
    fill.patience -= 0.1
    fill.structureTemperature *= 1.1
    for drum in Vocabulary.toms { fill.taste[drum] += 1 }
    for drum in Vocabulary.timekeepers { fill.taste[drum] -= 1 }
    return fill
  }

  /// The velocity, the middle of its bin, that was meant by one that is heard.
  func meant(by heard: UInt8) -> UInt8 {
    let meant = softness == 1 ? Double(heard) : 127 * pow(Double(heard) / 127, 1 / softness)
    return Vocabulary.velocity(ofBin: Int(min(max(meant.rounded(), 1), 127)) >> 2).value
  }

  /// The velocity that is heard for one that was meant.
  func audible(_ velocity: UInt8) -> Velocity {
    guard softness != 1 else { return Velocity(clamping: Int(velocity)) }
    return Velocity(clamping: Int((127 * pow(Double(velocity) / 127, softness)).rounded()))
  }
}

extension BarDirection {
  /// The tempo as the drummer feels it, beats a minute.
  var drummersBPM: Double {
    switch settings.feel {
    case .half: tempo.bpm / 2
    case .normal: tempo.bpm
    case .double: tempo.bpm * 2
    }
  }

  /// The same within what models have learned.
  var drummersTempo: Tempo { Tempo(clampingBPM: min(max(drummersBPM, 40), 300)) }
}

extension Vocabulary {
  /// Toms, by their index.
  static var toms: Range<Int> { 6..<9 }
  /// Hi-hats and rides, by their index.
  static var timekeepers: [Int] { [3, 5, 11, 12] }
}
