import GhostnoteTesting
import MusicalTime
import Rhythm
import Testing

@testable import Drummer

/// Hits lie anywhere in the ticks and the bins of velocities that the network samples.
@Suite struct DequantizationTests {
  private func direction(loudness: Double = 0.5, feel: TempoFeel = .normal) -> BarDirection {
    var settings = DrummerSettings()
    settings.style = "funk"
    settings.seed = 5
    settings.loudness = loudness
    settings.feel = feel
    return BarDirection(settings: settings, tempo: .standard)
  }

  @Test(arguments: TempoFeel.allCases) func `hits lie anywhere in their ticks`(feel: TempoFeel) {
    var performer = Performer(PerformerTests.tables)
    let bars = (0..<80).map { _ in performer.play(direction(feel: feel)) }
    let factor: Int64 = feel == .half ? 2 : 1
    let tick = Beats(factor, over: feel == .double ? 192 : 96)
    let tenth = tick.units / 10
    let positions = bars.flatMap(\.hits).map { hit in
      let middle = tick * (hit.beat + Beats(units: tick.units / 2)).dividedRoundingDown(by: tick)
      return (hit.beat - middle).units
    }
    #expect(positions.allSatisfy { $0.isMultiple(of: tenth) })
    #expect(Set(positions.map { $0 / tenth }) == Set(-5...4))
    #expect(bars.first?.hits.allSatisfy { $0.beat >= .zero } == true)
  }

  @Test(arguments: [0, 0.3, 0.5, 0.8, 1])
  func `a velocity is any of its bin, and is converted back to that bin`(loudness: Double) {
    let sampling = SamplingSettings(direction(loudness: loudness), contrast: 0.15)
    let middles = (0..<Vocabulary.velocityCount).map { Vocabulary.velocity(ofBin: $0).value }
    for bin in 1..<Vocabulary.velocityCount - 1 {
      let velocities = [0, 0.25, 0.5, 0.75].map { sampling.audible(middles[bin], in: $0) }
      let (softer, louder) = (
        sampling.audible(middles[bin - 1]), sampling.audible(middles[bin + 1])
      )
      #expect(velocities.allSatisfy { softer <= $0 && $0 <= louder })
      // Exponents far from 1 make one velocity of several bins.
      if sampling.meant(by: sampling.audible(middles[bin]).value) == middles[bin] {
        #expect(velocities.allSatisfy { sampling.meant(by: $0.value) == middles[bin] })
      }
    }
    let ends = middles[8..<24].flatMap { middle in
      [sampling.audible(middle, in: 0), sampling.audible(middle, in: 0.9)]
    }
    #expect(Set(ends).count > 20)
  }

  @Test func `full force stays full force`() {
    let sampling = SamplingSettings(direction(), contrast: 0.15)
    for chance: Float in [0, 0.5, 0.99] { #expect(sampling.audible(127, in: chance).value == 127) }
  }
}
