import Rhythm
import Testing

@Suite struct KeyMapNotationTests {
  @Test(arguments: [
    ("gm", "gm"), ("avl", "avl"), ("kick2=36 bongo=127", "kick2=36 bongo=127"),
    ("bongo=127  kick2=0", "kick2=0 bongo=127"), ("kick=36", "gm"),
    ("snare=40 kick=36", "snare=40"),
  ])
  func `a key map reads as it is written`(text: String, written: String) throws {
    let map = try #require(KeyMap(text))
    #expect(map.description == written)
    #expect(KeyMap(map.description) == map)
  }

  @Test(arguments: [
    "", " ", "GM", "kick", "kick=", "kick=128", "kick=-1", "banjo=40", "kick=1 kick=2",
  ])
  func `what is not a key map is refused`(text: String) {
    #expect(KeyMap(text) == nil)
  }

  @Test func `a drum that is not named is on its note`() throws {
    let map = try #require(KeyMap("kick2=36"))
    #expect(map[.kick2] == 36 && map[.snare] == 38)
  }
}
