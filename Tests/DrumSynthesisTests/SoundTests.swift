import DrumSynthesis
import Testing

@Suite struct SoundTests {
  @Test func `no sample comes within a decibel of full scale, and none is too quiet`() {
    for measured in SharedKit.kit.measurements {
      #expect(measured.peakDBFS <= -1, "\(measured.name)")
      #expect(measured.peakDBFS > -24, "\(measured.name)")
    }
    // -1 dBFS is 29 204; the bytes are checked too.
    let loudest = SharedKit.reader.samples.filter { [36, 38, 58].contains($0.key) }.map { sample in
      SharedKit.reader.frames[sample.start..<sample.end].map(\.magnitude).max() ?? 0
    }
    #expect(loudest.allSatisfy { $0 <= 29_204 })
  }

  @Test func `every sound ends in silence, without a click or DC`() {
    for sample in SharedKit.reader.samples {
      SharedKit.reader.expectSilenceAtTheEnd(of: sample)
    }
  }

  @Test
  func `the recordings of a drum are equally loud, so that loudness depends on velocity only`() {
    let measured = SharedKit.kit.measurements
    for (one, next) in zip(measured, measured.dropFirst()) where one.note == next.note {
      #expect(abs(one.loudnessLUFS - next.loudnessLUFS) < 1, "\(one.name)")
    }
  }

  @Test func `closed hi-hats are 5 to 9 dB, open ones 2 to 5 dB, crashes 0 to 3 dB below the kick`()
  {
    var loudness: [UInt8: Double] = [:]
    for measured in SharedKit.kit.measurements {
      loudness[measured.note] = measured.loudnessLUFS
    }
    let kick = loudness[36] ?? 0
    #expect(abs(kick - (loudness[38] ?? 0)) < 1.5)
    for hat: UInt8 in [42, 44] { #expect((-9...(-5)).contains((loudness[hat] ?? 0) - kick)) }
    #expect((-5...(-2)).contains((loudness[46] ?? 0) - kick))
    for crash: UInt8 in [49, 57] { #expect((-3...0).contains((loudness[crash] ?? 0) - kick)) }
    #expect(loudness.values.max() ?? 0 <= max(kick, loudness[38] ?? 0) + 1)
  }

  @Test func `most of a kick is below 80 Hz`() {
    #expect(Spectrum.share(below: 80, of: SharedKit.sound(key: 35)) > 0.5)
    #expect(Spectrum.share(below: 80, of: SharedKit.sound(key: 36)) > 0.4)
    #expect(Spectrum.share(below: 80, of: SharedKit.sound(key: 38)) < 0.1)
  }

  @Test func `the toms descend from 50 to 41`() {
    let pitches = [50, 48, 47, 45, 43, 41].map { key in
      Spectrum.peak(of: SharedKit.sound(key: key), among: stride(from: 60, through: 230, by: 3))
    }
    #expect(pitches == pitches.sorted(by: >))
    #expect(Set(pitches).count == 6)
    #expect((170...200).contains(pitches[0]))
    #expect((66...84).contains(pitches[5]))
  }

  @Test func `a snare has both a tone and wires`() {
    let snare = SharedKit.sound(key: 38)
    let tone = Spectrum.peak(of: snare, among: stride(from: 120, through: 400, by: 4))
    #expect((170...200).contains(tone))
    #expect(Spectrum.share(below: 1_000, of: snare) < 0.85)
    #expect(Spectrum.share(below: 1_000, of: snare) > 0.2)
  }

  @Test func `hi-hats are bright, and the open one rings three times as long`() {
    let closed = SharedKit.sound(key: 42)
    let open = SharedKit.sound(key: 46)
    #expect(Spectrum.brightness(of: closed) > 6_000)
    #expect(Spectrum.brightness(of: open) > 3_000)
    #expect((0.1...0.35).contains(Spectrum.decay(of: closed, decibels: 40)))
    #expect(Spectrum.decay(of: open, decibels: 40) > 0.7)
  }

  @Test func `a crash rings on and a splash does not`() {
    let crash = Spectrum.decay(of: SharedKit.sound(key: 49), decibels: 40)
    #expect(crash > 1.5)
    #expect(Spectrum.decay(of: SharedKit.sound(key: 55), decibels: 40) < 0.8 * crash)
  }

  @Test(arguments: [35, 36, 38, 46, 49, 57])
  func `a harder kick, snare, open hi-hat or crash is brighter`(key: Int) {
    #expect(brightness(key, velocities: 118...120) > 1.1 * brightness(key, velocities: 28...30))
  }

  @Test func `a harder closed hi-hat rings longer`() {
    func length(_ velocities: ClosedRange<Int>) -> Double {
      velocities.reduce(0) {
        $0 + Spectrum.decay(of: SharedKit.sound(key: 42, velocity: $1), decibels: 30)
      }
    }
    #expect(length(118...120) > 1.3 * length(28...30))
  }

  @Test func `a crash builds up over a tenth of a second, a ride starts with its stick`() {
    func early(_ key: Int) -> Double {
      let sound = SharedKit.sound(key: key, velocity: 120)
      func power(_ range: Range<Int>) -> Double { sound[range].reduce(0) { $0 + $1 * $1 } }
      return power(0..<1_323) / power(4_410..<5_733)
    }
    #expect(early(49) < 2)
    #expect(early(51) > 4)
  }

  /// The mean brightness of three strokes in a row, which play three recordings.
  private func brightness(_ key: Int, velocities: ClosedRange<Int>) -> Double {
    velocities.reduce(0) {
      $0 + Spectrum.brightness(of: SharedKit.sound(key: key, velocity: $1))
    } / Double(velocities.count)
  }
}
