import GhostnoteTesting
import OSC
import Testing

/// Addresses, the patterns that mean several, and time tags.
@Suite struct OSCAddressTests {
  @Test(arguments: [
    ("/a/b", "/a/b", true), ("/a/b", "/a/c", false), ("/a/?", "/a/b", true), ("/a/?", "/a/", false),
    ("/a/*", "/a/bcd", true), ("/a/*", "/a/", true), ("/a/*", "/a/b/c", false),
    ("/*/b", "/a/b", true), ("/a*c", "/abbc", true), ("/a*c", "/abb", false),
    ("/a/[b-d]", "/a/c", true), ("/a/[b-d]", "/a/e", false), ("/a/[d-b]", "/a/c", true),
    ("/a/[!b-d]", "/a/e", true), ("/a/[!b-d]", "/a/c", false), ("/a/[!b-d]", "/a/", false),
    ("/a/[x-]", "/a/-", true), ("/{kick,snare}", "/snare", true), ("/{kick,snare}", "/hat", false),
    ("/{,a}b", "/b", true), ("/**", "/abc", true), ("/*a*a*", "/banana", true),
  ])
  func `a pattern matches what the specification says`(
    pattern: String, address: String, matches: Bool
  ) throws {
    let pattern = try #require(OSCAddress(pattern).flatMap(OSCPattern.init))
    #expect(pattern.matches(try #require(OSCAddress(address))) == matches)
  }

  @Test func `a bracket that is not closed makes no pattern`() {
    #expect(OSCPattern("/a/[bc") == nil)
    #expect(OSCPattern("/a/{b,c") == nil)
  }

  @Test func `a pattern made to take long takes no longer`() throws {
    let stars = String(repeating: "*a", count: 2_000)
    let pattern = try #require(OSCAddress("/" + stars).flatMap(OSCPattern.init))
    let address = try #require(OSCAddress("/" + String(repeating: "a", count: 200) + "b"))
    #expect(!pattern.matches(address))
  }

  @Test func `asterisks in a row are one`() throws {
    let many = try #require(OSCAddress("/a/" + String(repeating: "*", count: 60_000) + "b"))
    #expect(OSCPattern(many) == OSCPattern("/a/*b"))
  }

  @Test func `an address has visible ASCII after a slash`() {
    for text in ["", "a", "/a b", "/a#", "/ä", "/a\n", "/a\u{7F}"] {
      #expect(OSCAddress(text) == nil, "\(text)")
    }
    #expect(("/a//b/" as OSCAddress).parts == ["a", "", "b", ""])
    #expect(("/a/*" as OSCAddress).isPattern)
    #expect(!("/a/b" as OSCAddress).isPattern)
  }

  @Test func `a time tag is NTP's`() {
    // RFC 5905, figure 4: 1 January 1970, and NTP's day 0 of era 1.
    #expect(OSCTimeTag(unixNanoseconds: 0).bits == 2_208_988_800 << 32)
    #expect(OSCTimeTag(unixNanoseconds: 500_000_000).bits == 0x83AA_7E80_8000_0000)
    #expect(OSCTimeTag(bits: 0).unixNanoseconds == 2_085_978_496_000_000_000)
  }

  @Test func `a time tag keeps the nanosecond from 1968 to 2104`() {
    var chance = SplitMix64(seed: 1)
    for _ in 0..<10_000 {
      let time = Int64.random(
        in: -61_000_000_000_000_000...4_233_000_000_000_000_000, using: &chance)
      #expect(OSCTimeTag(unixNanoseconds: time).unixNanoseconds == time)
    }
    #expect(OSCTimeTag(unixNanoseconds: 999_999_999).unixNanoseconds == 999_999_999)
  }
}
