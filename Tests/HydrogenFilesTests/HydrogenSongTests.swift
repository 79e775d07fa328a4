import GhostnoteTesting
import MusicalTime
import PatchFiles
import Rhythm
import Sequencing
import Shell
import Testing

@testable import HydrogenFiles

@Suite struct HydrogenSongTests {
  private func imported(_ bytes: [UInt8]) throws -> HydrogenImport {
    try HydrogenImport(HydrogenSong(bytes: bytes))
  }

  private func patch(_ bytes: [UInt8]) throws -> Patch {
    try imported(bytes).patch(named: "file")
  }

  /// Drum, beat and velocity of what a patch plays in its first `beats`.
  private func hits(_ patch: Patch, beats: Int64) -> [String] {
    Program(patch).cues(from: .zero, to: Beats(beats)).map {
      "\($0.voice) \($0.beat.fraction) \($0.velocity.value)"
    }
  }

  @Test func `a song of 1.2 plays its notes at their ticks and velocities`() throws {
    let bytes = Fixtures.song(
      bpm: "97.5",
      patterns: Fixtures.pattern(
        "beat",
        Fixtures.notes([0, 96]) + Fixtures.notes([48], instrument: 1)
          + Fixtures.Note(position: 180, instrument: 2, velocity: "1").xml),
      columns: Fixtures.columns([["beat"]]))
    let patch = try patch(bytes)
    #expect(patch.name == "Test")
    #expect(patch.tempo.bpm == 97.5)
    #expect(patch.playsSong && patch.song.loops)
    #expect(
      hits(patch, beats: 4) == ["kick 0 102", "snare 1 102", "kick 2 102", "closedhat 15/4 127"])
    #expect(patch.pattern.stepsPerBeat == 4)
  }

  @Test func `the layout of 0.9.3, without declaration and with sequences, reads the same`() throws
  {
    let old = """
      <song><version>0.9.3</version><bpm>90</bpm><name>Old</name><loopEnabled>false</loopEnabled>
      <mode>song</mode><humanize_time>0</humanize_time><swing_factor>0</swing_factor>
      <instrumentList><instrument><id>0</id><drumkit>GMkit</drumkit><name>BassDrum</name>
      <volume>0.98</volume><isMuted>false</isMuted><pan_L>1</pan_L><pan_R>1</pan_R><gain>1</gain>
      <exclude/><layer><filename>k.flac</filename></layer></instrument></instrumentList>
      <patternList><pattern><name>A&#xc3;&#xa9;</name><size>192</size><sequenceList><sequence><noteList>
      <note><position>0</position><velocity>0.5</velocity><pan_L>1</pan_L><pan_R>1</pan_R>
      <pitch>0</pitch><length>-1</length><instrument>0</instrument></note></noteList></sequence>
      <sequence><noteList><note><position>24</position><velocity>1</velocity><pan_L>1</pan_L>
      <pan_R>1</pan_R><pitch>0</pitch><length>-1</length><instrument>0</instrument></note></noteList>
      </sequence></sequenceList></pattern></patternList>
      <patternSequence><group><patternID>A&#xc3;&#xa9;</patternID></group></patternSequence></song>
      """
    let patch = try patch(Array(old.utf8))
    #expect(patch.pattern.name == "Aé")
    #expect(patch.tempo.bpm == 90)
    #expect(hits(patch, beats: 4) == ["kick 0 64", "kick 1/2 127"])
  }

  @Test func `bytes of Latin-1 in a file of 0.9.3 become letters`() throws {
    let bytes = Fixtures.song(
      patterns: Fixtures.pattern("caf&#xe9;", Fixtures.notes([0])), declaration: false)
    #expect(try patch(bytes).pattern.name == "café")
  }

  @Test func `the kit inside a song of 2.0, with types, names its drums`() throws {
    let kit =
      "<drumkit_info><formatVersion>2</formatVersion><name>K</name><instrumentList>"
      + Fixtures.instrument(7, "A", more: "<type>Kick</type>")
      + Fixtures.instrument(8, "B", more: "<type>Hi-Hat Open</type>")
      + "</instrumentList></drumkit_info>"
    let text =
      "<?xml version=\"1.0\"?><song><formatVersion>2</formatVersion><bpm>120</bpm>"
      + "<mode>pattern</mode><isTimelineActivated>false</isTimelineActivated>\(kit)<patternList>"
      + Fixtures.pattern(
        "p", Fixtures.notes([0], instrument: 7) + Fixtures.notes([24], instrument: 8))
      + "</patternList></song>"
    let patch = try patch(Array(text.utf8))
    #expect(!patch.playsSong)
    #expect(patch.name == "file")
    #expect(hits(patch, beats: 4) == ["kick 0 102", "openhat 1/2 102"])
  }

  @Test func `patterns of one column sound together, the shorter once`() throws {
    let bytes = Fixtures.song(
      patterns: Fixtures.pattern("a", Fixtures.notes([0, 96]))
        + Fixtures.pattern("b", size: 96, Fixtures.notes([0, 48], instrument: 1)),
      columns: Fixtures.columns([["a", "b"], ["b"], ["b"], [], ["a"]]))
    let patch = try patch(bytes)
    #expect(patch.patterns.map(\.name) == ["a", "b", "a + b", "rest"])
    #expect(patch.song.sections.map(\.pattern) == ["a + b", "b", "rest", "a"])
    #expect(patch.song.sections.map(\.repeats) == [1, 2, 1, 1])
    #expect(
      hits(patch, beats: 16) == [
        "kick 0 102", "snare 0 102", "snare 1 102", "kick 2 102",
        "snare 4 102", "snare 5 102", "snare 6 102", "snare 7 102", "kick 12 102", "kick 14 102",
      ])
  }

  @Test func `notes of several patterns of a column that meet are one, and counted`() throws {
    func notices(_ first: [Int], _ second: [Int]) throws -> [String] {
      try imported(
        Fixtures.song(
          patterns: Fixtures.pattern("a", Fixtures.notes(first))
            + Fixtures.pattern("b", Fixtures.notes(second)),
          columns: Fixtures.columns([["a", "b"], ["a"], ["a", "b"]]))
      ).notices
    }
    func notice(_ count: Int) -> String {
      "notes of one drum at one time, the loudest kept: \(count)"
    }
    #expect(try notices([0, 96], [0, 48]).contains(notice(1)))
    // Those that meet in one pattern are counted once, not in each of its columns.
    #expect(try notices([0, 0, 96], [0, 48]).contains(notice(2)))
    #expect(try notices([0, 0], [48, 48]).contains(notice(2)))
    #expect(try notices([0], [48]).isEmpty)
  }

  @Test func `virtual patterns sound with the one that names them, also by way of others`() throws {
    let bytes = Fixtures.song(
      patterns: Fixtures.pattern("a", Fixtures.notes([0]))
        + Fixtures.pattern("b", Fixtures.notes([48], instrument: 1))
        + Fixtures.pattern("c", Fixtures.notes([96], instrument: 2)),
      columns: Fixtures.columns([["a"]]),
      tail: """
        <virtualPatternList><pattern><name>a</name><virtual>b</virtual></pattern>
        <pattern><name>b</name><virtual>c</virtual><virtual>a</virtual></pattern></virtualPatternList>
        """)
    #expect(
      hits(try patch(bytes), beats: 4) == ["kick 0 102", "snare 1 102", "closedhat 2 102"])
  }

  @Test func `swing of even sixteenths is a groove, and heard where Hydrogen has it`() throws {
    let bytes = Fixtures.song(
      head: "<swing_factor>0.5</swing_factor>",
      patterns: Fixtures.pattern("a", Fixtures.notes([0, 12, 24, 36])),
      columns: Fixtures.columns([["a"]]))
    let found = try imported(bytes)
    #expect(found.groove?.groove.name == "swing16 62.5")
    #expect(found.notices.contains("swing as groove swing16 62.5"))
    // Three of 48 ticks late.
    #expect(
      hits(try found.patch(named: ""), beats: 4) == [
        "kick 0 102", "kick 5/16 102", "kick 1/2 102", "kick 13/16 102",
      ])
  }

  @Test func `swing is written as offsets where notes stand between sixteenths`() throws {
    let bytes = Fixtures.song(
      head: "<swing_factor>1</swing_factor>",
      patterns: Fixtures.pattern("a", Fixtures.notes([0, 6, 12])),
      columns: Fixtures.columns([["a"]]))
    let found = try imported(bytes)
    #expect(found.groove == nil)
    // Hydrogen moves the note on the off-beat sixteenth alone.
    #expect(
      hits(try found.patch(named: ""), beats: 4) == ["kick 0 102", "kick 1/8 102", "kick 3/8 102"])
  }

  @Test func `lead and lag move a note by up to five ticks`() throws {
    let notes =
      Fixtures.Note(position: 48, more: "<leadlag>-1</leadlag>").xml
      + Fixtures.Note(position: 96, more: "<leadlag>0.5</leadlag>").xml
    let patch = try patch(
      Fixtures.song(
        patterns: Fixtures.pattern("a", notes), columns: Fixtures.columns([["a"]])))
    #expect(hits(patch, beats: 4) == ["kick 43/48 102", "kick 197/96 102"])
  }

  @Test func `probability is kept in per cent`() throws {
    let note = Fixtures.Note(position: 0, more: "<probability>0.35</probability>").xml
    let patch = try patch(Fixtures.song(patterns: Fixtures.pattern("a", note)))
    #expect(patch.pattern.lanes[0].steps[0]?.probability == 35)
  }

  @Test func `humanising is looseness of the same spread`() throws {
    let patch = try patch(
      Fixtures.song(
        head: "<humanize_time>0.5</humanize_time><humanize_velocity>0.5</humanize_velocity>",
        patterns: Fixtures.pattern("a", Fixtures.notes([0]))))
    // Half of 13.6 ms and 25.4 in velocity, times √6.
    #expect(patch.pattern.lanes[0].looseness == Looseness(milliseconds: 16.7, velocity: 31))
  }

  @Test func `tempo markers change the tempo of their columns`() throws {
    let markers = """
      <BPMTimeLine><newBPM><BAR>2</BAR><BPM>140.5</BPM></newBPM>
      <newBPM><BAR>3</BAR><BPM>15</BPM></newBPM></BPMTimeLine>
      """
    func song(_ head: String) -> [UInt8] {
      Fixtures.song(
        head: head, patterns: Fixtures.pattern("a", Fixtures.notes([0])),
        columns: Fixtures.columns([["a"], ["a"], ["a"], ["a"], ["a"]]), tail: markers)
    }
    let found = try imported(song("<isTimelineActivated>true</isTimelineActivated>"))
    #expect(found.song.sections.map(\.repeats) == [2, 1, 2])
    #expect(found.song.sections.map { $0.tempo?.bpm } == [nil, 140.5, 20])
    #expect(found.notices == ["tempi clamped to 20–300 bpm: 1"])
    let off = try imported(song("<isTimelineActivated>false</isTimelineActivated>"))
    #expect(off.song.sections.map { $0.tempo } == [nil])
    #expect(off.notices == ["left out: tempo markers, which are switched off (2)"])
  }

  @Test func `everything without a meaning here is named with its count`() throws {
    let notes =
      Fixtures.Note(position: 0, more: "<note_off>true</note_off>").xml
      + Fixtures.Note(position: 0, velocity: "0").xml
      + Fixtures.Note(position: 200).xml
      + Fixtures.Note(position: 0, instrument: 9).xml
      + Fixtures.Note(position: 12, more: "<pan>0.5</pan><length>12</length>").xml
      + Fixtures.Note(position: 24, more: "<pan_L>1</pan_L><pan_R>0.5</pan_R>").xml
      + Fixtures.Note(position: 36, more: "<key>D1</key><pitch>0</pitch>").xml
    let found = try imported(
      Fixtures.song(
        instruments: Fixtures.instrument(0, "Kick", more: "<volume>0.7</volume>")
          + Fixtures.instrument(1, "Snare", more: "<filterActive>true</filterActive>"),
        patterns: Fixtures.pattern("a", notes),
        tail: """
          <ladspa><fx><enabled>true</enabled></fx></ladspa>
          <automationPaths><path adjust="velocity"><point x="0" y="1"/></path></automationPaths>
          """))
    #expect(found.noteCount == 3)
    #expect(
      found.notices == [
        "left out: note-offs (1), silent notes (1), notes after the end of their pattern (1), "
          + "notes of missing instruments (1), pitches of notes (1), pans of notes (2), "
          + "lengths of notes (1), volumes and pans of instruments, which belong to the kit (1), "
          + "filters (1), velocity automation, LADSPA effects"
      ])
  }

  @Test func `a drum whose notes have one pitch is tuned`() throws {
    let note = Fixtures.Note(position: 0, more: "<key>Ef-1</key>").xml
    let patch = try patch(Fixtures.song(patterns: Fixtures.pattern("a", note)))
    #expect(patch.kit[.kick].sound.tuning == -900)
  }

  @Test func `mute groups are choke groups, and muted instruments muted lanes`() throws {
    let kit =
      Fixtures.instrument(0, "Kick", more: "<isMuted>true</isMuted>")
      + Fixtures.instrument(2, "Crash", more: "<muteGroup>4</muteGroup>")
      + Fixtures.instrument(3, "Splash", more: "<muteGroup>4</muteGroup>")
    let notes = [0, 2, 3].map { Fixtures.notes([0], instrument: $0) }.joined()
    let patch = try patch(Fixtures.song(instruments: kit, patterns: Fixtures.pattern("a", notes)))
    #expect(patch.kit[.crash].chokeGroup == "group 4")
    #expect(patch.kit[.splash].chokeGroup == "group 4")
    #expect(patch.kit[.kick].chokeGroup == nil)
    #expect(patch.pattern.lane(of: Drum.kick)?.isMuted == true)
  }

  @Test func `the summary names author and licence, and that a text is left out`() throws {
    let found = try imported(
      Fixtures.song(
        head: "<author>Ada</author><license>CC BY 4.0</license><notes>Play it slowly.</notes>",
        patterns: Fixtures.pattern("a", Fixtures.notes([0]))))
    #expect(found.summary.contains("; by Ada; licence: CC BY 4.0; "))
    #expect(found.summary.contains("the song's text"))
  }

  @Test func `more patterns than a patch has are refused before they are converted`() throws {
    let patterns = (0...Patch.mostPatterns).map { _ in Fixtures.pattern("a", "") }
    #expect(throws: HydrogenError.patch(.patternCount(Patch.mostPatterns + 1))) {
      try imported(Fixtures.song(patterns: patterns.joined()))
    }
    // Every pair of 50 is a pattern of its own.
    let columns = (0..<50).flatMap { first in (first..<50).map { ["p\(first)", "p\($0)"] } }
    let few = (0..<50).map { Fixtures.pattern("p\($0)", "") }
    #expect(throws: HydrogenError.patch(.patternCount(Patch.mostPatterns + 1))) {
      try imported(
        Fixtures.song(patterns: few.joined(), columns: Fixtures.columns(columns)))
    }
  }

  @Test func `patterns of one name are numbered`() {
    var names = PatternNames(taken: ["a 3"])
    let found = ["a", "a", "a", "a", "a 2", "b", "b"].map { names.unique($0) }
    #expect(found == ["a", "a 2", "a 4", "a 5", "a 2 2", "b", "b 2"])
  }

  @Test(arguments: [
    ("Two\n  lines\tof it", "Two lines of it"),
    (String(repeating: "long ", count: 40), String(repeating: "long ", count: 12) + "long"),
    ("\u{202E}back", "?back"), (" \n ", "file"), ("7", "7"),
  ])
  func `a patch gets the song's name as one that can be given`(written: String, expected: String)
    throws
  {
    let song = String(decoding: Fixtures.song(patterns: Fixtures.pattern("a", "")), as: UTF8.self)
    let named = song.replacing("<name>Test</name>", with: "<name>\(written)</name>")
    let patch = try patch(Array(named.utf8))
    #expect(patch.name == expected)
    #expect(patch.name.count <= 64 && patch.name == patch.name.onOneLine)
  }

  @Test func `a patch gets the file's name as one that can be given, too`() throws {
    let song = String(decoding: Fixtures.song(patterns: Fixtures.pattern("a", "")), as: UTF8.self)
    let found = try imported(Array(song.replacing("<name>Test</name>", with: "").utf8))
    let long = String(repeating: "x", count: 100)
    #expect(try found.patch(named: "a\nb").name == "a b")
    #expect(try found.patch(named: long).name == String(long.prefix(64)))
  }

  /// Two kicks, the snare, and more; the second kick has no note of its own in General MIDI.
  private func twoKicks(_ first: String = "", _ second: String = "") throws -> HydrogenImport {
    let kit =
      Fixtures.instrument(0, "Kick", more: first) + Fixtures.instrument(1, "Kick", more: second)
      + Fixtures.instrument(2, "Kick", more: second) + Fixtures.instrument(3, "Kick")
    let notes =
      Fixtures.notes([0], instrument: 0) + Fixtures.notes([48], instrument: 1)
      + Fixtures.notes([96], instrument: 2)
    return try imported(
      Fixtures.song(instruments: kit, patterns: Fixtures.pattern("a", notes)))
  }

  @Test func `notes of muted instruments are not heard in another's lane`() throws {
    let all = try twoKicks()
    let heard = hits(try all.patch(named: "a"), beats: 4)
    #expect(heard.count == 3)
    let found = try twoKicks("", "<isMuted>true</isMuted>")
    let patch = try found.patch(named: "a")
    #expect(hits(patch, beats: 4).filter { $0.hasPrefix("kick") } == ["kick 0 102"])
    #expect(found.noteCount + 1 <= all.noteCount)
    #expect(found.notices.contains { $0.contains("notes of muted instruments") })
    // A solo silences the others of its drum as well, and of a muted drum all notes stay, muted.
    let solo = try twoKicks("<isSoloed>true</isSoloed>").patch(named: "a")
    #expect(hits(solo, beats: 4) == ["kick 0 102"])
    let muted = try twoKicks("<isMuted>true</isMuted>", "<isMuted>true</isMuted>")
    #expect(muted.noteCount == 3)
    #expect(hits(try muted.patch(named: "a"), beats: 4).isEmpty)
  }

  @Test func `a solo silences the others in every pattern, also where it has no note`() throws {
    let kit =
      Fixtures.instrument(0, "Kick") + Fixtures.instrument(1, "Snare")
      + Fixtures.instrument(2, "Closed HH", more: "<isSoloed>true</isSoloed>")
    let found = try imported(
      Fixtures.song(
        instruments: kit,
        patterns: Fixtures.pattern(
          "both", Fixtures.notes([0]) + Fixtures.notes([96], instrument: 2))
          + Fixtures.pattern("drums", Fixtures.notes([0]) + Fixtures.notes([96], instrument: 1))
          + Fixtures.pattern("empty", ""),
        columns: Fixtures.columns([["both"], ["drums"], ["empty"], ["both"]])))
    let patch = try found.patch(named: "a")
    #expect(hits(patch, beats: 16) == ["closedhat 2 102", "closedhat 14 102"])
    #expect(patch.patterns[0].lane(of: Drum.kick)?.isMuted == false)
    #expect(patch.patterns[1].lanes.map(\.isMuted) == [true, true])
    #expect(found.notices == ["patterns without a soloed instrument, muted: 1"])
  }

  @Test func `a second song takes back the tuning and the choke groups of the first`() throws {
    func song(_ note: String, group: Int, first: String, second: String) throws -> HydrogenImport {
      let more = "<muteGroup>\(group)</muteGroup>"
      let kit =
        Fixtures.instrument(0, "Snare") + Fixtures.instrument(1, first, more: more)
        + Fixtures.instrument(2, second, more: more)
      let notes = note + [1, 2].map { Fixtures.notes([0], instrument: $0) }.joined()
      return try imported(Fixtures.song(instruments: kit, patterns: Fixtures.pattern("a", notes)))
    }
    let tuned = Fixtures.Note(position: 0, more: "<key>C1</key>").xml
    let one = try song(tuned, group: 1, first: "Crash", second: "Splash")
    #expect(one.summary.contains("pitches as tuning: snare 1200 cents"))
    #expect(one.summary.contains("mute groups as choke groups: "))
    let other = try song(Fixtures.notes([0]), group: 1, first: "Ride", second: "Cowbell")
    var patch = try one.patch(named: "one")
    patch.kit[.kick].chokeGroup = "mine"
    patch.kit[.kick].sound.tuning = 50
    let after = try other.replacing(patch)
    #expect(after.kit[.snare].sound.tuning == 0)
    #expect(after.kit[.crash].chokeGroup == nil && after.kit[.splash].chokeGroup == nil)
    #expect(after.kit[.cowbell].chokeGroup == "group 1")
    #expect(after.kit[.openHat].chokeGroup == "hats")
    // What the song does not play stays as it was.
    #expect(after.kit[.kick].chokeGroup == "mine" && after.kit[.kick].sound.tuning == 50)
  }

  @Test func `a drum of two mute groups is in the first`() throws {
    let groups = [("Kick", 7), ("Kick", 9), ("Kick", 2), ("Crash", 7), ("Splash", 2)]
    let kit = groups.enumerated().map {
      Fixtures.instrument($0, $1.0, more: "<muteGroup>\($1.1)</muteGroup>")
    }
    let notes = (0..<5).map { Fixtures.notes([$0 * 12], instrument: $0) }.joined()
    let found = try imported(
      Fixtures.song(instruments: kit.joined(), patterns: Fixtures.pattern("a", notes)))
    #expect(found.chokeGroups[.kick] == "group 2" && found.chokeGroups[.splash] == "group 2")
    #expect(found.chokeGroups[.crash] == "group 7")
  }

  @Test func `triplets among sixteenths stand on a grid of their own lane`() throws {
    let notes =
      Fixtures.notes([0, 12, 24, 36]) + Fixtures.notes([0, 24], instrument: 1)
      + Fixtures.notes([0, 16, 32], instrument: 2)
    let pattern = try patch(Fixtures.song(patterns: Fixtures.pattern("a", notes))).pattern
    #expect(pattern.stepsPerBeat == 4)
    #expect(pattern.lane(of: Drum.closedHat)?.grid?.stepsPerBeat == 3)
  }

  @Test func `odd sizes keep their length and meter`() throws {
    let patch = try patch(
      Fixtures.song(
        patterns: Fixtures.pattern(
          "7/8", size: 168, more: "<denominator>8</denominator>", Fixtures.notes([0, 144]))
          + Fixtures.pattern("tick", size: 101, Fixtures.notes([0, 100]))))
    #expect(patch.patterns[0].length == Beats(7, over: 2))
    #expect(patch.patterns[0].bar.meter == Meter(count: 7, unit: 8))
    #expect(patch.patterns[1].length == Beats(101, over: 48))
    #expect(patch.patterns[1].grid.markers.map(\.beat) == [.zero, Beats(100, over: 48)])
  }

  @Test func `a pattern file is added to a patch and selected`() throws {
    let text = """
      <?xml version="1.0"?>
      <drumkit_pattern xmlns="http://www.hydrogen-music.org/drumkit_pattern">
      <drumkit_name>GMRockKit</drumkit_name>
      \(Fixtures.pattern("1", Fixtures.notes([0]) + Fixtures.notes([24], instrument: 11)
        + Fixtures.Note(position: 48, instrument: 90, more: "<type>Snare</type>").xml))
      </drumkit_pattern>
      """
    let found = try imported(Array(text.utf8))
    #expect(found.tempo == nil)
    var before = Patch(tempo: Tempo(clampingBPM: 88))
    before.pattern.name = "pattern 1"
    let after = try found.replacing(before)
    #expect(after.patterns.map(\.name) == ["pattern 1", "pattern 1 2"])
    #expect(after.selected == 1 && after.tempo == before.tempo)
    #expect(hits(after, beats: 4) == ["kick 0 102", "cowbell 1/2 102", "snare 1 102"])
    #expect(found.summary == "3 notes: 1 pattern")
  }

  @Test func `what was imported is saved and read again as it was`() throws {
    let bytes = Fixtures.song(
      head: "<swing_factor>0.23</swing_factor><humanize_time>0.3</humanize_time>",
      patterns: Fixtures.pattern("next", Fixtures.notes([0, 12]))
        + Fixtures.pattern("next", Fixtures.notes([5])),
      columns: Fixtures.columns([["next"]]))
    let patch = try patch(bytes)
    #expect(patch.patterns.map(\.name) == ["pattern next", "pattern next 2"])
    #expect(try Patch(json: Array(patch.json.utf8), file: "a.json") == patch)
  }
}
