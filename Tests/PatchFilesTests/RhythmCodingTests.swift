import Commands
import GhostnoteTesting
import MusicalTime
import PatchFiles
import Rhythm
import Testing

/// Grids, clips, grooves, songs and everything else of Rhythm in a patch's JSON.
@Suite struct RhythmCodingTests {
  @Test func `uneven grids, lanes of their own, clips and grooves are read`() throws {
    let patch = try Patch.reading(
      #"""
      "pattern": {
        "grid": {"beats": "7/2", "markers": [0, {"beat": "1/3", "amplitude": 0.5}, "2/3", 2.5]},
        "clips": ["kick", null, {"voice": "64@3", "attack": 0.5}],
        "accent": 10,
        "groove": {"name": "lilt", "points": [["1/2", "2/3"]], "levels": [["0", 1.5]], "timing": 0.5},
        "lanes": [
          {"drum": "kick", "steps": "Xxo.", "turn": 1, "group": 8},
          {"voice": "64@3", "steps": "x+.", "grid": {"steps": 3, "stepsPerBeat": 2}, "ratio": "√2",
           "looseness": {"ms": 2.5, "velocity": 9}},
          {"voice": "snare", "steps": [0, 77], "ratio": 1.5,
           "grid": {"beats": 1, "markers": ["0", "2/3"]}}]}
      """#)
    let pattern = patch.pattern
    #expect(pattern.grid.length == Beats(7, over: 2))
    #expect(pattern.grid.markers[1] == Marker(Beats(1, over: 3), amplitude: 0.5))
    #expect(pattern.grid.markers[3] == Marker(Beats(5, over: 2)))
    #expect(pattern.clips.count == 16 && pattern.clips[1] == nil && pattern.clips[15] == nil)
    #expect(pattern.clips[2]?.voice == Voice(note: 64, channel: 2))
    #expect(pattern.clips[2]?.envelope == Envelope(attack: 0.5, decay: 0))
    #expect(pattern.accent == 10)
    #expect(pattern.groove?.warp.warped(Beats(1, over: 2)) == Beats(7, over: 12))
    #expect(pattern.groove?.levels == [Groove.Level(.zero, factor: 1.5)])
    #expect(pattern.lanes[0].turn == 1 && pattern.lanes[0].muteGroup == 8)
    #expect(pattern.lanes[1].ratio == SpeedRatio(2.0.squareRoot()))
    #expect(pattern.lanes[1].looseness == Looseness(milliseconds: 2.5, velocity: 9))
    #expect(pattern.lanes[1].steps.first??.hold == 1)
    #expect(pattern.lanes[2].voice == Voice(.snare))
    #expect(pattern.lanes[2].ratio == SpeedRatio(3, over: 2))
    #expect(pattern.lanes[2].grid?.markers[1].beat == Beats(2, over: 3))
  }

  @Test func `patterns and a song are read`() throws {
    let patch = try Patch.reading(
      #"""
      "name": "Suite",
      "patterns": [{"steps": 4}, {"name": "Verse", "steps": 8}], "selected": "Verse",
      "song": {"play": true, "loop": true, "sections": [
        {"pattern": "Suite"}, {"pattern": "Verse", "repeats": 4, "tempo": 96.5,
         "groove": {"name": "straight"}}]},
      "groove": {"name": "lilt", "velocity": 0.5}, "seed": "18446744073709551615",
      "mutedGroups": [3, 1]
      """#)
    #expect(patch.patterns.map(\.name) == ["Suite", "Verse"])
    #expect(patch.selected == 1 && patch.pattern.stepCount == 8)
    #expect(
      patch.song.sections == [
        Section(pattern: "Suite"),
        Section(
          pattern: "Verse", repeats: 4, tempo: Tempo(clampingBPM: 96.5), groove: .straight),
      ])
    #expect(patch.song.loops && patch.playsSong)
    #expect(patch.groove?.velocity == 0.5)
    #expect(patch.seed == .max)
    #expect(patch.mutedGroups == [1, 3])
  }

  @Test func `a patch of two patterns is written for people`() throws {
    var patch = Patch(name: "Suite")
    var verse = try PatternNotation.pattern(
      """
      name: Verse
      grid: 2 beats: 0 1/3=0.5 2/3 1 3/2
      accent: 30
      kick: Xx.x.
      64@3 [grid 3/2, ratio √2]: x+x?50
      """)
    verse.clips[0] = Clip(Voice(.snare), envelope: Envelope(attack: 0.5, decay: 2) ?? .natural)
    var bridge = Pattern.empty
    bridge.name = "Suite"
    bridge.groove = GrooveUse(.straight, timing: 0.5)
    try patch.setPatterns([bridge, verse], selected: 1)
    try patch.setSong(
      Song(sections: [Section(pattern: "Verse", repeats: 2), Section(pattern: "Suite")]))
    patch.seed = 1 << 53
    patch.mutedGroups = [2, 1]
    let clips =
      (["{\"voice\": \"snare\", \"attack\": 0.5, \"decay\": 2}"]
      + Clip.standard.dropFirst().compactMap { $0.map { "\"\($0.voice)\"" } })
      .joined(separator: ", ")
    #expect(
      patch.json == """
        {
          "format": "ghostnote-patch/1",
          "name": "Suite",
          "tempo": 120,
          "patterns": [
            {
              "steps": 16,
              "stepsPerBeat": 4,
              "loop": true,
              "groove": {"name": "straight", "timing": 0.5},
              "lanes": []
            },
            {
              "name": "Verse",
              "grid": {"beats": "2", "markers": ["0", {"beat": "1/3", "amplitude": 0.5}, "2/3", "1", "3/2"]},
              "loop": true,
              "clips": [\(clips)],
              "accent": 30,
              "lanes": [
                {"drum": "kick",  "steps": "Xx. x."},
                {"voice": "64@3", "steps": "x+ x?50", "grid": {"steps": 3, "stepsPerBeat": 2}, "ratio": "√2"}
              ]
            }
          ],
          "selected": "Verse",
          "song": {
            "sections": [
              {"pattern": "Verse", "repeats": 2},
              {"pattern": "Suite"}
            ]
          },
          "seed": "9007199254740992",
          "mutedGroups": [1, 2]
        }

        """)
    #expect(try Patch(json: Array(patch.json.utf8), file: "any.json") == patch)
  }

  @Test func `saved selections are written, a line each`() throws {
    var patch = Patch(name: "Bank")
    patch.savedSelections[2] = SavedSelection(
      name: "push", .markers([Marker(.zero), Marker(Beats(1, over: 3), amplitude: 0.5)]))
    var soft = Step(StepNotation.soft)
    soft.probability = 50
    patch.savedSelections[15] = SavedSelection(
      .hits([
        SavedSelection.Hit(Voice(.kick), marker: 0, Step(StepNotation.hit)),
        SavedSelection.Hit(Voice(.snare), marker: 2, soft),
      ]))
    #expect(
      patch.json.hasSuffix(
        """
          "groups": [
            {"number": 3, "name": "push", "markers": ["0", {"beat": "1/3", "amplitude": 0.5}]},
            {"number": 16, "lanes": [{"drum": "kick", "steps": "x"}, {"drum": "snare", "steps": "..o?50"}]}
          ]
        }

        """))
    #expect(try Patch(json: Array(patch.json.utf8), file: "any.json") == patch)
  }

  @Test func `tempered grids are read and written`() throws {
    let patch = try Patch.reading(
      Self.grid(#"{"beats": 4, "temper": "5:7 1/2", "amplitudes": [1, 0.5]}"#))
    let markers = patch.pattern.grid.markers
    #expect(markers.map(\.amplitude) == [1, 0.5, 1, 1, 1])
    // Half way from 4/5 to the beat of seven that is nearest in order.
    #expect(markers[1].beat == Beats(24, over: 35))
    #expect(patch.pattern.grid.tempering?.description == "5:7 1/2")
    #expect(
      patch.json.contains(
        #""grid": {"beats": "4", "temper": "5:7 1/2", "amplitudes": [1, 0.5, 1, 1, 1]}"#))
    #expect(try Patch(json: Array(patch.json.utf8), file: "any.json") == patch)
  }

  @Test func `a preset's name alone is that preset, in files that were written before too`()
    throws
  {
    let named = try Patch.reading(
      #"""
      "pattern": {"groove": {"name": "swing16 54", "timing": 0.5}}, "groove": {"name": "shuffle"}
      """#)
    #expect(named.pattern.groove == GrooveUse(try Groove(named: "swing16 54"), timing: 0.5))
    #expect(named.groove == GrooveUse(try Groove(named: "shuffle")))
    // Another name is that of a groove, and what is written beside it holds.
    let other = try Patch.reading(
      #"""
      "pattern": {"groove": {"name": "mine"}}, "groove": {"name": "swing8", "period": 1}
      """#)
    #expect(other.pattern.groove == GrooveUse(Groove(name: "mine", warp: .identity)))
    #expect(other.groove == GrooveUse(Groove(name: "swing8", warp: .identity)))
    // So did an earlier version write what it played straight.
    let old = try Patch.reading(#""pattern": {}, "groove": {"name": "swing8 99"}"#)
    #expect(old.groove == GrooveUse(Groove(name: "swing8 99", warp: .identity)))
    for patch in [named, other, old] {
      #expect(try Patch(json: Array(patch.json.utf8), file: "Patches/foo.json") == patch)
    }
  }

  /// What is written after the format, and what is said about it after "Patches/foo.json: ".
  static let slips: [(String, String)] = [
    (
      grid(#"{"beats": 2, "markers": [0, 1, "1/2"]}"#),
      "pattern, grid: marker 3 at beat 1/2: it must be after the marker before it"
    ),
    (
      grid(#"{"beats": 2, "markers": [0, 1, 1]}"#),
      "pattern, grid: markers 2 and 3 fall on the same beat, 1: move or delete one (or temper less)"
    ),
    (
      grid(#"{"beats": 2, "markers": [0, 2]}"#),
      "pattern, grid: marker 2 at beat 2: the grid is from 0 to before 2"
    ),
    (
      grid(#"{"beats": 2, "markers": []}"#),
      "pattern, grid: a number of markers: expected 1–256, found 0"
    ),
    (
      grid(#"{"beats": 0, "markers": [0]}"#),
      "pattern, grid: a grid's length: expected 1/64–1024 beats, found 0"
    ),
    (
      grid(#"{"beats": 2, "markers": [0, {"beat": 1, "amplitude": 2}]}"#),
      "pattern, grid, marker 2, amplitude: expected 0–1, found 2"
    ),
    (
      grid(#"{"beats": 2, "markers": ["0", "1/0"]}"#),
      "pattern, grid, marker 2: “1/0” should be beats such as 4 or \"7/3\""
    ),
    (grid(#"{"markers": [0]}"#), "pattern, grid: “beats” is missing"),
    (
      grid(#"{"steps": 3, "beats": 2, "markers": [0]}"#),
      "pattern, grid: “steps” and “markers” don't go together"
    ),
    (
      grid(#"{"steps": 4, "beats": 2}"#),
      "pattern, grid: “beats” and “steps” don't go together"
    ),
    (
      grid(#"{"beats": 2, "stepsPerBeat": 4}"#),
      "pattern, grid: “beats” and “stepsPerBeat” don't go together"
    ),
    (grid(#"{"beats": 2}"#), "pattern, grid: “markers” is missing"),
    (grid(#"{"beatz": 2}"#), "pattern, grid: unknown setting “beatz”; did you mean “beats”?"),
    (
      grid(#"{"beats": 4, "temper": "5:1000 1/2"}"#),
      "pattern, grid, temper: \(TemperamentError.parts(1_000))"
    ),
    (
      grid(#"{"beats": 4, "temper": "0:7 1/2"}"#),
      "pattern, grid, temper: \(TemperamentError.parts(0))"
    ),
    (
      grid(#"{"beats": 4, "temper": "5:7 2"}"#),
      "pattern, grid, temper: expected an amount of 0–1 or 0%–100%, as in 1/2, found 2"
    ),
    (
      grid(#"{"beats": 4, "markers": [0], "temper": "5:7 1/2"}"#),
      "pattern, grid: “markers” and “temper” don't go together"
    ),
    (
      grid(#"{"beats": 4, "temper": "5:7 1/2", "amplitudes": [2]}"#),
      "pattern, grid, amplitudes, marker 1: expected 0–1, found 2"
    ),
    (
      #""pattern": {}, "groups": [{"number": 17, "markers": [0]}]"#,
      "groups, group 1, number: expected 1–16, found 17"
    ),
    (
      #""pattern": {}, "groups": [{"number": 1, "markers": [0]}, {"number": 1, "markers": [0]}]"#,
      "groups, group 2: number 1 is written twice"
    ),
    (
      #""pattern": {}, "groups": [{"number": 1, "markers": [0, 1, "1/2"]}]"#,
      "groups, group 1, markers: marker 3 at beat 1/2: it must be after the marker before it"
    ),
    (#""pattern": {}, "groups": [{"number": 1}]"#, "groups, group 1: “lanes” is missing"),
    (
      #""pattern": {"steps": 4, "grid": {}}"#,
      "pattern: “steps” and “grid” don't go together"
    ),
    (
      lane(#""ratio": 0"#),
      "lane 1 (kick), ratio: “0” should be a ratio of 1/64–64 such as 1.5, \"3/2\" or \"√2\""
    ),
    (
      lane(#""ratio": "nan""#),
      "lane 1 (kick), ratio: “nan” should be a ratio of 1/64–64 such as 1.5, \"3/2\" or \"√2\""
    ),
    (
      lane(#""ratio": 1e999"#),
      "lane 1 (kick), ratio: “inf” should be a ratio of 1/64–64 such as 1.5, \"3/2\" or \"√2\""
    ),
    (
      lane(#""ratio": []"#),
      "lane 1 (kick), ratio: expected a ratio such as 1.5, \"3/2\" or \"√2\" but found a list"
    ),
    (lane(#""turn": 256"#), "lane 1 (kick), turn: expected -255 – 255 markers, found 256"),
    (lane(#""group": 9"#), "lane 1 (kick), group: expected 1–8, found 9"),
    (lane(#""looseness": {"ms": 51}"#), "lane 1 (kick), looseness, ms: expected 0–50 ms, found 51"),
    (lane(#""voice": "64@3""#), "lane 1: “drum” and “voice” don't go together"),
    (
      #""pattern": {"steps": 1, "lanes": [{"voice": "64@17", "steps": "x"}]}"#,
      "lane 1, voice: “64@17” should be a note of 0–127 and a channel of 1–16 as in 64@3"
    ),
    (
      #""pattern": {"steps": 1, "lanes": [{"drum": "kick", "steps": "x?200"}]}"#,
      "lane 1 (kick), step 1 (column 2): expected ? and a probability of 0–100, found “?200”"
    ),
    (
      #""pattern": {"clips": ["#
        + Array(repeating: "null", count: 17).joined(separator: ",") + "]}",
      "pattern, clips, clip 17: expected a clip of 1–16, found 17"
    ),
    (
      #""pattern": {"clips": [{"voice": "kick", "attack": 6}]}"#,
      "pattern, clips, clip 1, attack: expected 0–5 s, found 6"
    ),
    (#""pattern": {"accent": 128}"#, "pattern, accent: expected 0–127, found 128"),
    (
      #""pattern": {"groove": {"points": [["1/2", "1/3"], ["2/3", "1/4"]]}}"#,
      "pattern, groove: point 2, 2/3 to 1/4: both must be after the point before it and before 1"
    ),
    (
      #""pattern": {}, "groove": {"period": 0}"#,
      "groove: a groove's period: expected 1/64–1024 beats, found 0"
    ),
    (#""pattern": {}, "groove": {"timing": 2}"#, "groove, timing: expected 0–1, found 2"),
    (
      #""pattern": {}, "groove": {"levels": [["0", 3]]}"#,
      "groove, level 1: expected 0–2, found 3"
    ),
    (
      #""pattern": {}, "groove": {"points": [1]}"#,
      "groove, point 1: expected a beat and where it goes such as [\"1/2\", \"2/3\"] but found a number"
    ),
    (#""pattern": {}, "seed": -1"#, "seed: expected 0–9007199254740991, found -1"),
    (
      #""pattern": {}, "seed": "18446744073709551616""#,
      "seed: “18446744073709551616” should be a whole number of 0 to 18446744073709551615"
    ),
    (#""pattern": {}, "mutedGroups": [1, 9]"#, "mutedGroups, group 2: expected 1–8, found 9"),
    (#""pattern": {}, "patterns": []"#, "“pattern” and “patterns” don't go together"),
    (#""patterns": []"#, "patterns: a number of patterns: expected 1–1000, found 0"),
    (
      #""patterns": [{"name": "a"}, {"name": "a"}]"#,
      "pattern 2: “a” is the name of another pattern already; give it one of its own"
    ),
    (
      #""patterns": [{}, {"name": "a", "steps": 2, "lanes": [{"drum": "kick", "steps": "xxx"}]}]"#,
      "pattern 2: lane 1 (kick), step 3: a pattern of 2 steps ends at 2"
    ),
    (
      #""patterns": [{"name": "Verse"}], "selected": "Vers""#,
      "selected: the patch has no pattern “Vers”; did you mean “Verse”?"
    ),
    (#""pattern": {}, "selected": "x""#, "selected: “patterns” is missing"),
    (
      #""patterns": [{"name": "Verse"}], "song": {"sections": [{"pattern": "Verse"}, {"pattern": "x"}]}"#,
      "song, section 2, pattern: the patch has no pattern “x”"
    ),
    (
      #""pattern": {}, "song": {"sections": [{"pattern": "foo", "repeats": 0}]}"#,
      "song, section 1, repeats: expected 1–999, found 0"
    ),
    (
      #""pattern": {}, "song": {"sections": [{"repeats": 2}]}"#,
      "song, section 1: “pattern” is missing"
    ),
    (
      #""pattern": {}, "song": {"sections": ["#
        + Array(repeating: #"{"pattern": "foo"}"#, count: 10_001).joined(separator: ",") + "]}",
      "song: 10001 sections: a song has at most 10000"
    ),
  ]

  @Test(arguments: slips)
  func `an error is reported with its position`(members: String, sentence: String) {
    let error = #expect(throws: PatchError.self) { try Patch.reading(members) }
    #expect(error?.description == "Patches/foo.json: \(sentence)")
  }

  private static func grid(_ grid: String) -> String { "\"pattern\": {\"grid\": \(grid)}" }

  private static func lane(_ members: String) -> String {
    "\"pattern\": {\"steps\": 1, \"lanes\": [{\"drum\": \"kick\", \"steps\": \"x\", \(members)}]}"
  }
}
