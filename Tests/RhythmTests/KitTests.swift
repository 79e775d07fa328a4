import GhostnoteTesting
import Rhythm
import Testing

@Suite struct KitTests {
  @Test func `the three hi-hats choke each other by default`() {
    let kit = KitDescription()
    #expect(DrumSet.hats == DrumSet([.closedHat, .pedalHat, .openHat]))
    #expect(kit.choked(by: .closedHat) == DrumSet([.pedalHat, .openHat]))
    #expect(kit.choked(by: .openHat) == DrumSet([.closedHat, .pedalHat]))
    #expect(kit.choked(by: .snare).isEmpty)
  }

  @Test func `any drums can form a choke group, and can leave it`() {
    var kit = KitDescription()
    kit[.crash].chokeGroup = "cymbals"
    kit[.china].chokeGroup = "cymbals"
    kit[.openHat].chokeGroup = nil
    #expect(kit.choked(by: .crash) == DrumSet([.china]))
    #expect(kit.choked(by: .closedHat) == DrumSet([.pedalHat]))
    #expect(kit.choked(by: .openHat).isEmpty)
  }

  @Test func `choking is mutual and never affects the drum itself`() {
    var chance = SplitMix64(seed: 2)
    for _ in 0..<10 {
      let kit = KitDescription.random(using: &chance)
      for drum in Drum.all {
        let choked = kit.choked(by: drum)
        #expect(!choked.contains(drum))
        #expect(Drum.all.allSatisfy { choked.contains($0) == kit.choked(by: $0).contains(drum) })
      }
    }
  }

  @Test func `soft raises and hard lowers velocities, and both keep the ends`() {
    let middle = Velocity(clamping: 64)
    #expect(VelocityCurve.linear(middle).value == 64)
    #expect(VelocityCurve.soft(middle).value == 80)
    #expect(VelocityCurve.hard(middle).value == 48)
    for curve in [VelocityCurve.linear, .soft, .hard] {
      #expect(curve.table.last == 127)
      #expect(curve.table.dropFirst().elementsEqual(curve.table.dropFirst().sorted()))
    }
  }

  @Test func `every curve maps a hit to a hit`() {
    var chance = SplitMix64(seed: 3)
    for _ in 0..<100 {
      let table = VelocityCurve.random(using: &chance).table
      #expect(table.count == 128)
      #expect(table[0] == 0)
      #expect(table.dropFirst().allSatisfy { (1...127).contains($0) })
    }
  }

  @Test func `a table has 128 velocities`() {
    let rising = Array(0...127)
    #expect(VelocityTable(exactly: rising).map { VelocityCurve.table($0).table[64] } == 64)
    #expect(VelocityTable(exactly: Array(rising.dropLast())) == nil)
    #expect(VelocityTable(exactly: rising.dropLast() + [128]) == nil)
    #expect(VelocityTable(exactly: [0, 0] + rising.dropFirst(2)) == nil)
  }

  @Test func `drums have the names and notes of General MIDI`() {
    #expect(Drum.kick == Drum(note: 36))
    #expect(Drum.closedHat == Drum(note: 42))
    #expect(Drum.rideBell.generalMIDIName == "Ride Bell")
    #expect(Drum.bongo == Drum(note: 60))
  }

  @Test func `a range is formatted as text`() {
    #expect(Knob.tempo.rangeInWords == "20–300 bpm")
    #expect(Knob.pan.rangeInWords == "-1 – 1")
  }
}
