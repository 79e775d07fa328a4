import DrumSynthesis
import Testing

/// The second bundled kit.
@Suite struct ElectronicKitTests {
  private let kit = SharedKit.electronic
  private let reader = SharedKit.electronicReader

  private func sound(_ key: Int, _ velocity: Int = 127) -> [Double] {
    SharedKit.sound(key: key, velocity: velocity, in: reader)
  }

  @Test func `the file is the same, byte for byte, on every machine, and under four megabytes`() {
    // 64-bit FNV-1a. A change of sound changes it: listen, then update it.
    var hash: UInt64 = 0xcbf2_9ce4_8422_2325
    for byte in kit.bytes { hash = (hash ^ UInt64(byte)) &* 0x100_0000_01b3 }
    #expect(hash == 0xea6a_487b_8cb5_d5b5)
    #expect(kit.bytes.count <= 4_000_000)
  }

  @Test func `it has the keys of the acoustic kit, and each drum rising recordings by velocity`() {
    #expect((0...127).filter { !reader.zones(key: $0).isEmpty } == Array(35...60))
    #expect(reader.presets.map(\.name) == ["Ghostnote Machine", "Ghostnote Machine"])
    for key in 35...60 {
      let zones = reader.zones(key: key)
      let played = (1...127).map { velocity in
        zones.filter { $0.velocities.contains(velocity) }.compactMap { $0.generators[53] }
      }
      #expect(played.allSatisfy { $0.count == 1 }, "key \(key)")
      let recordings = played.flatMap { $0 }
      #expect(recordings == recordings.sorted(), "key \(key)")
      #expect((2...3).contains(Set(recordings).count), "key \(key)")
    }
  }

  @Test func `every drum is as loud as the acoustic kit's, and none comes near full scale`() {
    var acoustic: [UInt8: Double] = [:]
    for measured in SharedKit.kit.measurements { acoustic[measured.note] = measured.loudnessLUFS }
    for measured in kit.measurements {
      let apart = measured.loudnessLUFS - (acoustic[measured.note] ?? 0)
      #expect(abs(apart) < 1, "\(measured.name): \(apart)")
      #expect(measured.peakDBFS <= -1 && measured.peakDBFS > -24, "\(measured.name)")
    }
  }

  @Test func `every sound ends in silence, without a click or DC`() {
    for sample in reader.samples {
      reader.expectSilenceAtTheEnd(of: sample)
    }
  }

  @Test func `one bass drum hums at 49 Hz for a second, the other is short`() {
    let (boom, thump) = (sound(35), sound(36))
    let pitch = Spectrum.peak(of: boom, among: stride(from: 35, through: 80, by: 1))
    #expect((47...52).contains(pitch))
    #expect(Spectrum.share(below: 80, of: boom) > 0.6)
    #expect(Spectrum.decay(of: boom, decibels: 30) > 2 * Spectrum.decay(of: thump, decibels: 30))
  }

  @Test func `the toms descend, and hats are bright, short and long`() {
    let pitches = [50, 48, 47, 45, 43, 41].map { key in
      Spectrum.peak(of: sound(key), among: stride(from: 60, through: 240, by: 3))
    }
    #expect(pitches == pitches.sorted(by: >) && Set(pitches).count == 6, "\(pitches)")
    #expect(Spectrum.brightness(of: sound(42)) > 6_000)
    #expect(
      Spectrum.decay(of: sound(46), decibels: 30) > 3 * Spectrum.decay(of: sound(42), decibels: 30))
    let choking = (35...60).filter { key in
      reader.zones(key: key).allSatisfy { $0.generators[57] == 1 }
    }
    #expect(choking == [42, 44, 46])
  }

  @Test(arguments: [36, 38, 40])
  func `an accent is brighter than a soft stroke`(key: Int) {
    #expect(
      Spectrum.brightness(of: sound(key, 120)) > 1.03 * Spectrum.brightness(of: sound(key, 20)))
  }
}
