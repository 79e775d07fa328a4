import MusicalTime
import Rhythm

/// What is recorded and how, and what clicks.
public struct RecordingStatus: Sendable, Hashable, Codable {
  /// Whether strokes become steps.
  public var isOn: Bool
  /// `overdub` or `replace`.
  public var mode: String
  /// Per cent of the way to their marker that strokes are moved.
  public var quantise: Double
  /// The drums whose steps are taken out as they come by.
  public var erased: [String]
  /// When the metronome clicks: `off`, `on` or `record`.
  public var metronome: String
  /// Bars that are counted in.
  public var countInBars: Int
  /// Whether they are being counted.
  public var isCountingIn: Bool

  init(_ patch: Patch, isOn: Bool, erased: Set<Voice>, isCountingIn: Bool) {
    self.isOn = isOn
    mode = patch.recording.mode.rawValue
    quantise = patch.recording.quantising
    self.erased = erased.map(\.description).sorted()
    metronome = patch.metronome.sounding.rawValue
    countInBars = patch.metronome.countInBars
    self.isCountingIn = isCountingIn
  }

  /// What there is to say, a line each.
  var lines: [String] {
    var lines: [String] = []
    if isOn {
      let quantised =
        quantise > 0 ? "quantised \(MachineStatus.rounded(quantise)) %" : "as played"
      lines.append("recording: \(mode), \(quantised)")
    }
    if !erased.isEmpty { lines.append("erasing: \(erased.joined(separator: ", "))") }
    if metronome != "off" || countInBars > 0 {
      let countIn = countInBars > 0 ? ", \(countInBars.counted("bar")) counted in" : ""
      lines.append("metronome: \(metronome)\(countIn)\(isCountingIn ? ", counting" : "")")
    }
    return lines
  }
}
