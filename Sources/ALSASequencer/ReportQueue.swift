internal import ALSAGate
internal import MusicalTime

/// What is to be reported of connections and losses, until the round of the client's thread ends.
struct ReportQueue {
  private let report: @Sendable (SequencerEvent) -> Void
  private var waiting: [SequencerEvent] = []
  private var losses = ReportedLosses()

  init(_ report: @escaping @Sendable (SequencerEvent) -> Void) { self.report = report }

  mutating func append(_ event: SequencerEvent) { waiting.append(event) }

  /// Reports all that waits, and what was lost, where that is due or `isLast`.
  mutating func flush(_ counters: SequencerCounters, isLast: Bool) {
    waiting += losses.report(counters, at: HostTime.now(), isLast: isLast)
    for event in waiting { report(event) }
    waiting.removeAll(keepingCapacity: true)
  }
}
