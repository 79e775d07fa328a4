import Commands
import Foundation
import GhostnoteTesting
import Rhythm
import Testing

@testable import PatchFiles

@Suite struct JSONReaderTests {
  @Test(arguments: [
    ("0", 0), ("-0", 0), ("12.5", 12.5), ("-3e2", -300), ("1E+2", 100), ("25e-2", 0.25),
  ]) func `numbers are read`(text: String, number: Double) throws {
    #expect(try JSONReader.read(Array(text.utf8)) == .number(number))
  }

  @Test(arguments: [
    (#""a\"b\\c\/d""#, "a\"b\\c/d"), (#""\n\t\r\b\f""#, "\n\t\r\u{8}\u{C}"),
    (#""\u00e4\ud83e\udd41""#, "ä🥁"), ("\"🥁\"", "🥁"), ("\"\"", ""),
  ]) func `texts are read`(text: String, meaning: String) throws {
    #expect(try JSONReader.read(Array(text.utf8)) == .string(meaning))
  }

  @Test(arguments: [
    "01", "1.", ".5", "+1", "1e", "-", "--1", "[1,]", "[1 2]", "{\"a\":}", "{\"a\" 1}", "{a: 1}",
    "{\"a\": 1,}", "\"\\x\"", "\"\\u12g4\"", "\"\\ud800\"", "\"\\udc00\\udc00\"", "\"a\nb\"",
    "\"a", "nul", "NaN", "[", "{", "]", "// x\n1", "\u{FEFF}",
    #""\ud83d\u0020""#, #""\ud800\u0041""#, #""\udbff\ud800""#, #""\ud83d\udbff""#,
  ]) func `what JSON forbids is refused`(text: String) {
    #expect(throws: JSONError.self) { try JSONReader.read(Array(text.utf8)) }
  }

  @Test func `members keep their order`() throws {
    let value = try JSONReader.read(Array("\u{FEFF} {\"b\" : [true, null] , \"a\":false}\n".utf8))
    #expect(
      value
        == .object([
          .init(key: "b", value: .array([.bool(true), .null])),
          .init(key: "a", value: .bool(false)),
        ]))
  }

  @Test func `brackets may not be deeper than anybody writes`() {
    let error = #expect(throws: JSONError.self) {
      try JSONReader.read(Array(repeating: UInt8(ascii: "["), count: 1_000_000))
    }
    #expect(error?.problem == .tooDeep)
  }

  @Test(arguments: ["1", "[]", "{}", #""""#])
  func `values of a few bytes each cannot fill the memory`(value: String) {
    let list = "[" + String(repeating: value + ",", count: JSONReader.most) + value + "]"
    let error = #expect(throws: JSONError.self) { try JSONReader.read(Array(list.utf8)) }
    #expect(error?.problem == .tooMany)
  }

  @Test func `what is written is JSON to Foundation as well`() throws {
    var chance = SplitMix64(seed: 5)
    for _ in 0..<30 {
      let text = Patch.random(using: &chance).json
      let read = try JSONSerialization.jsonObject(with: Data(text.utf8)) as? [String: Any]
      #expect(read?["format"] as? String == "ghostnote-patch/1")
    }
  }
}
