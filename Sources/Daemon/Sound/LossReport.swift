import Control
import MusicalTime
import RealTime

/// What is said of deadlines: once of priorities that are missing, and of what is lost as it begins.
struct LossReport {
  private var hasSaidPriority = false
  private var news = LossNews()
  /// Xruns, with those of the last minute.
  private(set) var xruns = RecentXruns()

  /// A warning about priorities; nil for none, and where it was given already.
  mutating func warning(about threads: [TimedThread]) -> String? {
    // A thread that has not started yet is checked again with the next tick.
    guard !hasSaidPriority, threads.allSatisfy({ $0.given != .unknown }) else { return nil }
    hasSaidPriority = true
    return TimedThread.warning(about: threads)
  }

  /// A line for each kind of loss that has begun, or goes on, at `now`.
  mutating func lines(about losses: [Loss: Int64], at now: HostTime) -> [String] {
    xruns.note(total: Int(losses[.xruns] ?? 0), at: now)
    return Loss.allCases.compactMap { news.line(about: $0, total: losses[$0] ?? 0, at: now) }
  }
}
