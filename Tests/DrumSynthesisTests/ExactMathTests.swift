import Testing

@testable import DrumSynthesis

@Suite struct ExactMathTests {
  @Test func `a sine has the exact values at its landmarks`() {
    let rows: [(turns: Double, sine: Double)] = [
      (0, 0), (1.0 / 12, 0.5), (0.25, 1), (5.0 / 12, 0.5), (0.5, 0), (0.75, -1), (-0.25, -1),
      (7.25, 1), (0.125, 0.707_106_781_186_547_5),
    ]
    for row in rows { #expect(abs(ExactMath.sine(turns: row.turns) - row.sine) < 1e-14) }
  }

  @Test func `powers of two and their logarithms are inverse`() {
    for x in stride(from: -30.0, through: 30, by: 0.37) {
      #expect(abs(ExactMath.log2(ExactMath.exp2(x)) - x) < 1e-12)
    }
    #expect(ExactMath.exp2(10) == 1_024)
    #expect(abs(ExactMath.exp2(0.5) - 2.0.squareRoot()) < 1e-14)
  }

  @Test func `six decibels double an amplitude`() {
    #expect(abs(ExactMath.amplitude(decibels: 6.020_599_913_279_624) - 2) < 1e-12)
    #expect(abs(ExactMath.decibels(amplitude: 0.1) + 20) < 1e-10)
    #expect(ExactMath.decibels(amplitude: 0) == -120)
  }

  @Test func `the same seed draws the same numbers, another seed others`() {
    var one = SeededRandom(seed: 38)
    var same = SeededRandom(seed: 38)
    var other = SeededRandom(seed: 39)
    let drawn = (0..<100).map { _ in one.uniform() }
    #expect(drawn == (0..<100).map { _ in same.uniform() })
    #expect(drawn != (0..<100).map { _ in other.uniform() })
    #expect(drawn.allSatisfy { (0..<1).contains($0) })
  }

  @Test func `the same recording made twice is the same, sample for sample`() {
    let first = Recording(drum: KitDrum.all[1], index: 2)
    let second = Recording(drum: KitDrum.all[1], index: 2)
    #expect(first.samples == second.samples)
    #expect(first.measurement == second.measurement)
  }

  @Test func `a normal draw has a mean of 0, a standard deviation of 1, and no outliers`() {
    var chance = SeededRandom(seed: 7)
    let drawn = (0..<20_000).map { _ in chance.normal() }
    let mean = drawn.reduce(0, +) / 20_000
    #expect(abs(mean) < 0.03)
    let power = drawn.reduce(0) { $0 + $1 * $1 } / 20_000
    #expect(abs(power - 1) < 0.03)
    #expect(drawn.allSatisfy { abs($0) <= 3.5 })
  }

  @Test func `a full-scale sine at 997 Hz has the loudness given in BS 1770`() {
    var tone = Signal(seconds: 1)
    for n in tone.samples.indices {
      tone.samples[n] = ExactMath.sine(turns: 997 * Double(n) / Signal.rate)
    }
    #expect(abs(Loudness.momentary(of: tone) + 3.01) < 0.05)
  }
}
