import GhostnoteTesting
import MusicalTime
import Rhythm
import Testing

@Suite struct EditedPatternTests {
  /// A pattern with markers at these eighths of a bar of 4 beats.
  private func pattern(_ eighths: [Int64], _ lanes: Lane...) throws -> Pattern {
    let markers = eighths.map { Marker(Beats($0, over: 2)) }
    return try Pattern(grid: try Grid(length: Beats(4), markers: markers), lanes: lanes)
  }

  private func eighths(_ edited: EditedPattern) -> [Double] {
    edited.pattern.grid.markers.map { $0.beat.inBeats * 2 }
  }

  private func selected(
    _ rows: String, _ kind: Selection.Kind, _ numbers: [Int], _ voices: Set<Voice>? = nil
  ) throws -> EditedPattern {
    EditedPattern(try Pattern(rows: rows), Selection(kind, numbers, voices: voices))
  }

  @Test
  func `rotating by one moves every hit to the next selected marker, and the last to the first`()
    throws
  {
    var edited = try selected(
      """
      kick   X.o.xX..
      snare  .x......
      """, .hits, [0, 1, 2, 4])
    try edited.rotate(by: 1)
    #expect(
      try edited.pattern
        == Pattern(
          rows: """
            kick   xX..oX..
            snare  ..x.....
            """))
  }

  @Test func `only the hits of one voice are edited`() throws {
    let rows = """
      kick   X...
      snare  X...
      """
    var edited = try selected(rows, .hits, [0, 1, 2, 3], [Voice(.snare)])
    try edited.reverse()
    #expect(try edited.pattern == Pattern(rows: "kick X...\nsnare ...X"))
    try edited.moveHits(by: -2)
    #expect(try edited.pattern == Pattern(rows: "kick X...\nsnare .X.."))
    try edited.delete()
    #expect(try edited.pattern == Pattern(rows: "kick X...\nsnare ...."))
  }

  @Test func `a shift that wraps follows the last marker with the first, and back`() throws {
    var edited = try selected("kick X..x", .hits, [0, 3])
    try edited.moveHits(by: -1, wrapping: true)
    #expect(try edited.pattern == Pattern(rows: "kick ..xX"))
    #expect(edited.selection?.numbers == [2, 3])
    try edited.moveHits(by: 1 + 4 * 9, wrapping: true)
    #expect(try edited.pattern == Pattern(rows: "kick X..x"))
    var blocked = try selected("kick X..x", .hits, [0])
    #expect(throws: EditError.hitTaken(Voice(.kick), from: 0, to: 3)) {
      try blocked.moveHits(by: -1, wrapping: true)
    }
  }

  @Test func `a hit drawn at a beat gets a marker where there is none, and the others keep theirs`()
    throws
  {
    var edited = EditedPattern(try pattern([0, 4], Lane(Voice(.snare), restingFor: 2)))
    try edited.draw(clip: 0, at: Beats(5, over: 4), seed: 1)
    try edited.draw(clip: 0, at: Beats(2), seed: 1)
    #expect(eighths(edited) == [0, 2.5, 4])
    let kick = try #require(edited.pattern.lane(of: Voice(.kick)))
    #expect(kick.steps.map { $0 != nil } == [false, true, true])
    // What is refused adds no marker either.
    let before = edited
    #expect(throws: EditError.self) { try edited.draw(clip: 0, at: Beats(4), seed: 1) }
    #expect(throws: EditError.noClip(99)) { try edited.draw(clip: 99, at: Beats(3), seed: 1) }
    #expect(edited == before)
  }

  @Test func `a moved hit can neither leave the grid nor reach a marker with another hit`() throws {
    var edited = try selected("kick X.x.", .hits, [0])
    let before = edited
    #expect(throws: EditError.hitTaken(Voice(.kick), from: 0, to: 2)) {
      try edited.moveHits(by: 2)
    }
    #expect(throws: EditError.hitOutside(Voice(.kick), from: 0, to: -1, count: 4)) {
      try edited.moveHits(by: -1)
    }
    #expect(throws: EditError.self) { try edited.moveHits(by: .max) }
    #expect(edited == before)
    try edited.moveHits(by: 3)
    #expect(try edited.pattern == Pattern(rows: "kick ..xX"))
    #expect(edited.selection?.numbers == [3])
  }

  @Test func `a shifted marker takes the hits of all lanes along`() throws {
    let lane = Lane(Voice(.kick), steps: [Step(StepNotation.hit), nil, nil])
    var edited = EditedPattern(try pattern([0, 2, 4], lane), Selection(.markers, [0, 1]))
    try edited.shift(by: Beats(1, over: 3))
    #expect(edited.pattern.grid.markers.map(\.beat.fraction) == ["1/3", "4/3", "2"])
    #expect(edited.pattern.hits.map(\.beat) == [Beats(1, over: 3)])
  }

  @Test func `with snapping, markers move to multiples of the division`() throws {
    var edited = EditedPattern(try pattern([0, 3, 4]), Selection(.markers, [1]))
    try edited.shift(by: Beats(1, over: 5), snappingTo: Beats(1, over: 4))
    #expect(edited.pattern.grid.markers[1].beat == Beats(7, over: 4))
    #expect(throws: EditError.grid(.coinciding(marker: 2, Beats(2)))) {
      try edited.shift(by: .zero, snappingTo: Beats(1))
    }
  }

  @Test func `markers can neither meet, nor pass each other, nor leave the grid`() throws {
    var edited = EditedPattern(try pattern([0, 2, 4]), Selection(.markers, [1]))
    let before = edited
    #expect(throws: EditError.grid(.coinciding(marker: 2, Beats(2)))) {
      try edited.shift(by: Beats(1))
    }
    #expect(throws: EditError.grid(.coinciding(marker: 1, .zero))) {
      try edited.shift(by: Beats(-1))
    }
    var all = EditedPattern(before.pattern)
    #expect(throws: EditError.grid(.outside(marker: 0, Beats(-1), length: Beats(4)))) {
      try all.shift(by: Beats(-1))
    }
    #expect(throws: EditError.grid(.outside(marker: 2, Beats(4), length: Beats(4)))) {
      try all.shift(by: Beats(2))
    }
    #expect(throws: EditError.self) { try all.scale(by: .init(64, over: 1) ?? .one, from: .first) }
    #expect([edited, all] == [before, EditedPattern(before.pattern)])
  }

  @Test func `an outer marker as the handle scales all markers`() throws {
    let half = try #require(SpeedRatio(1, over: 2))
    for anchor in [ScaleAnchor.first, .handle(3)] {
      var edited = EditedPattern(try pattern([1, 3, 4, 7]))
      try edited.scale(by: half, from: anchor)
      #expect(eighths(edited) == [1, 2, 2.5, 4])
    }
    for anchor in [ScaleAnchor.last, .handle(0)] {
      var edited = EditedPattern(try pattern([1, 3, 4, 7]))
      try edited.scale(by: half, from: anchor)
      #expect(eighths(edited) == [4, 5, 5.5, 7])
    }
  }

  @Test func `an inner marker as the handle scales both sides with fixed ends`() throws {
    var edited = EditedPattern(try pattern([0, 1, 2, 4, 6]))
    try edited.scale(by: try #require(SpeedRatio(3, over: 2)), from: .handle(2))
    #expect(eighths(edited) == [0, 1.5, 3, 4.5, 6])
    let before = edited
    let triple = try #require(SpeedRatio(3, over: 1))
    #expect(throws: EditError.grid(.order(marker: 4, Beats(3)))) {
      try edited.scale(by: triple, from: .handle(2))
    }
    #expect(edited == before)
  }

  @Test func `a real ratio is rounded once`() throws {
    var edited = EditedPattern(try pattern([0, 2, 4]))
    try edited.scale(by: try #require(SpeedRatio("√2")), from: .first)
    let root = (2 * Double(Beats.unitsPerBeat) * 2.0.squareRoot()).rounded()
    #expect(Double(edited.pattern.grid.markers[2].beat.units) == root)
  }

  @Test func `invalid scaling is refused`() throws {
    var edited = EditedPattern(try pattern([0, 2, 4, 6]), Selection(.markers, [0, 2, 3]))
    #expect(throws: EditError.notSelected(1)) { try edited.scale(by: .one, from: .handle(1)) }
    var one = EditedPattern(try pattern([0, 2]), Selection(.markers, [1]))
    #expect(throws: EditError.single) { try one.scale(by: .one, from: .first) }
    for text in ["0", "nan", "inf", "-1", "1/0", "65"] { #expect(SpeedRatio(text) == nil) }
  }

  @Test func `reversed markers mirror their gaps, and keep their hits`() throws {
    let lane = Lane(Voice(.kick), steps: [nil, Step(StepNotation.hit), nil, nil])
    var edited = EditedPattern(try pattern([0, 1, 3, 6], lane), Selection(.markers, 0..<4))
    try edited.reverse()
    #expect(eighths(edited) == [0, 3, 5, 6])
    #expect(edited.pattern.hits.map(\.beat) == [Beats(3, over: 2)])
  }

  @Test func `dividing inserts rests, and holds keep their length`() throws {
    var held = Step(StepNotation.hit)
    held.hold = 1
    let lane = Lane(Voice(.kick), steps: [held, nil, Step(StepNotation.soft)])
    var edited = EditedPattern(try pattern([0, 2, 4], lane), Selection(.markers, [1, 2]))
    let before = edited.pattern.strokes(of: lane)
    try edited.subdivide(by: 2, amplitude: 0.5)
    #expect(eighths(edited) == [0, 2, 3, 4, 6])
    #expect(edited.pattern.grid.markers.map(\.amplitude) == [1, 1, 0.5, 1, 0.5])
    let after = edited.pattern.strokes(of: edited.pattern.lanes[0])
    #expect(after.map(\.duration) == before.map(\.duration))
    #expect(after.map(\.beat) == before.map(\.beat))
    #expect(edited.pattern.lanes[0].steps.map { $0?.hold } == [2, nil, nil, 0, nil])
  }

  @Test func `a gap that is too short is not divided`() throws {
    let markers = [Marker(.zero), Marker(Beats(units: 2))]
    let grid = try Grid(length: Beats(1), markers: markers)
    var edited = EditedPattern(try Pattern(grid: grid), Selection(.markers, [0]))
    #expect(throws: EditError.narrow(marker: 0, by: 3)) { try edited.subdivide(by: 3) }
    try edited.subdivide(by: 2)
    for count in [0, 1, 17, 1_000, -2] {
      #expect(throws: EditError.division(count)) { try edited.subdivide(by: count) }
      #expect(throws: EditError.division(count)) { try edited.merge(by: count) }
    }
    var full = EditedPattern(try Pattern(stepCount: 200))
    #expect(throws: EditError.grid(.markerCount(400))) { try full.subdivide(by: 2) }
    #expect(throws: EditError.merging(200, by: 3)) { try full.merge(by: 3) }
  }

  @Test func `a marker is inserted in order; at an existing one it is refused`() throws {
    var edited = try selected("kick X.x.", .markers, [2])
    try edited.addMarker(at: Beats(1, over: 3), amplitude: 0.5)
    #expect(edited.pattern.lanes[0].steps.map { $0 != nil } == [true, false, false, true, false])
    #expect(edited.pattern.grid.markers[2] == Marker(Beats(1, over: 3), amplitude: 0.5))
    #expect(edited.selection?.numbers == [3])
    #expect(throws: EditError.taken(Beats(1, over: 4), marker: 1)) {
      try edited.addMarker(at: Beats(1, over: 4))
    }
    #expect(throws: EditError.grid(.outside(marker: 5, Beats(1), length: Beats(1)))) {
      try edited.addMarker(at: Beats(1))
    }
    #expect(throws: EditError.self) { try edited.addMarker(at: Beats(1, over: 8), amplitude: .nan) }
  }

  @Test func `deleted markers take their hits with them; without a selection nothing is deleted`()
    throws
  {
    var edited = try selected("kick X.xo", .markers, [0, 3])
    try edited.delete()
    #expect(edited.pattern.lanes[0].steps.map { $0?.velocity } == [nil, StepNotation.hit])
    #expect(edited.selection == nil)
    #expect(throws: EditError.nothingSelected) { try edited.delete() }
    var all = try selected("kick X.xo", .markers, [0, 1, 2, 3])
    #expect(throws: EditError.grid(.markerCount(0))) { try all.delete() }
  }

  @Test func `a held hit on a silent marker is silent`() throws {
    var edited = try selected("kick x...", .markers, [0])
    try edited.setAmplitude(0)
    var held = Step(StepNotation.hit)
    held.hold = 2
    let silent = try edited.pattern.with(lanes: [Lane(Voice(.kick), steps: [held, nil, nil, nil])])
    #expect(silent.strokes(of: silent.lanes[0]).isEmpty)
  }

  @Test func `an amplitude must be 0 to 1`() throws {
    var edited = try selected("kick XXXX", .markers, [1, 2])
    try edited.setAmplitude(0.25)
    #expect(edited.pattern.grid.markers.map(\.amplitude) == [1, 0.25, 0.25, 1])
    for wrong in [-0.1, 1.1, .nan, .infinity] {
      #expect(throws: EditError.self) { try edited.setAmplitude(wrong) }
    }
    #expect(edited.pattern.hits.map(\.velocity.value) == [120, 30, 30, 120])
  }

  @Test func `only a lane's own grid is edited`() throws {
    let own = try Grid(length: Beats(3), markers: [Marker(.zero), Marker(Beats(1))])
    let pattern = try Pattern(
      stepCount: 4,
      lanes: [
        Lane(Voice(.kick), steps: [Step(StepNotation.hit), nil], grid: own),
        Lane(Voice(.snare), restingFor: 4),
      ])
    var edited = EditedPattern(pattern, Selection(.markers, [0, 1], ofLane: Voice(.kick)))
    try edited.subdivide(by: 2)
    #expect(edited.pattern.lanes[0].grid?.count == 4)
    #expect(edited.pattern.lanes[0].steps.count == 4)
    #expect(edited.pattern.grid == pattern.grid)
    #expect(edited.pattern.lanes[1] == pattern.lanes[1])
    try edited.rotate(by: 2)
    #expect(edited.pattern.lanes[0].steps.map { $0 != nil } == [false, false, true, false])
  }

  @Test func `edits keep name, clips, groove, accent and looping`() throws {
    var pattern = try Pattern(rows: "kick X.x.", loops: false, name: "A")
    (pattern.accent, pattern.groove, pattern.clips[3]) = (9, .straight, nil)
    var edited = EditedPattern(pattern)
    try edited.subdivide(by: 2)
    try edited.rotate(by: 3)
    #expect(edited.pattern.name == "A" && !edited.pattern.loops && edited.pattern.accent == 9)
    #expect(edited.pattern.groove == .straight && edited.pattern.clips == pattern.clips)
  }

  @Test func `a hold through a fine grid is limited to what can be written`() throws {
    var lane = Lane(Voice(.kick), restingFor: 16)
    lane.steps[0] = Step(StepNotation.hit)
    lane.steps[0]?.hold = 255
    var edited = EditedPattern(try Pattern(lanes: [lane]))
    try edited.subdivide(by: 16)
    let hold = try #require(edited.pattern.lane(of: .kick)?.steps[0]?.hold)
    #expect(Step.holds.contains(hold))
    let held = try #require(edited.pattern.lane(of: .kick))
    #expect(edited.pattern.strokes(of: held).map(\.duration) == [Beats(4)])
  }

  @Test func `changing an amplitude keeps a moving temperament, in the pattern and in a lane`()
    throws
  {
    let tempering = try Tempering("5:7 0 to 1 over 8 sine")
    let grid = try Grid(length: Beats(4), tempering: tempering)
    let lane = Lane(Voice(.kick), steps: Array(repeating: Step(StepNotation.hit), count: 5))
    for owner in [nil, Voice(.kick)] {
      var own = lane
      if owner != nil { own.grid = grid }
      var edited = EditedPattern(
        try Pattern(grid: grid, lanes: [own]), Selection(.markers, [1, 3], ofLane: owner))
      try edited.setAmplitude(0.5)
      let changed = try owner == nil ? edited.pattern.grid : #require(edited.pattern.lanes[0].grid)
      #expect(changed.tempering == tempering)
      #expect(changed.markers.map(\.amplitude) == [1, 0.5, 1, 0.5, 1])
      #expect(changed.markers(inLoop: 3).map(\.beat) == grid.markers(inLoop: 3).map(\.beat))
      #expect(throws: EditError.self) { try edited.setAmplitude(2) }
    }
  }

  @Test(arguments: ["7:5 1", "8:4 1", "8:4 1 to 0 over 8"])
  func `an amplitude is changed where markers meet, too`(text: String) throws {
    let tempering = try Tempering(text)
    let grid = try Grid(length: Beats(4), tempering: tempering)
    let beats = grid.markers.map(\.beat)
    #expect(zip(beats, beats.dropFirst()).contains { $0 == $1 })
    let hits = Array(repeating: Step(StepNotation.hit), count: grid.count)
    var edited = EditedPattern(
      try Pattern(grid: grid, lanes: [Lane(Voice(.kick), steps: hits)]), Selection(.markers, [1]))
    try edited.setAmplitude(0.5)
    let changed = edited.pattern.grid
    #expect(changed.tempering == tempering && changed.markers.map(\.beat) == beats)
    #expect(
      changed.markers.map(\.amplitude) == grid.markers.indices.map { $0 == 1 ? 0.5 : 1 })
    // Markers that are moved leave the temperament, and without one none may meet.
    var all = EditedPattern(edited.pattern)
    let error = #expect(throws: EditError.self) { try all.shift(by: Beats(1, over: 64)) }
    #expect(error?.description.contains("fall on the same beat") == true)
  }

  @Test func `edits of lanes and grids keep everything else of the pattern`() throws {
    var pattern = try Pattern(rows: "kick x...x...", name: "all")
    pattern.accent = 9
    pattern.loops = false
    pattern.meter = Meter("7/8")
    pattern.groove = GrooveUse(try Groove(named: "shuffle"))
    pattern.clips[3] = nil
    var edited = EditedPattern(pattern)
    try edited.subdivide(by: 2)
    try edited.rotate(by: 1)
    var restored = edited.pattern
    restored = try restored.with(grid: pattern.grid, lanes: pattern.lanes)
    #expect(restored == pattern)
  }
}
