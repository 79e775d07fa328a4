import MusicalTime
import Rhythm
import Sequencing
import Testing

/// Strokes that offsets bring forward are looked ahead for, and none is lost on the way.
@Suite struct LookAheadTests {
  private static let plain = Step(Velocity(clamping: 100))

  /// `count` lanes of sixteenths, and before them one of a 64th of their speed whose hits are late by
  /// a beat of its own, which is 64 beats, or early.
  private static func pattern(lanes count: Int, offset: Beats) throws -> Pattern {
    var moved = plain
    moved.offset = offset
    var slow = Lane(drum: .crash, steps: Array(repeating: moved, count: 16))
    slow.ratio = try #require(SpeedRatio(1, over: 64))
    let drums = Drum.all.filter { $0 != .crash }.prefix(count)
    let lanes = drums.map { Lane(drum: $0, steps: Array(repeating: plain, count: 16)) }
    return try Pattern(lanes: [slow] + lanes)
  }

  @Test(arguments: [9, 20], [Beats(1), Beats(-1)])
  func `no cue is lost beside a slow lane with an offset`(count: Int, offset: Beats) throws {
    var patch = Patch()
    patch.pattern = try Self.pattern(lanes: count, offset: offset)
    let together = Program(patch).cues(from: .zero, to: Beats(256), lands: true)
    var alone: [Cue] = []
    for lane in patch.pattern.lanes {
      var single = Patch()
      single.pattern = try patch.pattern.with(lanes: [lane])
      alone += Program(single).cues(from: .zero, to: Beats(256), lands: true)
    }
    #expect(together.count == alone.count)
    #expect(together == alone.sorted())
    #expect(alone.count > count * 1_024)
  }

  @Test func `a reader that is sent about loses nothing and drops nothing`() throws {
    var patch = Patch()
    patch.pattern = try Self.pattern(lanes: 20, offset: Beats(-1))
    let program = Program(patch)
    let all = program.cues(from: .zero, to: Beats(400))
    var reader = CueReader()
    for start: Int64 in [0, 200, 17, 301, 64, 63, 128] {
      unsafe reader.seek(to: Beats(start), in: program.image, lands: false)
      var found: [Cue] = []
      while let cue = unsafe reader.next(
        before: Beats(start + 8), in: program.image, at: .standard, isFilling: false)
      {
        found.append(cue)
      }
      #expect(found == all.filter { $0.beat >= Beats(start) && $0.beat < Beats(start + 8) })
    }
    #expect(reader.dropped == 0)
    // One look after a jump settles what is heard and what the slow lane reaches over: not the 128
    // beats of all lanes.
    let before = reader.settled
    unsafe reader.seek(to: Beats(200), in: program.image, lands: false)
    _ = unsafe reader.next(
      before: Beats(200) + Beats(1, over: 24), in: program.image, at: .standard, isFilling: false)
    #expect(reader.settled - before < 40)
  }

  @Test func `strokes reach over several short sections of a song, both ways`() throws {
    var (early, late) = (Self.plain, Self.plain)
    early.offset = Beats(-1)
    late.offset = Beats(1)
    func pattern(_ name: String, _ drum: Drum, _ step: Step) throws -> Pattern {
      var lane = Lane(drum: drum, steps: [step])
      lane.ratio = try #require(SpeedRatio(1, over: 8))
      return try Pattern(
        name: name, stepCount: 1, stepsPerBeat: 1,
        lanes: [lane, Lane(drum: .kick, steps: [Self.plain])])
    }
    var patch = Patch()
    try patch.setPatterns([
      pattern("early", .snare, early), pattern("late", .tom1, late),
      Pattern(name: "plain", stepCount: 1, lanes: [Lane(drum: .ride, steps: [Self.plain])]),
    ])
    let names = ["plain", "early", "plain", "late", "early", "plain", "plain", "late"]
    try patch.setSong(
      Song(sections: names.map { Section(pattern: $0) }, loops: true))
    patch.playsSong = true
    let program = Program(patch)
    let cues = program.cues(from: Beats(40), to: Beats(80))
    #expect(cues == cues.sorted())
    // Lanes at an eighth of the speed are struck once in each of their sections, as these begin; the
    // song is 4 beats and 4 steps long.
    let length = Beats(4) + Beats(4, over: 4)
    for (drum, section, offset) in [
      (Drum.snare, 1, -8), (.snare, 4, -8), (.tom1, 3, 8), (.tom1, 7, 8),
    ] {
      let starts: [Beats] = names.indices.map { index in
        names[..<index].reduce(Beats.zero) { $0 + ($1 == "plain" ? Beats(1, over: 4) : Beats(1)) }
      }
      let expected = (0..<30).map { starts[section] + length * Int64($0) + Beats(Int64(offset)) }
        .filter { $0 >= Beats(40) && $0 < Beats(80) }
      let found = Set(cues.filter { $0.voice.drum == drum }.map(\.beat))
      #expect(Set(expected).isSubset(of: found), "\(drum) of section \(section)")
    }
    #expect(cues.count { $0.voice.drum == .snare } == cues.count { $0.voice.drum == .tom1 })
  }

  @Test func `a pattern that needs too many strokes ahead is refused with its lane`() throws {
    var moved = Self.plain
    moved.offset = Beats(1)
    moved.ratchet = try #require(Ratchet(count: 8))
    let grid = try Grid(count: 256, in: Beats(1))
    let lanes = [Drum.kick, .snare, .ride, .crash].map {
      Lane(drum: $0, steps: Array(repeating: moved, count: 256))
    }
    let one = try Pattern(grid: grid, lanes: [lanes[0]])
    #expect(one.lanes.count == 1)
    let error = #expect(throws: PatternError.self) { () throws(PatternError) in
      try Pattern(grid: grid, lanes: lanes)
    }
    #expect(error?.description.hasPrefix("lane 4 (crash): ") == true)
    #expect(error?.description.contains("at most 8192") == true)
  }
}

/// A small text must not become a large program.
@Suite struct CompileCostTests {
  private static func lane(_ drum: Drum, markers: Int, loops: Int) throws -> Lane {
    var step = Step(Velocity(clamping: 100))
    step.ratchet = try #require(Ratchet(count: 8))
    let tempering = try Tempering("\(markers):\(markers) 0 to 1 over \(loops)")
    var lane = Lane(drum: drum, steps: Array(repeating: step, count: markers))
    lane.grid = try Grid(length: Beats(4), tempering: tempering)
    lane.turn = 1
    return lane
  }

  @Test func `a lane that unrolls into too many strokes is refused by name`() throws {
    let lane = try Self.lane(.kick, markers: 64, loops: 63)
    let error = #expect(throws: PatternError.self) { () throws(PatternError) in
      try Pattern(stepCount: 16, lanes: [lane])
    }
    #expect(error == .unrolledStrokes(524_288, Voice(.kick), lane: 0, loops: 1_024))
    #expect(error?.description.hasPrefix("lane 1 (kick): 524288 hits") == true)
    // As many markers that move over fewer loops, or hits that come round sooner, are taken.
    let fewer = try Self.lane(.kick, markers: 16, loops: 32)
    #expect(try Pattern(stepCount: 16, lanes: [fewer]).lanes.count == 1)
  }

  @Test func `a step is refused where its lane would unroll into too many strokes`() throws {
    var lane = try Self.lane(.kick, markers: 64, loops: 63)
    let step = try #require(lane.steps.first ?? nil)
    lane.steps = Array(repeating: nil, count: 64)
    var pattern = try Pattern(stepCount: 16, lanes: [lane])
    // 8 ratchets in 1 024 loops: 8 192 strokes a step, of which 8 fit.
    for number in 0..<8 { try pattern.set(step: number, of: Voice(.kick), to: step) }
    let before = pattern
    #expect(
      throws: PatternError.unrolledStrokes(73_728, Voice(.kick), lane: 0, loops: 1_024)
    ) {
      try pattern.set(step: 8, of: Voice(.kick), to: step)
    }
    #expect(pattern == before)
    // What is taken away makes room.
    try pattern.set(step: 0, of: Voice(.kick), to: nil)
    try pattern.set(step: 8, of: Voice(.kick), to: step)
    #expect(try pattern.with(lanes: pattern.lanes) == pattern)
  }

  @Test func `a step is refused where offsets would reach over too many strokes`() throws {
    var moved = Step(Velocity(clamping: 100))
    moved.offset = Beats(1)
    moved.ratchet = try #require(Ratchet(count: 8))
    let lanes = [Drum.kick, .snare, .ride, .crash].map {
      Lane(drum: $0, steps: Array(repeating: $0 == .crash ? nil : moved, count: 256))
    }
    var pattern = try Pattern(grid: Grid(count: 256, in: Beats(1)), lanes: lanes)
    let error = #expect(throws: PatternError.self) {
      for step in 0..<256 { try pattern.set(step: step, of: Voice(.crash), to: moved) }
    }
    #expect(error == .strokesAhead(Voice(.crash), lane: 3))
    #expect(try pattern.with(lanes: pattern.lanes) == pattern)
  }

  @Test func `the hits of the patterns that a song plays are limited, each counted once`() throws {
    var step = Step(Velocity(clamping: 100))
    step.ratchet = try #require(Ratchet(count: 8))
    let steps = Array(repeating: step, count: 256)
    let lanes = try (0..<64).map { note in
      Lane(try #require(Voice(note: note, channel: 0)), steps: steps)
    }
    let grid = try Grid(count: 256, stepsPerBeat: 16)
    let pattern = { (name: String) in try Pattern(name: name, grid: grid, lanes: lanes) }
    // 64 lanes of 256 markers and 8 ratchets: 131 072 strokes, eight times as many in a song.
    let names = "abcdefghi".map { String($0) }
    var patch = Patch()
    try patch.setPatterns(names.map(pattern), selected: 8)
    let all = Song(sections: names.map { Section(pattern: $0) })
    let eight = names.prefix(8).map { Section(pattern: $0) }
    try patch.setSong(Song(sections: eight + eight))
    #expect(throws: PatchRuleError.songStrokes(1_179_648)) { try patch.setSong(all) }
    // An edit of a pattern that the song plays is asked about afterwards.
    patch.pattern = try Pattern(name: "i", grid: grid)
    try patch.setSong(all)
    try patch.checkCost()
    patch.pattern = try pattern("i")
    #expect(throws: PatchRuleError.songStrokes(1_179_648)) { try patch.checkCost() }
  }

  @Test func `lanes that are small each are refused where their sum is beyond the limit`() throws {
    let drums = Drum.all.prefix(20)
    let lanes = try drums.map { try Self.lane($0, markers: 16, loops: 31) }
    // 16 markers of 8 ratchets, 496 loops: 63 488 strokes a lane.
    #expect(try Pattern(lanes: [lanes[0]]).lanes.count == 1)
    #expect(throws: PatternError.self) { try Pattern(lanes: Array(lanes.prefix(2))) }
    let pattern = { (name: String) in try Pattern(name: name, lanes: [lanes[0]]) }
    var patch = Patch()
    try patch.setPatterns(["a", "b", "c", "d"].map(pattern))
    #expect(throws: PatchRuleError.unrolledStrokes(317_440)) {
      try patch.setPatterns(["a", "b", "c", "d", "e"].map(pattern))
    }
    try patch.add(Pattern(name: "e"))
    try patch.select(4)
    try patch.checkCost()
    patch.pattern = try pattern("e")
    #expect(throws: PatchRuleError.unrolledStrokes(317_440)) { try patch.checkCost() }
  }
}
