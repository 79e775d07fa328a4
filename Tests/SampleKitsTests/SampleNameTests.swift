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
      // A number alone is a drum's note, but in a drum's folder its layer.
      ("38.wav", "38", nil, nil), ("Mine/38.wav", "38", nil, nil),
      ("Snare/38.wav", "snare", 38, nil), ("38 rr2.wav", "38", nil, 2),
      // A folder may name its note.
      ("Mine/38 low.wav", "38 low", nil, nil), ("36 low/1.wav", "36 low", 1, nil),
      ("36/hard.wav", "36", 3, nil),
      // The number after a dynamic counts its recordings.
      ("Kick Soft 2.wav", "kick", 1, 2),
      ("Snare/hard3.wav", "snare", 3, 3),
    ] as [(String, String, Int?, Int?)])
  func `a name gives drum, layer and variant`(
    path: String, drum: String, layer: Int?, variant: Int?
  ) {
    let name = SampleName(path)
    #expect(
      name.drum == drum && name.layer?.number == layer && name.variant == variant,
      "\(path): \(name)")
  }

  @Test(
    arguments: [
      ("snare_rr2_v3.wav", "snare_v3_rr2.wav", "snare", 3, 2),
      ("Kick RR1 Soft.wav", "Kick Soft RR1.wav", "kick", 1, 1),
      ("tom2_take3_vel10.flac", "tom2_vel10_take3.flac", "tom2", 10, 3),
      ("hat closed alt4-2.wav", "hat closed-2 alt4.wav", "hat closed", 2, 4),
      ("Snare/rr3_v2.wav", "Snare/v2_rr3.wav", "snare", 2, 3),
    ])
  func `the mark of a variant may come before that of a layer, or after it`(
    path: String, other: String, drum: String, layer: Int, variant: Int
  ) {
    let name = SampleName(path)
    #expect(
      name.drum == drum && name.layer?.number == layer && name.variant == variant,
      "\(path): \(name)")
    #expect(SampleName(other) == name, "\(other)")
  }
}
