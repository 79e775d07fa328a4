/// A pattern drawn as text: a line of beat numbers, then a line a lane, cells grouped by beat.
public enum PatternGrid {
  /// The drawing, without a line break at its end; `playhead` (counted from 0) adds a line that points at a step.
  ///
  /// A hit shows the mark nearest its velocity. Muted lanes are marked `m`, soloed ones `s`.
  public static func drawing(of pattern: Pattern, playhead: Int? = nil) -> String {
    let width = pattern.lanes.map(\.drum.name.count).max() ?? 0
    let margin = String(repeating: " ", count: width + 3)
    var lines = [margin + ruler(of: pattern)]
    for lane in pattern.lanes {
      let name = lane.drum.name
      let blanks = String(repeating: " ", count: width - name.count)
      lines.append(name + blanks + " " + sign(of: lane) + " " + cells(of: lane, in: pattern))
    }
    if let playhead, (0..<pattern.stepCount).contains(playhead) {
      let beatsPassed = playhead / pattern.stepsPerBeat
      lines.append(margin + String(repeating: " ", count: playhead + beatsPassed) + "^")
    }
    return lines.joined(separator: "\n")
  }

  /// The mark nearest a velocity: `X`, `x` or `o`.
  static func mark(of velocity: Velocity) -> Character {
    // Half way between the notation's 56, 96 and 120.
    velocity.value >= 108 ? "X" : velocity.value >= 76 ? "x" : "o"
  }

  private static func ruler(of pattern: Pattern) -> String {
    let lastBeat = (pattern.stepCount - 1) / pattern.stepsPerBeat
    var ruler = ""
    for beat in 0...lastBeat {
      let start = beat * (pattern.stepsPerBeat + 1)
      // Where beats are narrower than their numbers, a number is left out rather than moved.
      guard ruler.count < start || beat == 0 else { continue }
      ruler += String(repeating: " ", count: start - ruler.count) + String(beat + 1)
    }
    return ruler
  }

  private static func sign(of lane: Lane) -> String {
    lane.isMuted ? "m" : lane.isSoloed ? "s" : " "
  }

  private static func cells(of lane: Lane, in pattern: Pattern) -> String {
    var cells = ""
    for (index, step) in lane.steps.enumerated() {
      if index > 0, index.isMultiple(of: pattern.stepsPerBeat) { cells.append("|") }
      cells.append(step.map(mark) ?? ".")
    }
    return cells
  }
}
