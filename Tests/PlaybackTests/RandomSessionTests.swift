import Testing

/// The engine does to the bit what it did when these digests were recorded.
///
/// A change of what is heard or sent on purpose changes them: then look at what changed by the other
/// suites, and record them again from the failure's text.
@Suite struct RandomSessionTests {
  private static let recorded: [UInt64] = [
    12_874_355_710_091_420_375,
    12_958_951_586_205_362_856,
    10_827_015_188_953_409_245,
    10_778_132_025_990_905_262,
    8_680_173_947_163_295_288,
    1_297_114_514_210_437_974,
    11_510_261_350_660_863_301,
    4_308_932_969_667_184_561,
  ]

  @Test(arguments: 0..<8)
  func `25 random sessions do what they did when they were recorded`(group: Int) throws {
    var digest = Digest()
    for seed in 0..<25 as Range<UInt64> {
      var session = try RandomSession(seed: UInt64(group) * 25 + seed)
      session.play(blocks: 150)
      digest.add(session.digest.value)
    }
    #expect(digest.value == Self.recorded[group], "seeds from \(group * 25)")
  }

  @Test func `random sessions meet what they are to try`() throws {
    var met: Set<String> = []
    for seed in 0..<40 as Range<UInt64> {
      var session = try RandomSession(seed: seed)
      session.play(blocks: 150)
      met.formUnion(session.met)
    }
    #expect(
      met == [
        "our own beat", "MIDI clock", "JACK transport", "armed", "count-in", "switch",
        "starved bar", "awaited bar", "withdrawal", "hit", "click", "release", "choke",
        "allNotesOff", "allSoundOff",
      ])
  }
}
