import GhostnoteTesting
import Rhythm
import Testing

@Suite struct ClipCodeTests {
  @Test func `a code repeats over the markers`() throws {
    let code = try ClipCode("1*2 -*1 3 + ? 1")
    #expect(
      code.items.map(\.content) == [.clip(0), .clip(0), .rest, .clip(2), .hold, .any, .clip(0)])
    #expect(code.items.map(\.column) == [0, 0, 4, 8, 10, 12, 14])
    #expect(code[7] == code[0])
    #expect(code[20].content == .clip(0))
    #expect(code.description == "1*2 - 3 + ? 1")
  }

  @Test func `a written code parses to the same items`() throws {
    var chance = SplitMix64(seed: 3)
    let words = ["1", "16", "-", "+", "?", "7*3", "-*256", "?*2", "1*1"]
    for _ in 0..<2_000 {
      let text = (0..<Int.random(in: 1...9, using: &chance)).map { _ in
        words.randomElement(using: &chance) ?? "1"
      }.joined(separator: chance.once(in: 2) ? " " : "   ")
      let code = try ClipCode(text)
      #expect(
        try ClipCode(code.description).items.map(\.content) == code.items.map(\.content))
    }
  }

  @Test(arguments: [
    ("1 17", "column 3: expected a clip of 1–16, found 17"),
    ("0", "column 1: expected a clip of 1–16, found 0"),
    ("-3", "column 1: expected a clip of 1–16, found -3"),
    ("1*0", "column 1, after *: expected 1–256, found 0"),
    ("- ?*257", "column 3, after *: expected 1–256, found 257"),
    ("1*-1", "column 1, after *: expected 1–256, found -1"),
    ("", "the code is empty: clips 1–16, -, + or ?, each with *2 to repeat it"),
    ("  \t", "the code is empty: clips 1–16, -, + or ?, each with *2 to repeat it"),
    ("1 kick", "column 3: expected a clip of 1–16, -, + or ?, with *2 to repeat it, found “kick”"),
    ("1*", "column 1: expected a clip of 1–16, -, + or ?, with *2 to repeat it, found “1*”"),
    ("1*2*3", "column 1: expected a clip of 1–16, -, + or ?, with *2 to repeat it, found “1*2*3”"),
    (
      "99999999999999999999",
      "column 1: expected a clip of 1–16, -, + or ?, with *2 to repeat it, found 99999999999999999999"
    ),
  ])
  func `an invalid code is refused with its column`(text: String, expected: String) {
    let error = #expect(throws: ClipCodeError.self) { try ClipCode(text) }
    #expect(error?.description == expected)
  }

  @Test func `a code is at most 4096 markers long`() throws {
    let longest = Array(repeating: "1*256", count: 16).joined(separator: " ")
    #expect(try ClipCode(longest).items.count == 4_096)
    let error = #expect(throws: ClipCodeError.self) { try ClipCode(longest + " -") }
    #expect(error?.problem == .tooLong)
    #expect(error?.column == longest.count + 1)
  }
}
