import GhostnoteTesting
import MusicalTime
import Rhythm
import Testing

@Suite struct SelectionTests {
  private let eight = Selection(.markers, [2, 3])

  private func chosen(
    _ choice: Selection.Choice, from selection: Selection? = nil, adding: Bool = false,
    _ rows: String = "kick X..x..x."
  ) throws -> [Int] {
    try (selection ?? eight).choosing(choice, in: try Pattern(rows: rows), adding: adding).numbers
  }

  @Test func `numbers are sorted and unique`() {
    #expect(Selection(.hits, [3, 1, 3, 2]).numbers == [1, 2, 3])
  }

  @Test func `all, the inverse, and the markers on either side can be selected`() throws {
    #expect(try chosen(.all) == Array(0..<8))
    #expect(try chosen(.inverse) == [0, 1, 4, 5, 6, 7])
    #expect(try chosen(.left(of: 2)) == [0, 1])
    #expect(try chosen(.right(of: 5)) == [6, 7])
    #expect(try chosen(.left(of: nil)) == [0, 1])
    #expect(try chosen(.right(of: nil)) == [4, 5, 6, 7])
    #expect(try chosen(.numbers([7, 0])) == [0, 7])
    #expect(try chosen(.numbers([7]), adding: true) == [2, 3, 7])
  }

  @Test func `inverting twice selects the same`() throws {
    var chance = SplitMix64(seed: 6)
    for _ in 0..<2_000 {
      let given = EditedPattern.random(using: &chance)
      guard let selection = given.selection,
        let inverse = try? selection.choosing(.inverse, in: given.pattern)
      else { continue }
      #expect(try inverse.choosing(.inverse, in: given.pattern) == selection)
      #expect(Set(inverse.numbers).isDisjoint(with: selection.numbers))
    }
  }

  @Test func `a code selects the markers with matching contents`() throws {
    let rows = """
      kick   X..x..x.
      snare  ..x...x.
      """
    #expect(try chosen(.code(try ClipCode("1")), rows) == [0, 3, 6])
    #expect(try chosen(.code(try ClipCode("2")), rows) == [2, 6])
    #expect(try chosen(.code(try ClipCode("?")), rows) == [0, 2, 3, 6])
    #expect(try chosen(.code(try ClipCode("-")), rows) == [1, 4, 5, 7])
    #expect(try chosen(.code(try ClipCode("1 -")), rows) == [0, 1, 5, 6, 7])
    let kicks = Selection(.hits, [0], voices: [Voice(.kick)])
    #expect(try chosen(.code(try ClipCode("?")), from: kicks, rows) == [0, 3, 6])
  }

  @Test func `a code tells the clips of one drum apart`() throws {
    let soft = Clip(Voice(.kick), envelope: try #require(Envelope(attack: 0.5, decay: 0)))
    var edited = EditedPattern(try Pattern(rows: "kick x......."))
    try edited.setClip(1, to: soft)
    try edited.fill(try ClipCode("1 2 - 2"), seed: 0)
    // A hit without a clip, or with that of another drum, is one of its drum's first clip.
    var pattern = edited.pattern
    var other = Step(StepNotation.hit)
    other.clip = 2
    try pattern.set(step: 2, of: Voice(.kick), to: other)
    for (code, found) in [("1", [0, 2, 4]), ("2", [1, 3, 5, 7]), ("1 2", [0, 1, 2, 3, 4, 5, 7])] {
      #expect(try eight.choosing(.code(try ClipCode(code)), in: pattern).numbers == found)
    }
  }

  @Test func `held markers are selected, and are not rests`() throws {
    var edited = EditedPattern(try Pattern(stepCount: 8))
    try edited.fill(try ClipCode("1 +*2 -"), seed: 0)
    for (code, found) in [("+", [1, 2, 5, 6]), ("-", [3, 7]), ("?", [0, 4])] {
      let choice = Selection.Choice.code(try ClipCode(code))
      #expect(try eight.choosing(choice, in: edited.pattern).numbers == found)
    }
  }

  @Test func `missing markers cannot be selected`() throws {
    #expect(throws: EditError.noMarker(8, count: 8)) { try chosen(.numbers([0, 8])) }
    #expect(throws: EditError.noMarker(8, count: 8)) { try chosen(.left(of: 8)) }
    #expect(throws: EditError.noMarker(-1, count: 8)) { try chosen(.right(of: -1)) }
    #expect(throws: EditError.nothingFound) { try chosen(.left(of: 0)) }
    #expect(throws: EditError.nothingFound) { try chosen(.code(try ClipCode("5"))) }
    #expect(throws: EditError.nothingSelected) {
      try chosen(.right(of: nil), from: Selection(.markers, []))
    }
    #expect(throws: EditError.noLane(Voice(.snare))) {
      try chosen(.all, from: Selection(.hits, [0], voices: [Voice(.snare)]))
    }
    #expect(throws: EditError.noOwnGrid(Voice(.kick))) {
      try chosen(.all, from: Selection(.markers, [0], ofLane: Voice(.kick)))
    }
    #expect(throws: EditError.noLane(Voice(.ride))) {
      try chosen(.all, from: Selection(.markers, [0], ofLane: Voice(.ride)))
    }
  }

  @Test func `in another pattern only existing markers stay selected`() throws {
    let pattern = try Pattern(rows: "kick X...")
    #expect(Selection(.markers, [1, 3, 9]).fitting(pattern)?.numbers == [1, 3])
    #expect(Selection(.markers, [4]).fitting(pattern) == nil)
    #expect(Selection(.hits, [1], voices: [Voice(.snare)]).fitting(pattern) == nil)
    #expect(Selection(.markers, [1], ofLane: Voice(.kick)).fitting(pattern) == nil)
  }

  @Test func `errors say where and what to do`() {
    let all: [EditError] = [
      .noMarker(8, count: 8), .noMarker(1, count: 1), .noLane(Voice(.kick)),
      .noOwnGrid(Voice(.kick)), .otherGrid(Voice(.kick)), .nothingSelected, .nothingFound,
      .grid(.markerCount(0)), .pattern(.laneCount(65)), .taken(Beats(1), marker: 3),
      .hitOutside(Voice(.kick), from: 0, to: -1, count: 4),
      .hitTaken(Voice(.kick), from: 0, to: 1), .division(1), .narrow(marker: 0, by: 3),
      .merging(5, by: 2), .single, .notSelected(1), .noClip(16), .emptyClip(1, column: 2), .noClips,
      .nothingToHold(column: 0), .noSavedSelection(16), .emptySavedSelection(2),
      .unnamedSavedSelection("x"),
      .hitDistance(Beats(1, over: 8)),
    ]
    #expect(Set(all.map(\.description)).count == all.count)
    #expect(all.allSatisfy { !$0.description.isEmpty })
    let claves = Voice(name: "claves") ?? Voice(.kick)
    #expect(EditError.noLane(claves).description == "75@10 (Claves) has no lane in this pattern")
    #expect(
      EditError.merging(1, by: 2).description == "1 selected marker: expected a multiple of 2")
    #expect(EditError.noMarker(8, count: 8).description == "marker 9: the grid has markers 1–8")
    #expect(
      EditError.hitOutside(Voice(.kick), from: 2, to: 8, count: 8).description
        == "kick, marker 3: expected a marker of 1–8, found 9")
    #expect(
      EditError.hitTaken(Voice(.kick), from: 0, to: 1).description
        == "kick, marker 1: marker 2 has hits that are not selected")
    #expect(
      EditError.emptyClip(1, column: 2).description
        == "column 3: clip 2 is empty: `clip 2 snare` fills it")
  }

  @Test func `a row selects markers regardless of their contents`() throws {
    let pattern = try Pattern(rows: "kick x.x.....")
    let start = Selection(.markers, [])
    #expect(try start.choosing(.row([true, false]), in: pattern).numbers == [0, 2, 4, 6])
    #expect(try start.choosing(.row([false, true, true]), in: pattern).numbers == [1, 2, 4, 5, 7])
    #expect(throws: EditError.nothingFound) { try start.choosing(.row([false]), in: pattern) }
  }

  @Test func `toggling selects what was not selected, and leaves what was`() throws {
    let pattern = try Pattern(rows: "kick x.x.....")
    let start = Selection(.markers, [0, 1, 2, 3])
    let toggled = try start.choosing(.numbers([2, 3, 4, 5]), in: pattern, toggling: true)
    #expect(toggled.numbers == [0, 1, 4, 5])
    let again = try toggled.choosing(.numbers([2, 3, 4, 5]), in: pattern, toggling: true)
    #expect(again == start)
    #expect(throws: EditError.nothingFound) {
      try start.choosing(.numbers([0, 1, 2, 3]), in: pattern, toggling: true)
    }
  }
}
