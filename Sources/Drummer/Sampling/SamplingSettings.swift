import Foundation
import MusicalTime
import Rhythm

/// Sampling settings of a bar, derived from its direction.
struct SamplingSettings: Sendable {
  /// Temperature for the step and the drum, and for offset and velocity.
  var structureTemperature: Float
  var feelTemperature: Float
  /// Logit bias of long waits: times log₂(1 + w) for a wait of w sixteenths.
  var patience: Float
  /// The weight of the groove prior in the mix with the network's distribution, 0 to 1.
  var priorWeight: Float = 0.1
  /// The probability of accepting a hit that is not part of the groove, 0 to 1.
  var curiosity: Float = 0.15
  /// Exponent applied to velocities scaled to 0 to 1.
  var softness: Double
  /// The velocity that full force becomes: below 127 for a loudness below the middle, because an
  /// exponent leaves it alone.
  var ceiling: Double
  /// Logit bias per drum.
  var taste = InlineArray<13, Float>(repeating: 0)
  /// The length of 1/96 of the drummer's beat.
  var tickMilliseconds: Double

  /// Top-p (nucleus) sampling of steps and drums: the most likely values with this total
  /// probability. Offsets and velocities use all values.
  static let topP: Float = 0.98
  /// The bias of a crash on the first step after a fill: real drummers hit one in 39 % of bars after
  /// fills with toms, in 20 % after those without.
  static let landing: Float = 0.7
  /// The network predicts velocities closer together than its training data; an exponent of 2 to
  /// this power restores the contrast.
  static let contrast = 0.08

  /// The settings for `direction`; with all settings in the middle, the model's own distribution.
  init(_ direction: BarDirection, contrast: Double = 0) {
    let settings = direction.settings
    let wildness = Float(exp2(1.2 * (settings.wildness - 0.5)))
    structureTemperature = wildness
    feelTemperature = wildness
    // Low temperature favours short waits; without the second term strict playing would be busy.
    patience = Float(0.1 + 1.9 * (0.5 - settings.density) + 0.5 * (0.5 - settings.wildness))
    softness = exp2(3 * (0.5 - settings.loudness) + contrast)
    ceiling = 127 - 80 * max(0.5 - settings.loudness, 0)
    tickMilliseconds = 60_000 / 96 / direction.drummersBPM
  }

  /// The settings for `direction`, with what keeps the performance near its groove.
  init(_ direction: BarDirection, near anchor: Anchor) {
    self.init(direction, contrast: Self.contrast)
    guard anchor.groove != nil else { return }
    patience += anchor.patience(density: direction.settings.density)
    let bias = anchor.timekeeping
    for drum in Vocabulary.timekeepers { taste[drum] += bias }
  }

  /// The settings at the end of four bars, where drummers lead over to the next: more snare and toms.
  var forEnding: SamplingSettings {
    var ending = self
    ending.patience -= 0.4
    for drum in Vocabulary.fillDrums { ending.taste[drum] += drum < 6 ? 0.5 : 1 }
    for drum in Vocabulary.timekeepers { ending.taste[drum] -= 0.5 }
    return ending
  }

  /// The share of fourth bars that end so.
  static let endings: Float = 0.4

  /// The settings during a fill: more hits, more toms, less of the groove prior.
  var forFill: SamplingSettings {
    var fill = self
    fill.priorWeight = 0
    fill.curiosity = 1
    fill.patience -= 0.7
    fill.structureTemperature *= 1.1
    for drum in Vocabulary.toms { fill.taste[drum] += 0.3 }
    for drum in 1...2 { fill.taste[drum] += 0.3 }
    for drum in Vocabulary.timekeepers { fill.taste[drum] -= 1 }
    return fill
  }

  /// The network's velocity (the centre of its bin) that becomes `played`.
  func meant(by played: UInt8) -> UInt8 {
    let meant = 127 * pow(Double(played) / ceiling, 1 / softness)
    return Vocabulary.velocity(ofBin: Int(Velocity.clamped(meant.rounded())) >> 2).value
  }

  /// The velocity that is played for the network's, which stands for a bin of four: one of them by
  /// `chance` (0 ..< 1), and full force as it is.
  ///
  /// If it would be converted back to another bin, it is the middle's.
  func audible(_ velocity: UInt8, in chance: Float) -> Velocity {
    guard velocity < 127 else { return audible(velocity) }
    let exact = audible(max(velocity & ~3 + UInt8(chance * 4), 1))
    return meant(by: exact.value) == velocity ? exact : audible(velocity)
  }

  /// The velocity that is played for one velocity of the network.
  func audible(_ velocity: UInt8) -> Velocity {
    Velocity(clamping: Int((ceiling * pow(Double(velocity) / 127, softness)).rounded()))
  }
}

extension BarDirection {
  /// The drummer's tempo in beats per minute: half or double in half or double feel.
  var drummersBPM: Double {
    switch settings.feel {
    case .half: tempo.bpm / 2
    case .normal: tempo.bpm
    case .double: tempo.bpm * 2
    }
  }

  /// The same, within the range of the training data.
  var drummersTempo: Tempo { Tempo(clampingBPM: Conditions.trainedTempo(drummersBPM)) }
}

extension Vocabulary {
  /// The indices of the toms.
  static var toms: Range<Int> { 6..<9 }
  /// The indices of the snares and toms: what fills are made of.
  static var fillDrums: [Int] { [1, 2, 6, 7, 8] }
  /// The indices of hi-hats and rides.
  static var timekeepers: [Int] { [3, 5, 11, 12] }
}
