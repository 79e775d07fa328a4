import MusicalTime

/// Converts between a file's ticks and beats, for one division and tempo map.
///
/// A tick is at least 22 units of `Beats`, so a tick that was rounded to beats converts back to the
/// same tick.
struct TickScale {
  private let division: StandardMIDIFile.Division
  /// From each knot on, the ratio of ticks to beats is constant; the first is at the beginning.
  private var knots = [Knot(tick: 0, beat: .zero, duration: .standard)]

  private struct Knot {
    var tick: Int64
    var beat: Beats
    var duration: BeatDuration
  }

  /// A scale for tempo events given at ticks, in order; nil if beats overflow.
  init?(
    _ division: StandardMIDIFile.Division, tempi: [(tick: Int64, duration: BeatDuration)]
  ) {
    self.division = division
    guard division.whole != .beat else { return }
    for (tick, duration) in tempi {
      guard let beat = beat(at: tick) else { return nil }
      knots.append(Knot(tick: tick, beat: beat, duration: duration))
    }
  }

  /// A scale for tempo events given at beats.
  init(_ division: StandardMIDIFile.Division, _ tempi: TempoMap) {
    self.division = division
    guard division.whole != .beat else { return }
    for change in tempi.changes {
      let beat = max(change.beat, .zero)
      knots.append(Knot(tick: tick(at: beat), beat: beat, duration: change.duration))
    }
  }

  /// The largest supported position: the sum of two of them does not overflow.
  private static let furthest = Beats(units: 1 << 61)

  /// The beat of a tick, to the nearest unit; nil beyond 800 000 million beats.
  func beat(at tick: Int64) -> Beats? {
    let knot = knots[max(knots.countOrdered { $0.tick <= tick } - 1, 0)]
    let (ticks, beats) = ratio(knot.duration)
    let units = Int128(tick - knot.tick) * beats * Int128(Beats.unitsPerBeat)
    let nearest = (2 * units + ticks) / (2 * ticks) + Int128(knot.beat.units)
    guard nearest <= Self.furthest.units else { return nil }
    return Beats(units: Int64(nearest))
  }

  /// The tick nearest to a beat; tick 0 for a negative beat.
  func tick(at beat: Beats) -> Int64 {
    let knot = knots[max(knots.countOrdered { $0.beat <= beat } - 1, 0)]
    let (ticks, beats) = ratio(knot.duration)
    let unitsPerTicks = beats * Int128(Beats.unitsPerBeat)
    let passed = Int128(max(beat.units, 0)) - Int128(knot.beat.units)
    return Int64(clamping: (2 * passed * ticks + unitsPerTicks) / (2 * unitsPerTicks)) + knot.tick
  }

  /// The ratio of ticks to beats for beats of `duration`.
  private func ratio(_ duration: BeatDuration) -> (ticks: Int128, beats: Int128) {
    let ticks = Int128(division.ticks)
    switch division.whole {
    case .beat: return (ticks, 1)
    case .frame(let rate):
      let (frames, seconds) = rate.ratio
      return (
        ticks * Int128(frames) * Int128(duration.microseconds), Int128(seconds) * 1_000_000
      )
    }
  }
}
