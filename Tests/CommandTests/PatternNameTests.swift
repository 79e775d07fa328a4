import Commands
import GhostnoteTesting
import Rhythm
import Testing

/// What patterns may be called, and what becomes of names that cannot be said.
@Suite struct PatternNameTests {
  @Test(arguments: [
    ("1", PatternChoice.number(0)), ("12", .number(11)), ("0", .number(-1)), ("-3", .number(-1)),
    ("next", .next), ("previous", .previous), ("Next", .name("Next")), ("verse", .name("verse")),
    ("1st", .name("1st")),
  ])
  func `a pattern is chosen by number, name, or from the one before`(
    word: String, choice: PatternChoice
  ) {
    #expect(PatternName.choice(word) == choice)
  }

  @Test(arguments: ["verse", "my verse", "x", "xylophone", "x4a", "2nd", "Liste", "🥁", "at last"])
  func `a name that a line can hold is accepted`(name: String) {
    #expect(PatternName.problem(with: name) == nil)
  }

  @Test(arguments: ["list", "new", "at", "off", "now", "next", "7", "-7", "x4", "x-4"])
  func `a word that means something else is refused as a name`(name: String) {
    #expect(
      PatternName.problem(with: name) == "“\(name)” means something else here: choose another name")
  }

  @Test func `a name has letters, not too many, and no control characters`() {
    #expect(PatternName.problem(with: "") == "a name has at least one letter")
    let long = String(repeating: "é", count: 64)
    #expect(PatternName.problem(with: long) == nil)
    #expect(PatternName.problem(with: long + "a") == "a name has at most 64 letters")
    #expect(PatternName.problem(with: "a\u{1B}b") == "a name has no control characters")
    #expect(PatternName.problem(with: "a\nb") == "a name has no control characters")
  }

  private static func patch(_ names: [String], sections: [String] = []) throws -> Patch {
    var patch = Patch()
    try patch.setPatterns(
      try names.map { try Pattern(rows: "kick x...", name: $0) }, selected: names.count - 1,
      song: Song(sections: sections.map { Section(pattern: $0) }))
    return patch
  }

  @Test func `names of a file that cannot be said are changed, in the song as well`() throws {
    var patch = try Self.patch(
      ["7", "verse", "list", "a\tb\u{7}", "pattern list"], sections: ["list", "verse", "7"])
    let remarks = PatternName.makeUsable(in: &patch)
    let names = patch.patterns.map(\.name)
    #expect(names == ["pattern 7", "verse", "pattern list 2", "a b", "pattern list"])
    #expect(names.allSatisfy { PatternName.problem(with: $0) == nil })
    #expect(
      patch.song.sections.map(\.pattern) == ["pattern list 2", "verse", "pattern 7"])
    #expect(
      remarks == [
        "pattern 1 is called “pattern 7”: its name can't be said",
        "pattern 3 is called “pattern list 2”: its name can't be said",
        "pattern 4 is called “a b”: its name can't be said",
      ])
    #expect(patch.selected == 4)
  }

  @Test func `names that can be said, and none, stay`() throws {
    var patch = try Self.patch(["verse", "", "chorus"])
    let before = patch
    #expect(PatternName.makeUsable(in: &patch) == [])
    #expect(patch == before)
  }

  @Test func `whatever a file calls its patterns, each can be said and only one is meant`() throws {
    var chance = SplitMix64(seed: 12)
    let parts = ["x", "4", "list", " ", "\n", "\u{0}", "é", "next", "-", "pattern", "2"]
    for _ in 0..<100 {
      let names = Set(
        (0..<12).map { _ in
          (0..<Int.random(in: 1...4, using: &chance)).map { _ in
            parts[Int.random(in: 0..<parts.count, using: &chance)]
          }.joined()
        })
      var patch = try Self.patch(names.sorted())
      _ = PatternName.makeUsable(in: &patch)
      let found = patch.patterns.map(\.name)
      #expect(Set(found).count == names.count)
      #expect(found.allSatisfy { PatternName.problem(with: $0) == nil }, "\(found)")
    }
  }
}
