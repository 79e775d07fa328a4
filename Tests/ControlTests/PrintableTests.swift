import Commands
import Control
import GhostnoteTesting
import PatchFiles
import Rhythm
import Shell
import Testing

/// Names from files and devices, and what a terminal would make of them.
@Suite struct PrintableTests {
  static let hostile = "\u{1B}[2J\u{1B}]0;owned\u{7}a\u{202E}b\u{9B}31m\u{2028}c\u{85}\r\u{E0041}d"

  /// What a terminal obeys, or shows in another place than where it stands.
  static func isUnfit(_ scalar: Unicode.Scalar) -> Bool {
    scalar.properties.generalCategory == .control && scalar != "\n" && scalar != "\t"
      || scalar.properties.isBidiControl
      || [.lineSeparator, .paragraphSeparator].contains(scalar.properties.generalCategory)
  }

  @Test func `no control character is left in any text, and other writing stays`() {
    for value in 0...UInt32(0x10FFFF) {
      guard let scalar = Unicode.Scalar(value) else { continue }
      let text = String(scalar)
      if Self.isUnfit(scalar) {
        #expect(text.printable == "?" && text.onOneLine == "?", "U+\(String(value, radix: 16))")
      } else if text.printable != text {
        // Annotations and tags write nothing, and may hide what is written.
        #expect((0xFFF9...0xFFFB).contains(value) || (0xE0000...0xE007F).contains(value))
      }
    }
    #expect("Süße Trömmel 🥁 👩‍🎤 🏴 עברית".printable == "Süße Trömmel 🥁 👩‍🎤 🏴 עברית")
    #expect("a\n\tb".printable == "a\n\tb")
    #expect("a\n\tb".onOneLine == "a  b")
  }

  @Test func `JSON stays the same data`() throws {
    let name = "\(Self.hostile)\n🥁\u{E0041}"
    var patch = Patch(name: name)
    patch.seed = 3
    let json = patch.json.printableJSON
    #expect(!json.unicodeScalars.contains(where: Self.isUnfit))
    #expect(try Patch(json: Array(json.utf8), file: "x").name == name)
  }

  @Test func `status and errors are of our own lines alone`() async throws {
    let name = "evil\nkit: mine\(Self.hostile)"
    let desk = Desk(Patch(name: name), path: "a\nb\u{1B}[31m.json")
    let status = await desk.machine.status().text
    #expect(!status.unicodeScalars.contains(where: Self.isUnfit))
    #expect(status.split(separator: "\n").count { $0.hasPrefix("kit: ") } == 1)
    let error = await #expect(throws: CommandError.self) {
      try await desk.machine.perform(
        CommandTable.command("load", ["x\n\u{1B}[2Jghostnote: error: y"]))
    }
    let words = try #require(error).description
    #expect(!words.contains("\n") && !words.unicodeScalars.contains(where: Self.isUnfit))
  }
}
