import Testing

/// The engine does to the bit what it did when these digests were recorded.
///
/// A change of what is heard or sent on purpose changes them: then look at what changed by the other
/// suites, and record them again from the failure's text.
@Suite struct RandomSessionTests {
  private static let recorded: [UInt64] = [
    16_874_692_635_314_735_662,
    6_689_763_219_088_794_026,
    10_133_947_227_946_687_464,
    17_322_702_718_283_701_282,
    15_464_647_041_349_174_117,
    8_889_758_302_800_687_560,
    823_314_909_350_568_365,
    7_303_774_502_095_495_748,
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
