import HydrogenFiles
import Testing

@Suite struct HydrogenErrorTests {
  private func error(_ text: String) -> String? {
    error(Array(text.utf8))
  }

  private func error(_ bytes: [UInt8]) -> String? {
    do throws(HydrogenError) {
      _ = try HydrogenImport(HydrogenSong(bytes: bytes))
      return nil
    } catch { return error.description }
  }

  @Test func `a document type declaration is refused, and so are its entities`() {
    let text = """
      <?xml version="1.0"?>
      <!DOCTYPE song [<!ENTITY a "aaaaaaaaaa"><!ENTITY b "&a;&a;&a;"><!ENTITY f SYSTEM "/etc/passwd">]>
      <song><name>&b;&f;</name></song>
      """
    #expect(
      error(text)
        == "line 2: a document type declaration, which no file of Hydrogen has: remove it")
    #expect(error("<song>&f;</song>") == "line 1: undefined entity")
  }

  @Test func `what is not XML or not a song is refused with line and reason`() {
    #expect(error("<?xml version=\"1.0\"?>\n<song>\n<bpm>1</song>") == "line 3: mismatched tag")
    #expect(error("") == "line 1: no element found")
    #expect(
      error("<drumkit_info/>") == "expected a song or a pattern of Hydrogen, found <drumkit_info>")
    #expect(error("<song/>") == "the song has no patterns")
    #expect(error([0xFF, 0xFE, 0x00]) != nil)
  }

  @Test func `numbers that are none or out of range are named with their line`() {
    func song(_ field: String) -> String {
      "<song>\n<patternList><pattern>\n<noteList><note>\(field)</note></noteList></pattern></patternList></song>"
    }
    #expect(
      error(song("<position>x</position>")) == "line 3, position: expected a number, found “x”")
    #expect(
      error(song("<position>nan</position>")) == "line 3, position: expected a number, found nan")
    #expect(
      error(song("<position>-1</position>"))
        == "line 3, position: expected 0–1000000, found -1")
    #expect(
      error(song("<position>1.5</position>"))
        == "line 3, position: expected a whole number, found 1.5")
    #expect(
      error(song("<velocity>inf</velocity>")) == "line 3, velocity: expected a number, found inf")
    #expect(error(song("<key>H9</key>")) == "line 3, key: expected a key such as C0, found “H9”")
    #expect(
      error("<song><patternList><pattern><size>99999999</size></pattern></patternList></song>")
        == "line 1, size: expected -1 – 49152, found 99999999")
  }

  @Test func `elements nested too deeply are refused`() {
    let deep = String(repeating: "<a>", count: 40) + String(repeating: "</a>", count: 40)
    #expect(error("<song>\(deep)</song>") == "line 1: more than 32 elements inside each other")
  }

  @Test func `a hundred thousand notes are read`() throws {
    let notes = Fixtures.notes(Array(repeating: 12, count: 100_000))
    let bytes = Fixtures.song(patterns: Fixtures.pattern("a", notes))
    let found = try HydrogenImport(HydrogenSong(bytes: bytes))
    #expect(found.noteCount == 100_000)
    #expect(found.notices == ["notes of one drum at one time, the loudest kept: 99999"])
  }
}
