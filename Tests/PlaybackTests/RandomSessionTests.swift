import Testing

/// The engine does to the bit what it did when these digests were recorded.
///
/// A change of what is heard or sent on purpose changes them: then look at what changed by the other
/// suites, and record them again from the failure's text.
@Suite struct RandomSessionTests {
  private static let recorded: [UInt64] = [
    7_463_633_771_645_073_946,
    7_900_628_097_930_934_238,
    10_121_995_937_397_446_023,
    3_031_869_779_959_825_950,
    11_353_939_358_728_729_214,
    6_086_278_026_625_833_307,
    11_736_951_632_617_299_655,
    10_646_972_536_784_887_061,
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
