import ClockMonitor
import Foundation
import MusicalTime
import Ports
import Synchronization

/// A source of clock messages.
protocol ClockEar {
  /// The next message, or nil if there is none.
  func next() -> TimedMessage?
  /// The current time of the clock that timestamps the messages.
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

/// Watches a clock until a signal ends it.
struct ClockWatch {
  let ear: any ClockEar
  let display: ClockDisplay

  /// The maximum time a message is in transit; a loss is only detected that much later.
  private static let transit = HostTime.Interval(nanoseconds: -50_000_000)

  /// Prints statistics until SIGINT or SIGTERM, for `seconds`, or until the output is closed.
  func run(for seconds: Double?) -> ClockSummary {
    interrupted.store(false, ordering: .relaxed)
    signal(SIGPIPE, SIG_IGN)
    for number in [SIGINT, SIGTERM] {
      signal(number) { _ in interrupted.store(true, ordering: .relaxed) }
    }
    var monitor = ClockMonitor()
    let end = seconds.map { ContinuousClock.now + .seconds($0) }
    var pace = DisplayPace(every: display.interval, from: .now)
    while !interrupted.load(ordering: .relaxed), display.isRead,
      end.map({ ContinuousClock.now < $0 }) ?? true
    {
      usleep(5_000)
      hear(&monitor)
      guard pace.isDue(at: .now) else { continue }
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

/// The only state that a signal handler may access.
private let interrupted = Atomic<Bool>(false)
