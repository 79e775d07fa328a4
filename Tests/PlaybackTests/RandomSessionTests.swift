import Testing

/// The engine does to the bit what it did when these digests were recorded.
///
/// A change of what is heard or sent on purpose changes them: then look at what changed by the other
/// suites, and record them again from the failure's text.
@Suite struct RandomSessionTests {
  private static let recorded: [UInt64] = [
    14_928_641_637_613_184_207,
    14_394_551_560_461_518_121,
    305_533_082_097_102_355,
    14_852_059_885_750_158_804,
    8_057_420_863_409_757_108,
    13_271_759_383_593_981_658,
    6_527_892_135_008_640_573,
    4_784_319_449_008_019_066,
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
