import MusicalTime

/// Draws a pattern as text: a line of beat numbers, then one line per lane, with cells grouped by
/// beat.
public enum PatternGrid {
  /// The drawing, without a trailing line break; `playhead` (counted from 0) adds a line that
  /// points at a step.
  ///
  /// A hit shows the mark nearest its velocity. Muted lanes are marked `m`, soloed ones `s`.
  public static func drawing(of pattern: Pattern, playhead: Int? = nil) -> String {
    let names = pattern.lanes.map(\.voice.description)
    let width = names.map(\.count).max() ?? 0
    let margin = String(repeating: " ", count: width + 3)
    var lines = [margin + ruler(of: pattern.grid)]
    for (name, lane) in zip(names, pattern.lanes) {
      let blanks = String(repeating: " ", count: width - name.count)
      lines.append(name + blanks + " " + sign(of: lane) + " " + cells(of: lane, in: pattern))
    }
    if let playhead, (0..<pattern.stepCount).contains(playhead) {
      let beatsPassed = bars(in: pattern.grid).prefix(playhead + 1).count { $0 }
      lines.append(margin + String(repeating: " ", count: playhead + beatsPassed) + "^")
    }
    return lines.joined(separator: "\n")
  }

  /// The mark nearest a velocity: `X`, `x` or `o`.
  static func mark(of velocity: Velocity) -> Character {
    // Half way between the notation's velocities 56, 96 and 120.
    velocity.value >= 108 ? "X" : velocity.value >= 76 ? "x" : "o"
  }

  /// For each marker, whether it is the first of a new beat.
  static func bars(in grid: Grid) -> [Bool] {
    let beats = grid.markers.map { $0.beat.dividedRoundingDown(by: Beats(1)) }
    return beats.indices.map { $0 > 0 && beats[$0] > beats[$0 - 1] }
  }

  private static func ruler(of grid: Grid) -> String {
    var ruler = ""
    var column = 0
    for (marker, isBar) in zip(grid.markers, bars(in: grid)) {
      if isBar { column += 1 }
      // Where beats are narrower than their numbers, a number is left out instead of shifted.
      if isBar || column == 0, ruler.count < column || column == 0 {
        let number = marker.beat.dividedRoundingDown(by: Beats(1)) + 1
        ruler += String(repeating: " ", count: column - ruler.count) + String(number)
      }
      column += 1
    }
    return ruler
  }

  private static func sign(of lane: Lane) -> String {
    lane.isMuted ? "m" : lane.isSoloed ? "s" : " "
  }

  private static func cells(of lane: Lane, in pattern: Pattern) -> String {
    var cells = ""
    for (step, isBar) in zip(lane.steps, bars(in: pattern.grid(of: lane))) {
      if isBar { cells.append("|") }
      cells.append(step.map { mark(of: $0.velocity) } ?? ".")
    }
    return cells
  }
}
