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
      (sample.start..<sample.end).reduce(0) { max($0, abs(SharedKit.reader.frame($1))) }
    }
    #expect(loudest.allSatisfy { $0 <= 29_204 })
  }

  @Test func `every sound ends in silence, without a click or DC`() {
    for sample in SharedKit.reader.samples {
      let tail = (sample.end - 64..<sample.end).map { SharedKit.reader.frame($0) }
      #expect(tail.allSatisfy { abs($0) <= 1 }, "\(sample.name)")
      let sum = (sample.start..<sample.end).reduce(0) { $0 + SharedKit.reader.frame($1) }
      #expect(abs(sum) < (sample.end - sample.start) * 4, "\(sample.name)")
    }
  }

  @Test func `the layers of a drum are equally loud, so that loudness depends on velocity only`() {
    let measured = SharedKit.kit.measurements
    for (one, next) in zip(measured, measured.dropFirst()) where one.note == next.note {
      #expect(abs(one.loudnessLUFS - next.loudnessLUFS) < 1, "\(one.name)")
    }
  }

  @Test func `kick and snare are loudest, hi-hats 8 to 12 dB and crashes 2 to 6 dB below`() {
    var loudness: [UInt8: Double] = [:]
    for measured in SharedKit.kit.measurements {
      loudness[measured.note] = measured.loudnessLUFS
    }
    let kick = loudness[36] ?? 0
    #expect(abs(kick - (loudness[38] ?? 0)) < 1.5)
    for hat: UInt8 in [42, 44, 46] { #expect((-12...(-7.5)).contains((loudness[hat] ?? 0) - kick)) }
    for crash: UInt8 in [49, 57] { #expect((-6...(-2)).contains((loudness[crash] ?? 0) - kick)) }
    #expect(loudness.values.max() ?? 0 <= max(kick, loudness[38] ?? 0) + 0.5)
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
    #expect(Spectrum.share(below: 1_000, of: snare) < 0.75)
    #expect(Spectrum.share(below: 1_000, of: snare) > 0.2)
  }

  @Test func `hi-hats are bright, and the open one rings ten times as long`() {
    let closed = SharedKit.sound(key: 42)
    let open = SharedKit.sound(key: 46)
    #expect(Spectrum.brightness(of: closed) > 6_000)
    #expect(Spectrum.brightness(of: open) > 6_000)
    #expect(Spectrum.decay(of: closed, decibels: 40) < 0.2)
    #expect(Spectrum.decay(of: open, decibels: 40) > 0.7)
  }

  @Test func `a crash rings on and a splash does not`() {
    #expect(Spectrum.decay(of: SharedKit.sound(key: 49), decibels: 40) > 1.5)
    #expect(Spectrum.decay(of: SharedKit.sound(key: 55), decibels: 40) < 1)
  }

  @Test(arguments: [35, 36, 38, 40, 42, 46])
  func `a harder hit is brighter`(key: Int) {
    let soft = Spectrum.brightness(of: SharedKit.sound(key: key, velocity: 30))
    let hard = Spectrum.brightness(of: SharedKit.sound(key: key, velocity: 120))
    #expect(hard > soft * 1.1)
  }
}
