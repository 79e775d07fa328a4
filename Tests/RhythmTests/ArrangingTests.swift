import GhostnoteTesting
import MusicalTime
import Rhythm
import Testing

/// The patterns of a patch and the song that plays them.
@Suite struct ArrangingTests {
  /// A patch of one-bar patterns with these names, and a song of such names.
  private func patch(_ names: String, song: String = "", selected: Int = 0) throws -> Patch {
    var patch = Patch()
    let patterns = try names.split(separator: " ").map { name in
      try Pattern(rows: "kick x... x... x... x...", name: String(name))
    }
    let sections = song.split(separator: " ").map { Section(pattern: String($0)) }
    try patch.setPatterns(patterns, selected: selected, song: Song(sections: sections))
    return patch
  }

  private func names(_ patch: Patch) -> String {
    patch.patterns.enumerated().map { $0 == patch.selected ? "[\($1.name)]" : $1.name }
      .joined(separator: " ")
  }

  private func sections(_ patch: Patch) -> String {
    patch.song.sections.map(\.pattern).joined(separator: " ")
  }

  @Test func `the selected pattern stays selected while others are added, removed and moved`()
    throws
  {
    var patch = try patch("a b c d", selected: 2)
    try patch.movePattern(0, to: 3)
    #expect(names(patch) == "b [c] d a")
    try patch.movePattern(1, to: 0)
    #expect(names(patch) == "[c] b d a")
    try patch.add(try Pattern(name: "e"))
    #expect(names(patch) == "[c] b d a e")
    try patch.removePattern(0)
    #expect(names(patch) == "[b] d a e")
    try patch.select(3)
    try patch.removePattern(0)
    #expect(names(patch) == "d a [e]")
    try patch.removePattern(2)
    #expect(names(patch) == "d [a]")
  }

  @Test func `moving a pattern there and back changes nothing`() throws {
    var dice = SplitMix64(seed: 5)
    var patch = try patch("a b c d e f", song: "b d b")
    for _ in 0..<10_000 {
      try patch.select(Int.random(in: 0..<6, using: &dice))
      let before = patch
      let (from, to) = (Int.random(in: 0..<6, using: &dice), Int.random(in: 0..<6, using: &dice))
      try patch.movePattern(from, to: to)
      #expect(patch.pattern.name == before.pattern.name)
      try patch.movePattern(to, to: from)
      #expect(patch == before)
    }
  }

  @Test func `renaming a pattern updates the song's sections`() throws {
    var patch = try patch("a b", song: "a b a")
    try patch.renamePattern(0, to: "verse")
    #expect(sections(patch) == "verse b verse")
    patch.pattern.name = "intro"
    #expect(sections(patch) == "intro b intro")
    // If another pattern has the name, it is not changed.
    patch.pattern.name = "b"
    #expect(names(patch) == "[intro] b")
    #expect(sections(patch) == "intro b intro")
  }

  @Test func `breaking a rule is refused with its position, and changes nothing`() throws {
    let whole = try patch("a b", song: "a b a")
    func refused(_ edit: (inout Patch) throws -> Void) -> PatchRuleError? {
      var edited = whole
      let error = #expect(throws: PatchRuleError.self) { try edit(&edited) }
      #expect(edited == whole)
      return error
    }
    #expect(refused { try $0.removePattern(1) } == .patternInSong("b", section: 1))
    #expect(refused { try $0.removePattern(2) } == .noPattern(number: 2, count: 2))
    #expect(refused { try $0.renamePattern(0, to: "b") } == .secondPattern("b"))
    #expect(refused { try $0.add(try Pattern(name: "a")) } == .secondPattern("a"))
    #expect(refused { try $0.movePattern(0, to: 2) } == .noPattern(number: 2, count: 2))
    #expect(refused { try $0.select(-1) } == .noPattern(number: -1, count: 2))
    #expect(refused { try $0.setPatterns([$0.pattern]) } == .sectionPattern("b", section: 1))
    let ghost = Song(sections: [Section(pattern: "a"), Section(pattern: "ghost")])
    #expect(refused { try $0.setSong(ghost) } == .sectionPattern("ghost", section: 1))
    let long = Song(sections: Array(repeating: Section(pattern: "a"), count: 10_001))
    #expect(refused { try $0.setSong(long) } == .sectionCount(10_001))
    #expect(refused { try $0.setPatterns([]) } == .patternCount(0))
    var only = try patch("a")
    #expect(throws: PatchRuleError.lastPattern) { try only.removePattern(0) }
    #expect(
      PatchRuleError.patternInSong("b", section: 1).description
        == "pattern “b”: section 2 of the song plays it; delete that first")
    #expect(
      PatchRuleError.noSection(number: 4, count: 0).description
        == "section 5: the song has no sections")
  }

  @Test func `a pattern is chosen by name, by number, or as the next or previous one`() throws {
    let patch = try patch("a b c", selected: 2)
    #expect(try patch.number(of: .name("b")) == 1)
    #expect(try patch.number(of: .number(0)) == 0)
    #expect(try patch.number(of: .next) == 0)
    #expect(try patch.number(of: .previous) == 1)
    #expect(throws: PatchRuleError.noPatternNamed("z")) { try patch.number(of: .name("z")) }
    #expect(throws: PatchRuleError.noPattern(number: 3, count: 3)) {
      try patch.number(of: .number(3))
    }
  }

  @Test func `sections begin where the ones before them end`() throws {
    var patch = try patch("a b")
    patch.pattern = try Pattern(rows: "kick x...... ", stepsPerBeat: 2, name: "a")
    var sections = [
      Section(pattern: "a", repeats: 2), Section(pattern: "b", tempo: Tempo(clampingBPM: 90)),
      Section(pattern: "a"), Section(pattern: "b", tempo: Tempo(clampingBPM: 90)),
    ]
    sections[2].repeats = 0
    try patch.setSong(Song(sections: sections))
    #expect(patch.song.sections[2].repeats == 1)
    #expect(patch.songForm.borders.map(\.fraction) == ["0", "7", "11", "29/2", "37/2"])
    #expect(patch.songForm.length == Beats(37, over: 2))
    #expect(patch.songForm.tempos.map(\.beat) == [.zero, Beats(7)])
    #expect((0..<4).map { patch.songForm.tempo(ofSection: $0).bpm } == [120, 90, 90, 90])
  }

  @Test func `a song's edits undo each other`() throws {
    var dice = SplitMix64(seed: 6)
    let names = ["a", "b", "c"]
    for _ in 0..<10_000 {
      let count = Int.random(in: 1...9, using: &dice)
      let sections = (0..<count).map { _ in
        Section(
          pattern: names.randomElement(using: &dice) ?? "a",
          repeats: .random(in: 1...4, using: &dice))
      }
      let song = Song(sections: sections)
      var edited = song
      let (from, to) = (
        Int.random(in: 0..<count, using: &dice), Int.random(in: 0..<count, using: &dice)
      )
      try edited.move(from, to: to)
      #expect(edited.sections[to] == song.sections[from])
      try edited.move(to, to: from)
      #expect(edited == song)
      try edited.insert(Section(pattern: "new"), at: to)
      try edited.remove(at: to)
      #expect(edited == song)
    }
  }

  @Test func `a missing section is refused`() throws {
    var song = Song(sections: [Section(pattern: "a")])
    let none = PatchRuleError.noSection(number: 1, count: 1)
    #expect(throws: none) { try song.remove(at: 1) }
    #expect(throws: none) { try song.move(0, to: 1) }
    #expect(throws: none) { try song.change(1) { $0.repeats = 2 } }
    #expect(throws: PatchRuleError.noSection(number: 2, count: 1)) {
      try song.insert(Section(pattern: "a"), at: 2)
    }
    #expect(throws: PatchRuleError.noSection(number: -1, count: 1)) {
      try song.insert(Section(pattern: "a"), at: -1)
    }
    song.sections = Array(repeating: Section(pattern: "a"), count: 10_000)
    #expect(throws: PatchRuleError.sectionCount(10_001)) {
      try song.insert(Section(pattern: "a"), at: 0)
    }
  }

  @Test func `controls arrange: a fill lasts as long as it is held`() {
    let map = InputMap(
      notes: [:],
      controls: [
        ControlAssignment(.note(36), .fill), ControlAssignment(.controller(64), .fill),
        ControlAssignment(.note(37), .muteGroup(2)),
        ControlAssignment(.note(38), .pattern(.next, at: .bar)),
      ])
    let soft = Velocity(clamping: 1)
    #expect(map.command(note: 36, velocity: soft) == ["fill", "on"])
    #expect(map.command(released: 36) == ["fill", "off"])
    #expect(map.command(controller: 64, value: 127) == ["fill", "on"])
    #expect(map.command(controller: 64, value: 0) == ["fill", "off"])
    #expect(map.command(note: 37, velocity: soft) == ["mutegroup", "2", "toggle"])
    #expect(map.command(released: 37) == nil)
    #expect(map.command(note: 38, velocity: soft) == ["pattern", "next", "bar"])
    #expect(map.command(released: 38) == nil)
    #expect(map.command(released: 39) == nil)
    #expect(PatternPrograms(channel: 16) == nil && PatternPrograms(channel: -1) == nil)
    #expect(PatternPrograms(channel: 9) == .standard)
    for moment in SwitchMoment.allCases {
      #expect(SwitchMoment(name: moment.description) == moment)
    }
    #expect(SwitchMoment(name: "soon") == nil)
  }
}
