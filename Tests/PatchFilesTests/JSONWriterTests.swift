import Foundation
import GhostnoteTesting
import Testing

@testable import PatchFiles

/// Numbers and strings as patches have them, beside Foundation's reader.
@Suite struct JSONWriterTests {
  private static func read<Value: Decodable>(_ text: String) throws -> Value {
    try JSONDecoder().decode(Value.self, from: Data(text.utf8))
  }

  @Test(arguments: [
    (0, "0"), (-0.0, "0"), (1, "1"), (-2_400, "-2400"), (0.1, "0.1"), (120.5, "120.5"),
    (999_999_999_999_999, "999999999999999"), (1e16, "1e+16"), (1e-7, "1e-07"),
    (Double.leastNonzeroMagnitude, "5e-324"),
    (-Double.greatestFiniteMagnitude, "-1.7976931348623157e+308"),
  ])
  func `a number is as short as it can be`(number: Double, text: String) throws {
    #expect(JSONWriter.number(number) == text)
    let again: Double = try Self.read(text)
    #expect(again == number)
  }

  @Test func `any number reads back as it was, to the bit`() throws {
    var chance = SplitMix64(seed: 91)
    var lost: [String] = []
    for _ in 0..<3_000 {
      let double = Double(bitPattern: .random(in: 0...(.max), using: &chance))
      let float = Float(bitPattern: .random(in: 0...(.max), using: &chance))
      if double.isFinite {
        let again: Double = try Self.read(JSONWriter.number(double))
        if again != double { lost.append("\(double)") }
      }
      if float.isFinite {
        let again: Float = try Self.read(JSONWriter.number(float))
        if again != float { lost.append("\(float)") }
      }
    }
    #expect(lost.isEmpty)
  }

  private static let wholes: [(UInt64, String)] = [
    (0, "0"), (1 << 53 - 1, "9007199254740991"), (1 << 53, "\"9007199254740992\""),
    (.max, "\"18446744073709551615\""),
  ]

  @Test(arguments: wholes)
  func `a whole number that readers would round is a string`(number: UInt64, text: String) {
    #expect(JSONWriter.number(number) == text)
  }

  @Test(arguments: [
    ("", "\"\""), ("a\"b\\c/d", #""a\"b\\c/d""#), ("\n\t\r\u{8}\u{1F}", #""\n\t\r\u0008\u001f""#),
    ("\u{7F}é🥁\u{2028}", "\"\u{7F}é🥁\u{2028}\""),
  ])
  func `a string has escapes only where JSON asks for them`(text: String, written: String) throws {
    #expect(JSONWriter.string(text) == written)
    let again: String = try Self.read(written)
    #expect(again == text)
  }

  @Test func `any string reads back as it was`() throws {
    var chance = SplitMix64(seed: 92)
    var lost: [String] = []
    for _ in 0..<3_000 {
      var text = String.UnicodeScalarView()
      for _ in 0..<Int.random(in: 0...6, using: &chance) {
        let most: UInt32 = chance.once(in: 3) ? 0x10FFFF : 0x7F
        if let scalar = Unicode.Scalar(.random(in: 0...most, using: &chance) as UInt32) {
          text.append(scalar)
        }
      }
      let again: String = try Self.read(JSONWriter.string(String(text)))
      if !again.unicodeScalars.elementsEqual(text) { lost.append(String(text)) }
    }
    #expect(lost.isEmpty)
  }
}
