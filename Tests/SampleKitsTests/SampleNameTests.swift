import Testing

@testable import SampleKits

@Suite struct SampleNameTests {
  @Test(
    arguments: [
      ("kick_1.wav", "kick", 1, nil), ("Kick Soft.wav", "kick", 1, nil),
      ("snare_v3_rr2.flac", "snare", 3, 2), ("Hat Closed-04.wav", "hat closed", 4, nil),
      ("tom2.wav", "tom2", nil, nil), ("tom2_1.wav", "tom2", 1, nil),
      ("snare_rr2.wav", "snare", nil, 2),
      ("Crash/7.aiff", "crash", 7, nil), ("Snare/hard rr1.wav", "snare", 3, 1),
      ("kick.wav", "kick", nil, nil), ("GM/Ride Bell.wav", "ride bell", nil, nil),
    ] as [(String, String, Int?, Int?)])
  func `a name tells drum, layer and variant`(
    path: String, drum: String, layer: Int?, variant: Int?
  ) {
    let name = SampleName(path)
    #expect(name.drum == drum && name.layer == layer && name.variant == variant, "\(path): \(name)")
  }
}
