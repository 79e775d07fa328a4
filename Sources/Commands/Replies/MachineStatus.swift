import MusicalTime
import Shell

/// How things stand, for people and for programs.
public struct MachineStatus: Sendable, Hashable, Codable {
  /// The patch's name.
  public var patch: String = ""
  /// Where the patch came from, or nil for one that has no file.
  public var file: String?
  /// Whether the patch was changed since it was read or written.
  public var isEdited: Bool = false
  /// Whether the song moves.
  public var isRolling: Bool = false
  /// Beats a minute (`Tempo.range`).
  public var tempoBPM: Double = 0
  /// Beats from the beginning, the first is 0.
  public var beat: Double = 0
  /// Which time round the pattern, the first is 1.
  public var loop: Int = 0
  /// Step being played, the first is 1.
  public var step: Int = 0
  /// The drum kit and the SoundFont it is from, in words.
  public var kit: String = ""
  /// Which drums are filtered or sent to reverb and delay, in words; nil where none is.
  public var effects: String?
  /// Strokes sounded since the engine began, live ones included.
  public var hits: Int64 = 0
  /// Strokes dropped because a block had too many.
  public var droppedHits: Int64 = 0
  /// Messages dropped because an output or a queue was full.
  public var droppedMessages: Int64 = 0
  /// Strokes of the pattern that were lost because too many were to be looked ahead for.
  public var droppedCues: Int64 = 0
  /// Events, such as what was struck or turned, that were not read in time and are lost.
  public var droppedEvents: Int64 = 0
  /// Which clock leads, and how well it is followed.
  public var clock = ClockStatus()
  /// Whose hand plays the pattern, in words; nil for its steps as they are.
  public var humanised: String?
  /// What the patch's pattern is played with, in words; nil for as it is written.
  public var groove: String?
  /// Which lanes of the pattern leave by MIDI and are not heard in the audio, in words; nil where all
  /// are.
  public var midiOnly: String?
  /// What the drummer does.
  public var drummer = DrummerStatus()
  /// Which pattern is played, what waits, and where in the song it is.
  public var arrangement = ArrangementStatus()
  /// What is recorded, and what clicks.
  public var recording = RecordingStatus()
  /// What the shell adds of its devices, by name.
  public var devices: [String: String] = [:]

  /// Stopped, of a patch without a name.
  public init() {}

  /// A few lines for a terminal.
  public var text: String {
    let place = "beat \(Self.rounded(beat + 1)), loop \(loop), step \(step)"
    var lines = [
      "\(isRolling ? "rolling" : "stopped") at \(Self.rounded(tempoBPM)) bpm, \(place)",
      "patch: \(patch.isEmpty ? "untitled" : patch)\(isEdited ? " (edited)" : "")\(file.map { " from \($0)" } ?? "")"
        .onOneLine,
    ]
    lines += arrangement.lines
    lines += [
      "kit: \(kit)".onOneLine,
      "clock: \(clock.line)",
      "drummer: \(drummer.line)",
      "hits: \(hits), dropped: \(droppedHits.counted("hit")), \(droppedMessages.counted("message"))"
        + (droppedCues > 0 ? ", \(droppedCues.counted("stroke")) looked ahead for" : "")
        + (droppedEvents > 0 ? ", \(droppedEvents.counted("event"))" : ""),
    ]
    if let effects { lines.append("effects: \(effects)") }
    if let midiOnly { lines.append(midiOnly) }
    if let humanised { lines.insert("humanised: \(humanised)".onOneLine, at: 2) }
    if let groove { lines.insert("groove: \(groove)".onOneLine, at: 2) }
    lines += recording.lines
    lines += devices.sorted { $0.key < $1.key }.map { "\($0.key): \($0.value)" }
    return lines.joined(separator: "\n").printable
  }

  /// To two places, without zeros at the end.
  public static func rounded(_ value: Double) -> String {
    let hundredths = (value * 100).rounded() / 100
    return hundredths == hundredths.rounded() ? String(Int(hundredths)) : String(hundredths)
  }
}
