import MusicalTime

/// Draws a pattern as text: a line of beat numbers, then one line per lane, with cells grouped by
/// beat.
public enum PatternGrid {
  /// The columns of a usual terminal.
  public static let usualColumns = 80

  /// The drawing, without a trailing line break; `playhead` (counted from 0) adds a line that
  /// points at a step.
  ///
  /// A hit shows the mark nearest its velocity. Muted lanes are marked `m`, soloed ones `s`. A
  /// pattern wider than `columns` is drawn in blocks of whole bars, or beats where a bar is wider,
  /// one below the other.
  public static func drawing(
    of pattern: Pattern, playhead: Int? = nil, columns: Int = .max
  ) -> String {
    blocks(of: pattern, columns: columns).map {
      block(of: pattern, $0, playhead: playhead)
    }.joined(separator: "\n\n")
  }

  /// The block of the drawing that the playhead is in; without one, the first.
  public static func page(of pattern: Pattern, playhead: Int?, columns: Int) -> String {
    let blocks = blocks(of: pattern, columns: columns)
    let markers = pattern.grid.markers
    let beat = playhead.flatMap { markers.indices.contains($0) ? markers[$0].beat : nil } ?? .zero
    let place = blocks.firstIndex { $0.contains(beat) } ?? 0
    return block(of: pattern, blocks[place], playhead: playhead)
  }

  /// The mark nearest a velocity: `X`, `x` or `o`.
  static func mark(of velocity: Velocity) -> Character {
    // Half way between the notation's velocities 56, 96 and 120.
    velocity.value >= 108 ? "X" : velocity.value >= 76 ? "x" : "o"
  }

  /// For each marker, whether it is the first of a new beat.
  static func bars(in grid: Grid) -> [Bool] { bars(in: grid.markers[...]) }

  private static func bars(in markers: ArraySlice<Marker>) -> [Bool] {
    let beats = markers.map { $0.beat.dividedRoundingDown(by: Beats(1)) }
    return beats.indices.map { $0 > 0 && beats[$0] > beats[$0 - 1] }
  }

  private static func sign(of lane: Lane) -> String {
    lane.isMuted ? "m" : lane.isSoloed ? "s" : " "
  }
}

// Blocks.
extension PatternGrid {
  /// The beats of each block; one for all where that is not wider than `columns`, else as many bars
  /// or beats as fit, halved until they do, or single beats.
  private static func blocks(of pattern: Pattern, columns: Int) -> [Range<Beats>] {
    let grids = [pattern.grid] + pattern.lanes.compactMap(\.grid)
    let end = grids.map(\.length).max() ?? pattern.length
    let whole = [Beats.zero..<end]
    let room = columns - margin(of: pattern)
    guard columns < .max, !fits(whole, grids, in: room) else { return whole }
    let bar = pattern.bar.length
    let beats = stride(from: bar.units / Beats.unitsPerBeat, to: 1, by: -1).map { Beats($0) }
    for length in [bar * 8, bar * 4, bar * 2, bar] + beats.filter({ bar.units % $0.units == 0 }) {
      let blocks = split(end, by: length)
      if fits(blocks, grids, in: room) { return blocks }
    }
    return split(end, by: Beats(1))
  }

  private static func split(_ end: Beats, by length: Beats) -> [Range<Beats>] {
    (0..<end.dividedRoundingUp(by: length)).map { index in
      length * index..<min(length * (index + 1), end)
    }
  }

  private static func fits(_ blocks: [Range<Beats>], _ grids: [Grid], in room: Int) -> Bool {
    blocks.allSatisfy { block in
      grids.allSatisfy { grid in
        let markers = markers(of: grid, in: block)
        return markers.count + bars(in: markers).count { $0 } <= room
      }
    }
  }

  private static func markers(of grid: Grid, in block: Range<Beats>) -> ArraySlice<Marker> {
    let markers = grid.markers
    let first = markers.firstIndex { $0.beat >= block.lowerBound } ?? markers.endIndex
    let end = markers[first...].firstIndex { $0.beat >= block.upperBound } ?? markers.endIndex
    return markers[first..<end]
  }

  /// The columns before the cells: the name, a blank, the sign and another.
  private static func margin(of pattern: Pattern) -> Int { nameWidth(of: pattern) + 3 }

  private static func nameWidth(of pattern: Pattern) -> Int {
    pattern.lanes.map(\.voice.description.count).max() ?? 0
  }

  private static func block(
    of pattern: Pattern, _ block: Range<Beats>, playhead: Int?
  ) -> String {
    let width = nameWidth(of: pattern)
    let margin = String(repeating: " ", count: margin(of: pattern))
    let shown = markers(of: pattern.grid, in: block)
    var lines = [margin + ruler(of: shown)]
    for lane in pattern.lanes {
      let name = lane.voice.description
      let blanks = String(repeating: " ", count: width - name.count)
      let markers = markers(of: pattern.grid(of: lane), in: block)
      lines.append(name + blanks + " " + sign(of: lane) + " " + cells(of: lane, at: markers))
    }
    if let playhead, shown.indices.contains(playhead) {
      let passed = playhead - shown.startIndex
      let beatsPassed = bars(in: shown).prefix(passed + 1).count { $0 }
      lines.append(margin + String(repeating: " ", count: passed + beatsPassed) + "^")
    }
    return lines.joined(separator: "\n")
  }

  private static func ruler(of markers: ArraySlice<Marker>) -> String {
    var ruler = ""
    var column = 0
    for (marker, isBar) in zip(markers, bars(in: markers)) {
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

  private static func cells(of lane: Lane, at markers: ArraySlice<Marker>) -> String {
    var cells = ""
    for (index, isBar) in zip(markers.indices, bars(in: markers)) {
      if isBar { cells.append("|") }
      cells.append(lane.steps[index].map { mark(of: $0.velocity) } ?? ".")
    }
    return cells
  }
}
