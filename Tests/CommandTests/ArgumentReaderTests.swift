import Foundation
import MusicalTime
import Rhythm
import Testing

@testable import Commands

/// What a command's words are read as, and what is said where they are something else.
@Suite struct ArgumentReaderTests {
  /// What `read` makes of words, or the sentence of its error.
  private static func result<Value>(
    _ words: String..., read: (inout ArgumentReader) throws(CommandError) -> Value
  ) -> String {
    var reader = ArgumentReader(words, path: "test", usage: "test X")
    do throws(CommandError) { return "\(try read(&reader))" } catch { return error.description }
  }

  @Test(arguments: [
    ("20", "20.0"), ("-0.5", "-0.5"), ("1e1", "10.0"),
    ("101", "test: expected a size of -1 – 100, found 101; usage: test X"),
    ("-1.01", "test: expected a size of -1 – 100, found -1.01; usage: test X"),
    ("nan", "test: expected a size of -1 – 100, found nan; usage: test X"),
    ("ten", "test: expected a size of -1 – 100, found “ten”; usage: test X"),
    ("", "test: expected a size of -1 – 100, found “”; usage: test X"),
  ])
  func `a number is in its range`(word: String, result: String) {
    let found = Self.result(word) { words throws(CommandError) in
      try words.number("a size", in: -1...100)
    }
    #expect(found == result)
  }

  @Test func `a whole number has no fraction, however it is written`() {
    let whole = { (word: String) in
      Self.result(word) { words throws(CommandError) in try words.whole("a count", in: 1...16) }
    }
    #expect([whole("16"), whole("1e1"), whole("4.0")] == ["16", "10", "4"])
    #expect(whole("2.5") == "test: expected a count of 1–16, found 2.5; usage: test X")
    #expect(whole("0") == "test: expected a count of 1–16, found 0; usage: test X")
    #expect(whole("1e300") == "test: expected a count of 1–16, found 1e300; usage: test X")
  }

  @Test(arguments: [
    ("0.25", "0.25"), ("25%", "0.25"), ("100%", "1.0"), ("0", "0.0"), ("1", "1.0"),
    (
      "25",
      "test: expected a share of 0–1 or 0%–100%, found 25: write 25% or 0.25; usage: test X"
    ),
    ("101", "test: expected a share of 0–1 or 0%–100%, found 101; usage: test X"),
    ("-1%", "test: expected a share of 0–1 or 0%–100%, found “-1%”; usage: test X"),
    ("%", "test: expected a share of 0–1 or 0%–100%, found “%”; usage: test X"),
  ])
  func `an amount is a fraction or per cent, and one that is meant is named`(
    word: String, result: String
  ) {
    let found = Self.result(word) { words throws(CommandError) in try words.amount("a share") }
    #expect(found == result)
  }

  @Test func `an amount below a whole says that 1 is all of it`() {
    let found = Self.result("1") { words throws(CommandError) in
      try words.amount("a share", upTo: 0.5)
    }
    #expect(
      found
        == "test: expected a share of 0–0.5 or 0%–50%, found 1, which is 100%; usage: test X"
    )
  }

  @Test func `beats are fractions or decimals`() {
    let beats = { (word: String) in
      Self.result(word) { words throws(CommandError) in try words.beats("a length").fraction }
    }
    #expect([beats("1/8"), beats("0.5"), beats("-3/4")] == ["1/8", "1/2", "-3/4"])
    #expect(
      beats("long") == "test: expected a length, such as 1/8 or 0.5, found “long”; usage: test X")
    #expect(beats("1/0").hasPrefix("test: expected a length"))
  }

  @Test func `one of a few words, and the next only where it is asked for`() throws {
    var words = ArgumentReader(["on", "fast", "4"], path: "test", usage: "")
    let isOn = try words.choice("on or off", [("on", true), ("off", false)])
    let (isSlow, isFast) = (words.takes("slow"), words.takes("fast"))
    #expect(isOn && !isSlow && isFast && words.count == 1 && words.next == "4")
    let error = #expect(throws: CommandError.self) { try words.finish() }
    #expect(error?.description == "test: unexpected “4”", "without a usage nothing follows")
    let other = Self.result("o") { words throws(CommandError) in
      try words.choice("on or off", [("on", true), ("off", false)])
    }
    #expect(other == "test: expected on or off, found “o”; usage: test X")
  }

  @Test(arguments: [
    ("a drum", "is"), ("beats a minute", "are"), ("bars", "are"), ("bus", "are"), ("as", "is"),
  ])
  func `what is missing is, or are where there are several`(what: String, verb: String) {
    let found = Self.result { words throws(CommandError) in try words.word(what) }
    #expect(found == "test: \(what) \(verb) missing; usage: test X")
  }

  @Test func `words that were taken are kept in their usual spelling, the rest among them`() throws
  {
    var words = ArgumentReader(["36", "36", "a", "b"], path: "test", usage: "")
    _ = try words.drum()
    _ = try words.voice()
    #expect(words.last == "b" && words.rest() == ["a", "b"])
    #expect(words.taken == [Drum.kick.name, "\(Voice(.kick))", "a", "b"])
    #expect(words.count == 0 && words.optionalWord() == nil)
  }

  @Test func `an unknown drum is one that was probably meant, or all are named`() {
    let drum = { (word: String) in
      Self.result(word) { words throws(CommandError) in try words.drum() }
    }
    #expect(
      drum("snair")
        == "test: unknown drum “snair”; did you mean “snare”? `ghostnote kit list` names all; "
        + "usage: test X")
    let all = Drum.all.map(\.name).joined(separator: ", ")
    #expect(
      drum("qqqqqqq")
        == "test: unknown drum “qqqqqqq”: expected \(all), or a note of 35–60; usage: test X")
    let voice = Self.result("qqqqqqq") { words throws(CommandError) in try words.voice() }
    #expect(voice.contains("a note of 35–60, or a note and a channel as in 64@3"))
  }

  @Test func `a group's name is not a number`() throws {
    let name = { (word: String) in
      Self.result(word) { words throws(CommandError) in
        try Parameter<String>.groupName.read(&words)
      }
    }
    #expect(name("fills") == "fills")
    #expect(
      name("7")
        == "test: expected a name, found “7”, which means a group by its number; usage: test X")
  }

  @Test(arguments: [(3.0, "3"), (-0.5, "-0.5"), (1e15, "1000000000000000"), (1e300, "1e+300")])
  func `a number has no fraction that means nothing`(number: Double, text: String) {
    #expect(number.written == text)
  }

  @Test func `every shape of the table comes back from JSON, and others are refused`() throws {
    let shapes = CommandTable.all.flatMap(\.parameters)
    #expect(shapes.count > 100)
    for shape in shapes {
      let data = try JSONEncoder().encode(shape)
      #expect(try JSONDecoder().decode(ParameterShape.self, from: data) == shape)
    }
    let nameless = Data(#"{"type":"name","names":[]}"#.utf8)
    #expect(throws: DecodingError.self) {
      try JSONDecoder().decode(ParameterShape.Kind.self, from: nameless)
    }
  }
}
