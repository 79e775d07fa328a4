import MusicalTime

/// What is recorded and how, and what clicks.
public struct RecordingStatus: Sendable, Hashable, Codable {
  /// Whether strokes become steps.
  public var isOn = false
  /// `overdub` or `replace`.
  public var mode = "overdub"
  /// Per cent of the way to their marker that strokes are moved.
  public var quantise = 0.0
  /// The drums whose steps are taken out as they come by.
  public var erased: [String] = []
  /// When the metronome clicks: `off`, `on` or `record`.
  public var metronome = "off"
  /// Bars that are counted in.
  public var countInBars = 0
  /// Whether they are being counted.
  public var isCountingIn = false

  /// Nothing is recorded, and nothing clicks.
  public init() {}

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
