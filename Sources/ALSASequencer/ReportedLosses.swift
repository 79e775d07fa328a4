internal import MusicalTime

/// How many losses were reported, and when.
struct ReportedLosses {
  private var last = HostTime(nanoseconds: 0)
  private var totals: [SequencerEvent.Loss: Int] = [:]

  /// Losses come in bursts: one report covers this interval.
  private static let interval: Int64 = 500_000_000

  /// Reports what was lost since the report before, if one is due at `now` or `isLast`.
  mutating func report(
    _ counters: SequencerCounters, at now: HostTime, isLast: Bool
  ) -> [SequencerEvent] {
    guard isLast || last.distance(to: now).nanoseconds >= Self.interval else { return [] }
    last = now
    let lost: [(SequencerEvent.Loss, Int)] = [
      (.sysEx, counters.sysExDropped.value), (.inputFull, counters.inputDropped.value),
      (.overrun, counters.overruns.value), (.output, counters.outputDropped.value),
    ]
    return lost.compactMap { loss, total in
      let known = totals.updateValue(total, forKey: loss) ?? 0
      return total > known ? .dropped(count: total - known, loss) : nil
    }
  }
}
