import Commands
import GhostnoteTesting
import PatchFiles
import Rhythm
import Testing

@Suite struct PatchErrorTests {
  /// What is written after the format, and what is said about it after "Patches/foo.json: ".
  static let slips: [(String, String)] = [
    (#""name": "x""#, "“pattern” is missing"),
    (
      #""pattern": {}, "tempi": 100"#,
      "unknown setting “tempi”; did you mean “tempo”?"
    ),
    (
      "\"pattern\": {}, \"\\u001b[2J\(String(repeating: "z", count: 99))\": 1",
      "unknown setting “?[2J\(String(repeating: "z", count: 36))…”; "
        + "there are format, name, tempo, pattern, patterns, selected, song, groove, seed, "
        + "mutedGroups, groups, kit, input, drummer, humanise, record, metronome"
    ),
    (#""pattern": {}, "tempo": 301"#, "tempo: expected 20–300 bpm, found 301"),
    (#""pattern": {}, "tempo": 1e999"#, "tempo: expected 20–300 bpm, found inf"),
    (#""pattern": {}, "tempo": "fast""#, "tempo: expected a number but found a text"),
    (
      #""pattern": {}, "kit": {"keyMap": "kick=200"}"#,
      "kit, keyMap: expected gm, avl, or drums and keys as in \"kick2=36 tom1=47\" but found a text"
    ),
    (
      #""pattern": {}, "kit": {"effects": {"delayTime": "1/3"}}"#,
      "kit, effects, delayTime: expected a note value as in \"1/8.\", "
        + "or 1/16–8 beats as in \"3:4\" but found a text"
    ),
    (
      #""pattern": {}, "kit": {"drums": {"snare": {"filter": "lowpas"}}}"#,
      "kit, snare, filter: “lowpas” isn't known; did you mean “lowpass”?"
    ),
    (
      #""pattern": {}, "kit": {"drums": {"snare": {"cutoff": 10}}}"#,
      "kit, snare, cutoff: expected 20–20000 Hz, found 10"
    ),
    (#""pattern": []"#, "pattern: expected a group in braces but found a list"),
    (
      #""pattern": {"grid": {"beats": 4, "temper": "5:7 1/2", "amplitudes": [1, 1, 1, 1, 1, 0.5]}}"#,
      "pattern, grid: 6 amplitudes for 5 markers: remove the extra ones"
    ),
    (
      #""pattern": {"grid": {"steps": 4, "amplitudes": [1, 1, 1, 1, 0.5]}}"#,
      "pattern, grid: “amplitudes” and “steps” don't go together"
    ),
    (#""pattern": {"steps": 257}"#, "pattern, steps: expected 1–256, found 257"),
    (#""pattern": {"steps": 7.5}"#, "pattern, steps: 7.5 isn't a whole number"),
    (#""pattern": {"stepsPerBeat": 0}"#, "pattern, stepsPerBeat: expected 1–16, found 0"),
    (
      #""pattern": {}, "drummer": true"#,
      "drummer: expected a group in braces but found true or false"
    ),
    (
      #""pattern": {}, "drummer": {"stile": "funk"}"#,
      "drummer: unknown setting “stile”; did you mean “style”?"
    ),
    (#""pattern": {}, "drummer": {"density": 1.5}"#, "drummer, density: expected 0–1, found 1.5"),
    (
      #""pattern": {}, "drummer": {"seed": -1}"#,
      "drummer, seed: expected 0–9007199254740991, found -1"
    ),
    (
      #""pattern": {}, "drummer": {"fillEvery": 2.5}"#,
      "drummer, fillEvery: 2.5 isn't a whole number"
    ),
    (#""pattern": {}, "drummer": {"blend": {"amount": 1}}"#, "drummer, blend: “style” is missing"),
    (
      #""pattern": {}, "drummer": {"drums": ["kick", "kick"]}"#,
      "drummer, drums: kick is written twice"
    ),
    (
      #""pattern": {}, "drummer": {"drums": ["gong"]}"#,
      "drummer, drums, drum 1: unknown drum “gong”; `ghostnote kit list` names all 26"
    ),
    (
      #""pattern": {}, "drummer": {"feel": "halve"}"#,
      "drummer, feel: “halve” isn't known; did you mean “half”?"
    ),
    (#""pattern": {"loop": 1}"#, "pattern, loop: expected true or false but found a number"),
    (
      lanes(#"{"drum": "kick", "steps": "x..."}, {"drum": "snare", "steps": "x...x"}"#),
      "lane 2 (snare), step 5: a pattern of 4 steps ends at 4"
    ),
    (
      lanes(#"{"drum": "kick", "steps": "x.."}"#),
      "lane 1 (kick): it has 3 of 4 steps; add rests (.)"
    ),
    (
      lanes(#"{"drum": "kick", "steps": "x.y."}"#),
      "lane 1 (kick), step 3 (column 3): expected X (accent), x, o (soft), + (hold) or . (rest), found “y”"
    ),
    (
      lanes(#"{"drum": "kick", "steps": [96, 0, 128, 0]}"#),
      "lane 1 (kick), step 3: expected 0–127, found 128"
    ),
    (
      lanes(#"{"drum": "kick", "steps": [96, null, 0, 0]}"#),
      "lane 1 (kick), step 2: expected a number but found null"
    ),
    (
      lanes(#"{"drum": "kick", "steps": 4}"#),
      "lane 1 (kick): expected steps such as \"x..x\" or a list of velocities but found a number"
    ),
    (lanes(#"{"drum": "kick"}"#), "lane 1 (kick): “steps” is missing"),
    (lanes(#"{"steps": "x..."}"#), "lane 1: “drum” is missing"),
    (
      lanes(#"{"drum": "snair", "steps": "x..."}"#),
      "lane 1, drum: unknown drum “snair”; did you mean “snare”? `ghostnote kit list` names all 26"
    ),
    (
      lanes(#"{"drum": "hi-hat", "steps": "x..."}"#),
      "lane 1, drum: unknown drum “hi-hat”; did you mean “closedhat”? `ghostnote kit list` names all 26"
    ),
    (
      lanes(#"{"drum": "kick", "steps": "x...", "muted": true}"#),
      "lane 1: unknown setting “muted”; did you mean “mute”?"
    ),
    (
      lanes(#"{"drum": "kick", "steps": "x..."}, {"drum": "kick", "steps": "..x."}"#),
      "lane 2 (kick): kick already has a lane"
    ),
    (
      kit(#""snare": {"tunning": 3}"#),
      "kit, snare: unknown setting “tunning”; did you mean “tuning”?"
    ),
    (kit(#""snare": {"pan": 2}"#), "kit, snare, pan: expected -1 – 1, found 2"),
    (
      kit(#""spoon": {}"#), "kit, drums: unknown drum “spoon”; `ghostnote kit list` names all 26"
    ),
    (kit(#""kick": {}, "36": {}"#), "kit: kick is written twice"),
    (
      kit(#""kick": {"velocityCurve": "sofd"}"#),
      "kit, kick, velocityCurve: “sofd” isn't known; did you mean “soft”?"
    ),
    (
      kit(#""kick": {"velocityCurve": [1, 2]}"#),
      "kit, kick, velocityCurve: a velocity table has 128 numbers: a 0, then 127 of 1–127"
    ),
    (
      #""pattern": {}, "input": {"notes": {"128": "kick"}}"#,
      "input, note 128: expected a note of 0–127, found 128"
    ),
    (
      controls(#"{"cc": 1, "do": "play", "from": 3}"#),
      "input, control 1: unknown setting “from”; there are cc, note, bend, do, channel, coding"
    ),
    (controls(#"{"do": "play"}"#), "input, control 1: “cc” is missing"),
    (
      controls(#"{"cc": 1, "bend": true, "do": "play"}"#),
      "input, control 1: a control has one of cc, note and bend, not several"
    ),
    (
      controls(#"{"bend": false, "do": "play"}"#),
      "input, control 1, bend: “false” should be true"
    ),
    (
      controls(
        #"{"bend": true, "channel": 2, "do": "play"}, {"bend": true, "channel": 2, "do": "stop"}"#),
      "input, control 2: bend channel 2 has an action already"
    ),
    (
      controls(#"{"cc": 1, "do": "play"}, {"cc": 1, "do": "stop"}"#),
      "input, control 2: cc 1 has an action already"
    ),
    (
      controls(#"{"cc": 1, "do": "dance"}"#),
      "input, control 1, do: “dance” isn't known; "
        + "there are play, stop, continue, toggle, tempo, level, panic, "
        + "fill, erase, mutegroup, pattern, next, previous"
    ),
  ]

  @Test(arguments: slips)
  func `an error is reported with its position`(members: String, sentence: String) {
    let error = #expect(throws: PatchError.self) { try Patch.reading(members) }
    #expect(error?.description == "Patches/foo.json: \(sentence)")
  }

  @Test(arguments: [
    ("{}", "it has no \"format\": \"ghostnote-patch/1\", so it isn't a patch"),
    (
      #"{"format": "ghostnote-patch/2", "lasers": 3}"#,
      "made by a later ghostnote (“ghostnote-patch/2”): this one reads ghostnote-patch/1"
    ),
    (
      #"{"format": "song/1"}"#,
      "unknown patch format “song/1”; a patch says \"format\": \"ghostnote-patch/1\""
    ),
    ("[1, 2]", "expected a group in braces but found a list"),
    ("", "line 1, column 1: expected a value but found the end of the file"),
    ("kick x..x", "line 1, column 1: expected a value but found “k”"),
    ("{\n  \"ä\": 1\n  \"b\": 2", "line 3, column 3: expected a comma or } but found “\"”"),
    ("{\"ä\": tru}", "line 1, column 7: expected a value but found “t”"),
    ("{\"a\": 1,\n\"a\": 2}", "line 2: “a” is written twice"),
    ("\u{1B}[2J", "line 1, column 1: expected a value but found a control character"),
    ("{} x", "line 1, column 4: expected the end of the file but found “x”"),
  ])
  func `a file that isn't a patch has an error of its own`(text: String, sentence: String) {
    let error = #expect(throws: PatchError.self) {
      try Patch(json: Array(text.utf8), file: "foo.json")
    }
    #expect(error?.description == "foo.json: \(sentence)")
  }

  /// Each is cheap to write many times, and would be dear to read.
  static let floods: [(String, PatchError.Reason)] = [
    (
      "\"pattern\": {\"lanes\": [\(many(65, #"{"drum": 1}"#))]}",
      .pattern(.laneCount(65))
    ),
    (
      "\"patterns\": [\(many(Patch.mostPatterns + 1, "0"))]",
      .rule(.patternCount(Patch.mostPatterns + 1))
    ),
    (
      "\"pattern\": {}, \"song\": {\"sections\": [\(many(Song.mostSections + 1, "0"))]}",
      .rule(.sectionCount(Song.mostSections + 1))
    ),
    (
      "\"pattern\": {\"grid\": {\"beats\": 4, \"markers\": [\(many(257, "null"))]}}",
      .grid(.markerCount(257))
    ),
    (
      "\"pattern\": {}, \"groups\": [{\"number\": 1, \"lanes\": [\(many(65, "0"))]}]",
      .pattern(.laneCount(65))
    ),
    (
      "\"pattern\": {}, \"groups\": [{\"number\": 1, \"markers\": [\(many(257, "null"))]}]",
      .grid(.markerCount(257))
    ),
    (
      lanes("{\"drum\": \"kick\", \"steps\": \"\(String(repeating: ".", count: 65_537))\"}"),
      .longSteps(65_537)
    ),
    (
      lanes("{\"drum\": \"kick\", \"steps\": [\(many(257, "null"))]}"),
      .grid(.markerCount(257))
    ),
  ]

  @Test(arguments: floods)
  func `limits are checked before values are read`(
    members: String, problem: PatchError.Reason
  ) {
    let text = "{\"format\": \"ghostnote-patch/1\", \(members)}"
    let error = #expect(throws: PatchError.self) {
      try Patch(json: Array(text.utf8), file: "foo.json")
    }
    #expect(error?.problem == problem)
  }

  private static func many(_ count: Int, _ value: String) -> String {
    Array(repeating: value, count: count).joined(separator: ", ")
  }

  @Test func `broken UTF-8 is found by its line`() {
    let error = #expect(throws: PatchError.self) {
      try Patch(json: Array("{\n\"a".utf8) + [0xFF], file: "foo.json")
    }
    #expect(error?.problem == .notUTF8(line: 2))
  }

  @Test func `a patch with bytes lost, doubled or changed never crashes the reader`() {
    var chance = SplitMix64(seed: 11)
    for _ in 0..<500 {
      var bytes = Array(Patch.random(using: &chance).json.utf8.prefix(600))
      for _ in 0..<Int.random(in: 1...4, using: &chance) where !bytes.isEmpty {
        let place = Int.random(in: bytes.indices, using: &chance)
        switch Int.random(in: 0..<3, using: &chance) {
        case 0: bytes.removeSubrange(place...)
        case 1: bytes.insert(bytes[place], at: place)
        default: bytes[place] = UInt8.random(in: 0...255, using: &chance)
        }
      }
      do {
        _ = try Patch(json: bytes, file: "foo.json")
      } catch {
        #expect(error.description.hasPrefix("foo.json: "))
      }
    }
  }

  private static func lanes(_ lanes: String) -> String {
    "\"pattern\": {\"steps\": 4, \"lanes\": [\(lanes)]}"
  }

  private static func kit(_ drums: String) -> String {
    "\"pattern\": {}, \"kit\": {\"drums\": {\(drums)}}"
  }

  private static func controls(_ controls: String) -> String {
    "\"pattern\": {}, \"input\": {\"controls\": [\(controls)]}"
  }
}
