import DrumSynthesis
import Testing

@Suite struct KitTests {
  private let reader = SharedKit.reader

  @Test func `all 26 drums sound, each on its own key only`() {
    let keys = (0...127).filter { !reader.zones(key: $0).isEmpty }
    #expect(keys == Array(35...60))
  }

  @Test func `every velocity plays one recording, or one on each side`() {
    for key in 35...60 {
      let zones = reader.zones(key: key)
      for velocity in 1...127 {
        let played = zones.filter { $0.velocities.contains(velocity) }
        let sides = played.map { Int(Int16(truncatingIfNeeded: $0.generators[17] ?? 0)) }
        #expect((1...2).contains(played.count), "key \(key), velocity \(velocity)")
        #expect(sides == sides.sorted(), "key \(key), velocity \(velocity)")
        #expect(Set(sides).count == played.count && Set(recordings(played)).count == played.count)
      }
    }
  }

  @Test func `the next velocity plays another recording, so that repeats differ in any player`() {
    for key in 35...60 {
      let zones = reader.zones(key: key)
      for velocity in 1...126 {
        let one = zones.filter { $0.velocities.contains(velocity) }
        let next = zones.filter { $0.velocities.contains(velocity + 1) }
        #expect(recordings(one) != recordings(next), "key \(key), velocity \(velocity)")
      }
    }
  }

  @Test func `kick, side stick, cowbell, vibraslap and bongo are mono, all others stereo`() {
    let mono = (35...60).filter { key in
      reader.zones(key: key).filter { $0.velocities.contains(100) }.count == 1
    }
    #expect(mono == [35, 36, 37, 56, 58, 60])
  }

  @Test func `kicks, snares and closed hats have six recordings`() {
    for key in [35, 36, 38, 40, 42] {
      #expect(Set(recordings(reader.zones(key: key))).count == 6)
    }
  }

  private func recordings(_ zones: [SoundFontReader.Zone]) -> [Int] {
    zones.compactMap { $0.generators[53] }
  }

  @Test func `only the three hi-hats cut each other off`() {
    let choking = (35...60).filter { key in
      reader.zones(key: key).allSatisfy { $0.generators[57] == 1 }
    }
    #expect(choking == [42, 44, 46])
    #expect(reader.zones(key: 49).allSatisfy { $0.generators[57] == nil })
  }

  @Test
  func `every drum plays at its recorded pitch, without a loop, and continues after note-off`() {
    for key in 35...60 {
      for zone in reader.zones(key: key) {
        #expect(zone.generators[58] == key)
        #expect(zone.generators[53].map { reader.samples[$0].key } == key)
        #expect(zone.generators[54] == nil)
        // 2786 timecents are five seconds.
        #expect(zone.generators[38] ?? 0 >= 2_786)
      }
    }
  }

  @Test func `the measurements list every recording in order`() {
    let measured = SharedKit.kit.measurements
    #expect(measured.count == reader.samples.count)
    #expect(measured.map { Int($0.note) } == reader.samples.map(\.key))
  }

  @Test func `the readme has a row for every drum`() {
    let rows = SharedKit.kit.readme(beside: SharedKit.electronic).split(separator: "\n").filter {
      $0.hasPrefix("| ")
    }
    for key in 35...60 { #expect(rows.count { $0.hasPrefix("| \(key) | ") } == 1) }
    #expect(rows.contains { $0.contains("| 46 | Open Hi-Hat | 5, stereo | 1.90 s |") })
    #expect(rows.contains { $0.contains("| Open Hi-Hat (46) | 2 | 0.70 s |") })
  }
}
