import MusicalTime

/// A whole pattern as text: lines such as `grid: 16/4`, then one line per lane as in `closedhat
/// [ratio √2, turn 1, mute]: x.x.`. Lines end at a line break or a semicolon; text after `#` at the
/// start of a line is a comment.
public enum PatternNotation {
  /// The words that begin lines other than lanes, in the order they are written.
  static let words = ["name", "meter", "grid", "loop", "clips", "accent", "groove"]

  /// The pattern as text, without a trailing line break; parses to the same pattern.
  public static func text(_ pattern: Pattern) -> String {
    let heads = pattern.lanes.map { head(of: $0) }
    let width = heads.map(\.count).max() ?? 0
    let lanes = zip(heads, pattern.lanes).map { head, lane in
      let blanks = String(repeating: " ", count: width - head.count + 1)
      return "\(head):\(blanks)\(StepNotation.text(lane.steps, over: pattern.grid(of: lane)))"
    }
    return (settings(of: pattern) + lanes).joined(separator: "\n")
  }

  /// The pattern in one line, for a command.
  public static func line(_ pattern: Pattern) -> String {
    text(pattern).split(separator: "\n").joined(separator: "; ")
  }

  private static func settings(of pattern: Pattern) -> [String] {
    var lines: [String] = []
    if !pattern.name.isEmpty { lines.append("name: \(Quoted.text(pattern.name))") }
    if let meter = pattern.meter { lines.append("meter: \(meter)") }
    lines.append("grid: \(GridNotation.text(pattern.grid))")
    if !pattern.loops { lines.append("loop: off") }
    if pattern.clips != Clip.standard {
      lines.append("clips: " + pattern.clips.map { text($0) }.joined(separator: ", "))
    }
    if pattern.accent != Pattern.standardAccent { lines.append("accent: \(pattern.accent)") }
    if let groove = pattern.groove { lines.append("groove: \(GrooveNotation.text(groove))") }
    return lines
  }

  private static func text(_ clip: Clip?) -> String {
    guard let clip else { return "-" }
    let envelope = clip.envelope
    return clip.voice.description
      + (envelope.attack == 0 ? "" : " attack \(envelope.attack)")
      + (envelope.decay == 0 ? "" : " decay \(envelope.decay)")
  }

  private static func head(of lane: Lane) -> String {
    var settings: [String] = []
    if let grid = lane.grid { settings.append("grid \(GridNotation.text(grid))") }
    if lane.ratio != .one { settings.append("ratio \(lane.ratio)") }
    if lane.looseness != .none {
      let milliseconds = lane.looseness.milliseconds
      let isWhole = milliseconds == milliseconds.rounded()
      let velocity = lane.looseness.velocity
      settings.append(
        "loose \(isWhole ? "\(Int(milliseconds))" : "\(milliseconds)")ms"
          + (velocity == 0 ? "" : " \(velocity)"))
    }
    if lane.turn != 0 { settings.append("turn \(lane.turn)") }
    if let group = lane.muteGroup { settings.append("group \(group)") }
    if lane.isMuted { settings.append("mute") }
    if lane.isSoloed { settings.append("solo") }
    return lane.voice.description
      + (settings.isEmpty ? "" : " [\(settings.joined(separator: ", "))]")
  }
}
