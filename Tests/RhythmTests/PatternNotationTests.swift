import GhostnoteTesting
import MusicalTime
import Rhythm
import Testing

@Suite struct PatternNotationTests {
  @Test func `a pattern is one line per lane, with aligned steps`() throws {
    var pattern = try Pattern(
      rows: """
        kick         X...x...
        closedhat:m  x.o.x.o.
        """)
    pattern.accent = 30
    #expect(
      PatternNotation.text(pattern) == """
        grid: 8/4
        accent: 30
        kick:             X... x...
        closedhat [mute]: x.o. x.o.
        """)
    #expect(
      PatternNotation.line(pattern)
        == "grid: 8/4; accent: 30; kick:             X... x...; closedhat [mute]: x.o. x.o.")
  }

  @Test func `all settings of a lane are written in its brackets`() throws {
    let text = """
      name: Canon
      grid: 2 beats: 0 1/3=0.8 2/3 1 3/2
      loop: off
      clips: kick, -, 64@3 attack 0.5 decay 2, -, -, -, -, -, -, -, -, -, -, -, -, -
      groove: lilt, period 2, points 1/2>2/3 1>9/8, levels 0=1.5 1=0.5, timing 0.75, velocity 0.5
      kick:                              Xxoxx
      64@3 [grid 3/2, ratio √2, turn -1]: x+ x
      snare [loose 2.5ms 10, group 8, mute, solo]: x?50....
      """
    let pattern = try PatternNotation.pattern(text)
    #expect(pattern.grid.markers.map(\.amplitude) == [1, 0.8, 1, 1, 1])
    #expect(pattern.grid.markers[4].beat == Beats(3, over: 2))
    #expect(!pattern.loops)
    #expect(pattern.clips[0] == Clip(Voice(.kick)))
    #expect(pattern.clips.count == 16 && pattern.clips[1] == nil && pattern.clips[15] == nil)
    #expect(pattern.clips[2]?.envelope == Envelope(attack: 0.5, decay: 2))
    #expect(pattern.groove?.groove.warp.warped(Beats(1, over: 2)) == Beats(2, over: 3))
    #expect(pattern.groove?.timing == 0.75)
    let note = try #require(Voice(note: 64, channel: 2))
    let canon = try #require(pattern.lane(of: note))
    #expect(canon.grid?.count == 3 && canon.turn == -1)
    #expect(canon.ratio == SpeedRatio(2.0.squareRoot()))
    let snare = try #require(pattern.lane(of: .snare))
    #expect(snare.looseness == Looseness(milliseconds: 2.5, velocity: 10))
    #expect(snare.muteGroup == 8 && snare.isMuted && snare.isSoloed)
    #expect(try PatternNotation.pattern(PatternNotation.text(pattern)) == pattern)
  }

  @Test func `tempered grids keep their tempering, in brackets too`() throws {
    let text = """
      grid: 4 beats tempered 5:7 1/2 amplitudes 1.0 0.5 1.0 1.0 1.0
      kick:                                                                Xx x. x
      snare [grid 2 beats tempered 3:4(1,2,4) 0 to 1 over 8 sine, turn 1]: x. x
      tom1 [grid 2 beats tempered 3:4 1/2 map 1,2,4, mute]:                x. x
      """
    let pattern = try PatternNotation.pattern(text)
    #expect(pattern.grid.markers[1] == Marker(Beats(24, over: 35), amplitude: 0.5))
    #expect(pattern.lanes[1].grid?.loopCount == 8 && pattern.lanes[1].turn == 1)
    #expect(pattern.lanes[2].grid?.tempering?.temperament.mapping == [0, 1, 3])
    #expect(pattern.lanes[2].isMuted)
    #expect(try PatternNotation.pattern(PatternNotation.text(pattern)) == pattern)
  }

  @Test(arguments: ["swing16 54", "shuffle", "straight", "accents", "lay-back"])
  func `a preset's name alone is that preset`(name: String) throws {
    let groove = try Groove(named: name)
    let pattern = try PatternNotation.pattern("groove: \(name); kick: x...")
    #expect(pattern.groove == GrooveUse(groove))
    let half = try PatternNotation.pattern("groove: \(name), timing 0.5, velocity 0; kick: x...")
    #expect(half.groove == GrooveUse(groove, timing: 0.5, velocity: 0))
    #expect(try PatternNotation.pattern(PatternNotation.text(half)) == half)
  }

  @Test(arguments: ["swing8", "swing8 99", "mine", ""])
  func `a straight groove of any name is written so that it stays straight`(name: String) throws {
    var pattern = Pattern.empty
    pattern.groove = GrooveUse(Groove(name: name, warp: .identity))
    let text = PatternNotation.text(pattern)
    #expect(text.contains("period 1"))
    #expect(try PatternNotation.pattern(text) == pattern)
  }

  @Test func `any pattern survives writing and reading`() throws {
    var chance = SplitMix64(seed: 8)
    for _ in 0..<10_000 {
      let pattern = Pattern.random(using: &chance)
      let isLine = chance.once(in: 2)
      let text = isLine ? PatternNotation.line(pattern) : PatternNotation.text(pattern)
      if try PatternNotation.pattern(text) != pattern { Issue.record("\(text)") }
    }
  }

  @Test func `without a grid there are as many sixteenths as the longest lane has steps`() throws {
    let pattern = try PatternNotation.pattern(
      "\r\n# two drums\r\nkick: X...x...\r\nsnare: ....X...\r\n")
    #expect(pattern.grid == (try Grid(count: 8, stepsPerBeat: 4)))
    #expect(pattern.lanes.map(\.voice) == [Voice(.kick), Voice(.snare)])
    #expect(try PatternNotation.pattern("") == .empty)
  }

  @Test(arguments: [
    "# the \"one\n", "# a; b\n", "  # it's \"swung\"; [hard\n", "# one ] ;;\n#two\n", "#\n",
    "# a \"quoted; remark\" after another; # and one more\n",
  ])
  func `a comment may contain any text`(remark: String) throws {
    let lanes = "kick: X...x...\nsnare: ....X...\n"
    let plain = try PatternNotation.pattern(lanes)
    #expect(try PatternNotation.pattern(remark + lanes) == plain)
    let between = lanes.replacing("snare", with: remark + "snare")
    #expect(try PatternNotation.pattern(between) == plain)
    #expect(try PatternNotation.pattern(lanes + remark) == plain)
  }

  @Test
  func `a comment within a line ends at the next lane, and a name keeps its number sign`()
    throws
  {
    let line = try PatternNotation.pattern("kick: X...; # say \"hi; snare: ..x.; #")
    #expect(line.lanes.map(\.voice) == [Voice(.kick), Voice(.snare)])
    let named = try PatternNotation.pattern("name: \"a; # b\\\" c\"\nkick: X...")
    #expect(named.name == "a; # b\" c" && named.lanes.count == 1)
  }

  @Test func `lanes pasted without brackets keep their settings, with brackets they lose them`()
    throws
  {
    var pattern = try PatternNotation.pattern("grid: 4/4; kick [turn 1, mute]: x...; snare: ..x.")
    try pattern.paste(PatternNotation.lanes("cowbell: xxxx; kick: X.X."))
    #expect(
      PatternNotation.text(pattern) == """
        grid: 4/4
        kick [turn 1, mute]: X.X.
        snare:               ..x.
        cowbell:             xxxx
        """)
    try pattern.paste(PatternNotation.lanes("kick [solo]: ...X"))
    #expect(pattern.lane(of: .kick)?.turn == 0)
    #expect(pattern.lane(of: .kick)?.isSoloed == true)
    let before = pattern
    #expect(throws: PatternError.laneLength(5, Voice(.snare), lane: 1, stepCount: 4)) {
      try pattern.paste(PatternNotation.lanes("kick: ....; snare: x...x"))
    }
    #expect(pattern == before)
  }

  @Test(arguments: [
    ("kick x...", "line 1: expected a word, a colon and a value, as in kick: x..x"),
    (
      "kick: x..\ngong: x..",
      "line 2 (gong): unknown word “gong”: expected a drum, a note and a channel as in 64@3, or name, "
        + "meter, grid, loop, clips, accent or groove"
    ),
    (
      "kick: x.y.",
      "line 1 (kick), step 3 (column 9): expected X (accent), x, o (soft), + (hold) "
        + "or . (rest), found “y”"
    ),
    (
      "grid: 4/4; kick: x....",
      "line 2: lane 1 (kick), step 5: a pattern of 4 steps ends at 4"
    ),
    ("kick: x; kick: x", "line 2: lane 2 (kick): kick already has a lane"),
    ("grid: 4/4\ngrid: 4/4", "line 2 (grid): grid is written twice"),
    (
      "grid: sixteen",
      "line 1 (grid): expected steps and steps in a beat as in 16/4, a grid's name "
        + "as in son, groups as in 2+2+3, or markers as in "
        + "2 beats: 0 1/3 1, found “sixteen”"
    ),
    ("grid: 0/4", "line 1 (grid): a number of markers: expected 1–256, found 0"),
    ("grid: 16/1000", "line 1 (grid): steps per beat: expected 1–16, found 1000"),
    (
      "grid: 2 beats: 0 1 1",
      "line 1 (grid): markers 2 and 3 fall on the same beat, 1: move or delete one (or temper less)"
    ),
    (
      "grid: 2 beats: 0 1 1/2",
      "line 1 (grid): marker 3 at beat 1/2: it must be after the marker before it"
    ),
    (
      "grid: 2 beats: 0 2", "line 1 (grid): marker 2 at beat 2: the grid is from 0 to before 2"
    ),
    (
      "grid: 2 beats: 0 1/3=loud",
      "line 1 (grid): expected a beat as in 4/3, or with its amplitude 4/3=0.8, found “1/3=loud”"
    ),
    ("grid: 2 beats: 0=nan", "line 1 (grid): marker 1, amplitude: expected 0–1, found nan"),
    (
      "kick [ratio 0]: x",
      "line 1 (kick): expected a ratio of 1/64–64 as in 3/2, √2 or 1.5, found 0"
    ),
    (
      "kick [ratio nan]: x",
      "line 1 (kick): expected a ratio of 1/64–64 as in 3/2, √2 or 1.5, found nan"
    ),
    (
      "kick [ratio 1/0]: x",
      "line 1 (kick): expected a ratio of 1/64–64 as in 3/2, √2 or 1.5, found “1/0”"
    ),
    (
      "kick [swing 3]: x",
      "line 1 (kick): unknown setting “swing”: expected grid, ratio, loose, turn, group, mute and solo"
    ),
    ("kick [mute, mute]: x", "line 1 (kick): mute is written twice"),
    ("kick [group 9]: x", "line 1 (kick): expected a group of 1–8, found 9"),
    (
      "kick [turn 256]: x",
      "line 1 (kick): expected a number of markers of -255 – 255, found 256"
    ),
    (
      "kick [loose 51ms]: x",
      "line 1 (kick): expected 0–50 ms, and perhaps 0–64 in velocity, as in 5ms 10, found “51ms”"
    ),
    ("kick [mute: x", "line 1: a bracket is not closed"),
    ("name: \"Rock", "line 1: a double quote is not closed"),
    ("# one [\nkick: x...\nsnare [mute: x...\nclap: x...", "line 3: a bracket is not closed"),
    ("kick [mute]: x...; name: \"Rock; clap: x...", "line 2: a double quote is not closed"),
    ("name: \"A [\"\nkick: x...\n\nsnare [\"x", "line 4: a double quote is not closed"),
    ("loop: maybe", "line 1 (loop): expected on or off, found “maybe”"),
    ("accent: 128", "line 1 (accent): expected a velocity of 0–127, found 128"),
    (
      "clips: -,-,-,-,-,-,-,-,-,-,-,-,-,-,-,-,kick",
      "line 1 (clips): clip 17: a pattern has clips 1–16"
    ),
    (
      "clips: kick attack 6",
      "line 1 (clips): expected an attack of 0–5 s and a decay of 0–20 s, found “kick attack 6”"
    ),
    (
      "groove: lilt, points 1/2>1/3 2/3>1/4",
      "line 1 (groove): point 2, 2/3 to 1/4: both must be after the point before it and before 1"
    ),
    (
      "groove: swing8 99",
      "line 1 (groove): expected a swing of 50–75 per cent of a pair, or a fraction such as 2/3, found 99"
    ),
    (
      "groove: swnig16, timing 0.5",
      "line 1 (groove): unknown groove “swnig16”: `groove list` lists them"
    ),
    (
      "groove: lilt, period 0",
      "line 1 (groove): a groove's period: expected 1/64–1024 beats, found 0"
    ),
    ("groove: lilt, levels 0=3", "line 1 (groove): level 1, factor: expected 0–2, found 3"),
    (
      "groove: lilt, timing 2",
      "line 1 (groove): expected timing and an amount of 0–1, found “timing 2”"
    ),
  ])
  func `text that is not a pattern is refused with its line`(text: String, sentence: String) {
    let error = #expect(throws: PatternNotationError.self) { try PatternNotation.pattern(text) }
    #expect(error?.description == sentence)
  }

  @Test func `settings of a whole pattern are refused among lanes`() {
    #expect(throws: PatternNotationError(line: 1, word: "grid", .notALane("grid"))) {
      try PatternNotation.lanes("kick: x...; grid: 4/4")
    }
    #expect(throws: PatternNotationError(line: 1, word: "kick", .twice("kick"))) {
      try PatternNotation.lanes("kick: x...; kick: x..x")
    }
    #expect(throws: PatternNotationError(line: 1, word: "", .openBracket)) {
      try PatternNotation.lanes("kick: x...; snare [mute: x..x")
    }
  }

  @Test func `damaged text never crashes the reader`() {
    var chance = SplitMix64(seed: 9)
    for _ in 0..<1_000 {
      var text = Array(
        PatternNotation.text(Pattern.random(using: &chance)).unicodeScalars.prefix(200))
      for _ in 0..<Int.random(in: 1...4, using: &chance) where !text.isEmpty {
        let place = Int.random(in: text.indices, using: &chance)
        switch Int.random(in: 0..<3, using: &chance) {
        case 0: text.removeSubrange(place...)
        case 1: text.insert(text[place], at: place)
        default: text[place] = Unicode.Scalar(UInt8.random(in: 0...255, using: &chance))
        }
      }
      var view = String.UnicodeScalarView()
      view.append(contentsOf: text)
      if let read = try? PatternNotation.pattern(String(view)) {
        #expect((try? PatternNotation.pattern(PatternNotation.text(read))) == read)
      }
    }
  }

  @Test(arguments: ["son", "2+2+3", "2+2+3+2+2/4", "17 in 4", "five-seven", "triplets", "7-8"])
  func `a grid has the same names as in the command grid`(name: String) throws {
    let grid = try Grid(named: name)
    let row = String(repeating: "x", count: grid.count)
    let pattern = try PatternNotation.pattern("grid: \(name); kick: \(row)")
    #expect(pattern.grid == grid)
    #expect(try PatternNotation.pattern(PatternNotation.text(pattern)) == pattern)
    let lane = try PatternNotation.pattern("kick [grid \(name), turn 1]: \(row)").lanes[0]
    #expect(lane.grid == grid && lane.turn == 1)
  }

  @Test func `a lane whose length divides its grid's is repeated, another is refused`()
    throws
  {
    var pattern = try PatternNotation.pattern("grid: 16/4; kick: X...; snare: ....X...")
    #expect(
      pattern
        == (try Pattern(rows: "kick X...X...X...X...\nsnare ....X.......X...")))
    try pattern.paste(PatternNotation.lanes("snare: ..x.; clap [grid 6/4]: x.; kick: X"))
    #expect(pattern.lane(of: .snare)?.steps.compactMap { $0 }.count == 4)
    #expect(pattern.lane(of: .clap)?.steps.count == 6)
    #expect(pattern.lane(of: .kick)?.steps.compactMap { $0 }.count == 16)
    let before = pattern
    #expect(throws: PatternError.self) { try pattern.paste(PatternNotation.lanes("snare: ..x")) }
    #expect(throws: PatternError.self) { try pattern.paste(PatternNotation.lanes("kick:")) }
    #expect(pattern == before)
  }
}
