import GhostnoteTesting
import MusicalTime
import Rhythm
import Testing

@Suite struct SavedSelectionTests {
  @Test func `saved hits can be placed from any marker on`() throws {
    let pattern = try Pattern(
      rows: """
        kick   X.x.....
        snare  .o......
        clap   xxx.....
        """)
    let voices: Set = [Voice(.kick), Voice(.snare)]
    var edited = EditedPattern(pattern, Selection(.hits, 0..<3, voices: voices))
    let saved = try edited.savedSelection(named: "lick")
    #expect(saved.name == "lick")
    try edited.place(saved, at: 5)
    #expect(
      try edited.pattern
        == Pattern(
          rows: """
            kick   X.x..X.x
            snare  .o....o.
            clap   xxx.....
            """))
    let before = edited
    #expect(throws: EditError.hitOutside(Voice(.kick), from: 2, to: 8, count: 8)) {
      try edited.place(saved, at: 6)
    }
    #expect(throws: EditError.noMarker(8, count: 8)) { try edited.place(saved, at: 8) }
    #expect(edited == before)
  }

  @Test func `placing hits adds missing lanes`() throws {
    let rows = try Pattern(rows: "kick X.\nsnare .x")
    let saved = try EditedPattern(rows, Selection(.hits, [0, 1])).savedSelection(named: "")
    var edited = EditedPattern(.empty)
    try edited.place(saved, at: 14)
    #expect(edited.pattern.lanes.map { $0.steps.firstIndex { $0 != nil } } == [14, 15])
  }

  @Test func `saved markers can be placed, and keep existing hits`() throws {
    let grid = try Grid(
      length: Beats(4),
      markers: [Marker(.zero), Marker(Beats(1, over: 3), amplitude: 0.5), Marker(Beats(2))])
    let lane = Lane(Voice(.kick), steps: [nil, nil, Step(StepNotation.hit)])
    var edited = EditedPattern(
      try Pattern(grid: grid, lanes: [lane]), Selection(.markers, [0, 1]))
    let saved = try edited.savedSelection(named: "")
    try edited.place(saved, at: 2)
    #expect(
      edited.pattern.grid.markers == grid.markers + [Marker(Beats(7, over: 3), amplitude: 0.5)])
    #expect(edited.pattern.hits.map(\.beat) == [Beats(2)])
    #expect(edited.selection?.numbers == [2, 3])
    try edited.place(saved, at: 0)
    #expect(edited.pattern.grid.count == 4)
    #expect(edited.selection?.numbers == [0, 1])
    let late = SavedSelection(.markers([Marker(.zero), Marker(Beats(2))]))
    #expect(throws: EditError.grid(.outside(marker: 4, Beats(4), length: Beats(4)))) {
      try edited.place(late, at: 2)
    }
  }

  @Test func `what was placed, selected and saved again is the same`() throws {
    var chance = SplitMix64(seed: 8)
    var placed = 0
    for _ in 0..<2_000 {
      var edited = EditedPattern.random(using: &chance)
      guard edited.selection?.kind == .markers, let saved = try? edited.savedSelection(named: "g")
      else { continue }
      guard (try? edited.place(saved, at: 0)) != nil else { continue }
      placed += 1
      #expect(try edited.savedSelection(named: "g") == saved)
    }
    #expect(placed > 300)
  }

  @Test func `an empty selection cannot be saved`() throws {
    let pattern = try Pattern(rows: "kick X...")
    #expect(throws: EditError.nothingSelected) {
      try EditedPattern(pattern).savedSelection(named: "")
    }
    #expect(throws: EditError.nothingFound) {
      try EditedPattern(pattern, Selection(.hits, [1, 2])).savedSelection(named: "")
    }
  }
}
