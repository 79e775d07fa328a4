import ClockMonitor
import Foundation
import MusicalTime
import Ports
import Synchronization

/// Something that hears a clock.
protocol ClockEar {
  /// The next message that came, or nil when all have been taken.
  func next() -> TimedMessage?
  /// The moment by the clock that dates the messages.
  var now: HostTime { get }
  /// Time that went by unheard although the clock was there.
  var missed: HostTime.Interval { get }
  /// Ends listening.
  func close()
}

extension ClockEar {
  /// None, where every message has the time at which it came.
  var missed: HostTime.Interval { HostTime.Interval(nanoseconds: 0) }
}

/// Watches a clock until it is told to end.
struct ClockWatch {
  let ear: any ClockEar
  let display: ClockDisplay

  /// What comes is on its way for so long at most; silence is judged as of then.
  private static let transit = HostTime.Interval(nanoseconds: -50_000_000)

  /// Shows how the clock does until SIGINT or SIGTERM, for `seconds`, or as long as anybody reads it.
  func run(for seconds: Double?) -> ClockSummary {
    interrupted.store(false, ordering: .relaxed)
    signal(SIGPIPE, SIG_IGN)
    for number in [SIGINT, SIGTERM] {
      signal(number) { _ in interrupted.store(true, ordering: .relaxed) }
    }
    var monitor = ClockMonitor()
    let end = seconds.map { ContinuousClock.now + .seconds($0) }
    var nextShow = ContinuousClock.now + display.interval
    while !interrupted.load(ordering: .relaxed), display.isRead,
      end.map({ ContinuousClock.now < $0 }) ?? true
    {
      usleep(5_000)
      hear(&monitor)
      guard ContinuousClock.now >= nextShow else { continue }
      nextShow += display.interval
      display.show(monitor.reading(at: ear.now))
    }
    hear(&monitor)
    var summary = monitor.summary
    summary.missedMs = Double(ear.missed.nanoseconds / 1_000) / 1_000
    return summary
  }

  private func hear(_ monitor: inout ClockMonitor) {
    let now = ear.now
    while let message = ear.next() { monitor.take(message) }
    monitor.look(at: now.advanced(by: ClockWatch.transit))
  }
}

/// All that a signal's handler may touch.
private let interrupted = Atomic<Bool>(false)
