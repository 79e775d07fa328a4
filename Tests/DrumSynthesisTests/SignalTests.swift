import Testing

@testable import DrumSynthesis

@Suite struct SignalTests {
  @Test func `a mode is a decaying sine`() {
    let ring = ModalBank([Mode(hertz: 440, level: 0.5, sixty: 0.2, phase: 0.1)]).ring(seconds: 0.1)
    var decay = Decay(sixty: 0.2, level: 0.5)
    var worst = 0.0
    for n in ring.samples.indices {
      let expected = decay.next() * ExactMath.sine(turns: 0.1 + 440 * Double(n) / Signal.rate)
      worst = max(worst, abs(ring.samples[n] - expected))
    }
    #expect(worst < 1e-10)
  }

  @Test func `an odd number of modes all sound`() {
    let modes = [100.0, 200, 300].map { Mode(hertz: $0, level: 1, sixty: 1, phase: 0.25) }
    #expect(abs(ModalBank(modes).ring(seconds: 0.1).samples[0] - 3) < 1e-9)
  }

  @Test func `a decay loses sixty decibels in its time`() {
    var decay = Decay(sixty: 0.1)
    for _ in 0..<4_410 { _ = decay.next() }
    #expect(abs(decay.level - 0.001) < 1e-9)
  }

  @Test func `a head without a glide has its pitch, and a glide starts above it`() {
    let plain = Membrane(
      hertz: 100, glides: [], overtones: [.init(ratio: 1, level: 1, sixty: 10)])
    let gliding = Membrane(
      hertz: 100, glides: [.init(rise: 1, seconds: 0.05)],
      overtones: [.init(ratio: 1, level: 1, sixty: 10)])
    #expect(rises(in: plain.ring(seconds: 0.5)) == 50)
    #expect((54...56).contains(rises(in: gliding.ring(seconds: 0.5))))
  }

  @Test func `each filter passes its side of 1 kHz`() {
    let rows: [(shape: Filter.Shape, low: ClosedRange<Double>, high: ClosedRange<Double>)] = [
      (.low, 0.95...1.05, 0...0.05), (.high, 0...0.05, 0.95...1.05), (.band, 0...0.2, 0...0.2),
    ]
    for row in rows {
      #expect(row.low.contains(gain(of: Filter(row.shape, hertz: 1_000), at: 100)))
      #expect(row.high.contains(gain(of: Filter(row.shape, hertz: 1_000), at: 8_000)))
    }
    #expect((0.97...1.03).contains(gain(of: Filter(.band, hertz: 1_000, q: 3), at: 1_000)))
  }

  @Test func `a fade ends at zero and does not change the start`() {
    let faded = Signal(samples: [Double](repeating: 1, count: 4_410)).fadedOut(over: 0.05)
    #expect((faded.samples.last ?? 1) < 1e-15)
    #expect(faded.samples[0..<2_205].allSatisfy { $0 == 1 })
  }

  @Test func `a mix drops what extends past the end`() {
    var bed = Signal(samples: [0, 0, 0, 0])
    bed.mix(Signal(samples: [1, 2, 3]), gain: 2, at: 2 / Signal.rate)
    #expect(bed.samples == [0, 0, 2, 4])
  }

  @Test func `saturation stays within full scale and raises the tail`() {
    let driven = Signal(samples: [1, -0.5, 0.1]).saturated(drive: 2)
    #expect(abs(driven.peak - 1) < 1e-15)
    #expect(driven.samples[2] > 0.15)
  }

  @Test func `a room adds a decaying tail`() {
    var click = Signal(seconds: 0.5)
    click.samples[0] = 1
    let heard = Room(sixty: 0.2, level: 0.5).around(click)
    #expect(heard.samples.count == click.samples.count)
    #expect(heard.samples[1_000..<4_000].contains { abs($0) > 0.001 })
    #expect(heard.samples.suffix(2_000).allSatisfy { abs($0) < 0.001 })
  }

  private func rises(in sound: Signal) -> Int {
    zip(sound.samples, sound.samples.dropFirst()).count { $0 <= 0 && $1 > 0 }
  }

  private func gain(of filter: Filter, at hertz: Double) -> Double {
    var tone = Signal(seconds: 0.1)
    for n in tone.samples.indices {
      tone.samples[n] = ExactMath.sine(turns: hertz * Double(n) / Signal.rate)
    }
    return Signal(samples: Array(tone.filtered(filter).samples.suffix(2_205))).peak
  }
}
