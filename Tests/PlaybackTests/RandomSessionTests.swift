import Testing

/// The engine does to the bit what it did when these digests were recorded.
///
/// A change of what is heard or sent on purpose changes them: then look at what changed by the other
/// suites, and record them again from the failure's text.
@Suite struct RandomSessionTests {
  private static let recorded: [UInt64] = [
    16_973_819_890_144_794_761,
    16_238_540_524_510_045_314,
    4_297_152_953_706_627_311,
    12_714_813_268_506_150_638,
    17_227_918_409_605_225_551,
    8_872_855_813_824_269_101,
    16_728_627_116_715_726_204,
    13_964_391_426_067_028_003,
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
