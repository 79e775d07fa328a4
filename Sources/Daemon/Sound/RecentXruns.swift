import MusicalTime

/// How often the sound was late: since the session began, and in the last minute.
struct RecentXruns: Sendable, Hashable {
  /// Since the session began.
  private(set) var total = 0
  /// In the last sixty seconds, to the second.
  private(set) var lastMinute = 0
  /// When the last one was noticed.
  private(set) var latest: HostTime?
  /// Those of the last minute, by the second in which they were noticed.
  private var seconds: [Int64: Int] = [:]

  /// Whether more has to be said than of `other`.
  func isOther(than other: RecentXruns) -> Bool {
    total != other.total || lastMinute != other.lastMinute
  }

  /// Takes in that there were `total` so far at `now`; called once a tick.
  mutating func note(total: Int, at now: HostTime) {
    let second = now.nanoseconds / 1_000_000_000
    if total > self.total {
      seconds[second, default: 0] += total - self.total
      latest = now
    }
    self.total = total
    guard !seconds.isEmpty else { return }
    seconds = seconds.filter { $0.key > second - 60 }
    lastMinute = seconds.values.reduce(0, +)
  }
}
