import DrumSynthesis
import Testing

@Suite struct KitTests {
  private let reader = SharedKit.reader

  @Test func `all 26 drums sound, each on its own key only`() {
    let keys = (0...127).filter { !reader.zones(key: $0).isEmpty }
    #expect(keys == Array(35...60))
  }

  @Test func `the layers cover velocities 1 to 127 without a gap or an overlap`() {
    for key in 35...60 {
      var next = 1
      for zone in reader.zones(key: key) {
        #expect(zone.velocities.lowerBound == next, "key \(key)")
        next = zone.velocities.upperBound + 1
      }
      #expect(next == 128, "key \(key)")
    }
  }

  @Test func `kicks, snares and hi-hats have three layers`() {
    for key in [35, 36, 38, 40, 42, 44, 46] { #expect(reader.zones(key: key).count == 3) }
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

  @Test func `the measurements list every layer in order`() {
    let measured = SharedKit.kit.measurements
    #expect(measured.count == reader.samples.count)
    #expect(measured.map { Int($0.note) } == reader.samples.map(\.key))
  }

  @Test func `the readme has a row for every layer`() {
    let rows = SharedKit.kit.readme().split(separator: "\n").filter { $0.hasPrefix("| ") }
    #expect(rows.count == SharedKit.kit.measurements.count + 1)
    #expect(rows.contains { $0.contains("| 46 | Open Hi-Hat | 93–127 | 1.50 s |") })
  }
}
