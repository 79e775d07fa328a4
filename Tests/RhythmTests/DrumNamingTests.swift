import GhostnoteTesting
import Rhythm
import Testing

@Suite struct DrumNamingTests {
  private func notes(_ kit: [(String, Int?)]) -> [UInt8] {
    DrumAssignment(
      kit.map { DrumAssignment.Candidate(name: $0.0, type: nil, midiNote: $0.1) }
    ).notes
  }

  @Test(arguments: [
    ("Kick", 36), ("BassDrum", 36), ("d#3 - bass drum 2", 35), ("Pearl Snare Rimshot", 40),
    ("SD", 38), ("Rim Click (Pearl 14x3.5)", 37), ("Stick", 37), ("Hand Clap", 39),
    ("Hat Closed", 42), ("Sabian Hat Semi-Open", 46), ("hi-hat pedal", 44), ("Open HH", 46),
    ("VariBreaks Hat 1 Cl", 42), ("VariBreaks Hat 1 Op", 46), ("Tom Low", 43), ("Floor Tom", 41),
    ("tomhi2", 48), ("Tom 2", 45), ("crash16inch", 49), ("ride-cup", 53), ("ride-crash20inch", 57),
    ("Ride Bow", 51), ("China", 52), ("Zildjian Splash", 55), ("Cowbell", 56), ("Bell", 53),
    ("Shaker", 82), ("Clave", 75), ("Bongo Lo", 61), ("Agogo High", 67), ("Woodblock Lo", 77),
    ("Maraca", 70), ("Whistle", 71), ("Tambourine", 54),
    // In one word, as files are named.
    ("openhat", 46), ("HatO", 46), ("HiHatOpen", 46), ("HHOpen", 46), ("HatC", 42),
    ("closedhihat", 42),
    ("pedalhat", 44), ("hhp", 44), ("FloorTom", 41), ("HiTom", 48), ("MidTom", 45), ("LowTom", 43),
    // As on the panels of drum machines.
    ("BD", 36), ("CH", 42), ("OH", 46), ("CP", 39), ("RS", 37), ("RIM", 37), ("CB", 56), ("CY", 49),
    ("CC", 49), ("RC", 51), ("HT", 48), ("MT", 45), ("LT", 43), ("MA", 70), ("CL", 75), ("HC", 62),
    ("MC", 63), ("LC", 64),
    // A longer word says more.
    ("CH Snare", 38), ("Kick HT", 36), ("Hat Cl", 42), ("Snare Rim", 38), ("Ride Rim", 51),
  ])
  func `a name means a General MIDI note`(name: String, note: UInt8) {
    #expect(DrumName.notes(for: name).first == note)
  }

  @Test(arguments: ["", "19", "Zap 1", "Djembe1 Slap", "FX"])
  func `a name that says nothing means none`(name: String) {
    #expect(DrumName.notes(for: name).isEmpty)
  }

  @Test func `the kit's own notes count where each is used once and they are not a numbering`() {
    #expect(notes([("Kick Long", 35), ("Kick Short", 36), ("Shaker", 70)]) == [35, 36, 70])
    // All 60, as some kits have it: the names decide.
    #expect(notes([("Kick", 60), ("Snare", 60), ("Crash", 60)]) == [36, 38, 49])
    // 36, 37 and so on, which Hydrogen writes for any kit.
    #expect(notes([("Crash", 36), ("Kick", 37)]) == [49, 36])
  }

  @Test func `every instrument has a note of its own`() {
    let kit = (1...82).map { ("Kick \($0)", nil as Int?) }
    let found = notes(kit)
    #expect(Set(found).count == 82)
    #expect(Array(found.prefix(4)) == [36, 35, 61, 62])
  }

  @Test func `a drum's own name comes before names that mean the same drum`() {
    let kit = ["bd", "kick", "snare", "sd"].map { name in
      DrumAssignment.Candidate(name: name, voice: Voice(name: name))
    }
    #expect(DrumAssignment(kit).notes == [35, 36, 38, 40])
    let toms = ["tom1", "tom2", "floor tom"].map { name in
      DrumAssignment.Candidate(name: name, voice: Voice(name: name))
    }
    #expect(DrumAssignment(toms).notes == [50, 48, 41])
  }

  @Test func `instruments without a telling name are numbered from the kick on`() {
    #expect(notes([("Djembe", nil), ("Dunun", nil)]) == [36, 37])
  }

  @Test func `an instrument is not numbered where another one has the note`() {
    // A name, the kit itself, and names further on: what is left are notes from 61 on.
    #expect(notes([("Djembe", nil), ("Kick", nil)]) == [61, 36])
    #expect(notes([("Zap", 38), ("Djembe", nil), ("FX", nil)]) == [38, 37, 61])
    #expect(
      notes([("Djembe", nil), ("Dunun", nil), ("Kick", nil), ("Stick", nil)])
        == [61, 62, 36, 37])
    #expect(notes([("Djembe", nil), ("Kick", nil), ("Bongo Lo", nil)]) == [62, 36, 61])
    // Others are numbered all the same.
    let numbered = DrumAssignment(
      ["Djembe", "Dunun", "Kick"].map { DrumAssignment.Candidate(name: $0) })
    #expect(numbered.notes == [61, 37, 36])
    #expect(numbered.sources == [.free, .position, .name])
    #expect(numbered.shared == numbered.notes)
  }

  @Test func `in any kit of up to 128 instruments no two have the same note`() {
    var chance = SplitMix64(seed: 72)
    let names = ["Kick", "Snare", "Hat", "Tom", "Ride", "Bongo", "Djembe", "Dunun", "Zap", ""]
    for _ in 0..<100 {
      var kit: [(String, Int?)] = []
      for _ in 0..<Int.random(in: 1...128, using: &chance) {
        let name = names[Int.random(in: 0..<names.count, using: &chance)]
        let own = Int.random(in: 0...127, using: &chance)
        kit.append((name, chance.once(in: 9) ? own : nil))
      }
      #expect(Set(notes(kit)).count == kit.count, "\(kit)")
    }
  }
}
