import ALSAGate
import ClockMonitor
import JACKClient
import MusicalTime
import Ports
import RealTime
import Synchronization

/// The audio thread's state while it listens to a clock.
///
/// Time is counted in the server's frames, which are exact, and so are the ticks' positions.
struct JACKListening: ~Copyable {
  private var writer: RingWriter<TimedMessage>
  private let rate = Atomic<Int>(48_000)
  private let latest = Atomic<Int64>(0)
  private let latestBegan = Atomic<Int64>(0)
  private let missedFrames = Atomic<Int64>(0)
  private var time = ServerTime()

  init(writer: consuming RingWriter<TimedMessage>) { self.writer = writer }

  /// The sample rate, once the server is known. Thread-safe.
  func setRate(_ rate: Int) { self.rate.store(rate, ordering: .relaxed) }

  /// The time up to which all messages were received. While the server hangs or is missing, time
  /// goes on by the host's clock, so that the clock is reported as lost. Thread-safe.
  var now: HostTime {
    let began = HostTime(nanoseconds: latestBegan.load(ordering: .acquiring))
    let heard = HostTime(nanoseconds: latest.load(ordering: .acquiring))
    return ServerTime.now(heard, after: began, at: .now())
  }

  /// The time of the cycles that the server ran, or lost, without us. Thread-safe.
  var missed: HostTime.Interval {
    let rate = Int64(rate.load(ordering: .relaxed))
    let frames = missedFrames.load(ordering: .relaxed)
    return HostTime.Interval(nanoseconds: frames &* 1_000_000_000 / max(rate, 1))
  }

  /// Passes on what came during `cycle`. Real-time: yes.
  @_noLocks mutating func listen(to cycle: JACKCycle) {
    let rate = Int64(rate.load(ordering: .relaxed))
    let frames = Int64(cycle.frames)
    missedFrames.add(cycle.skipped, ordering: .relaxed)
    time.begin(frames, at: cycle.began, skipped: cycle.skipped, rate: rate)
    var index = 0
    while index < cycle.clockEventCount {
      if let (offset, message) = cycle.clockEvent(at: index) {
        let moment = time.moment(ofFrame: Int64(offset), rate: rate)
        writer.push(TimedMessage(time: moment, message: message, source: .jackClock))
      }
      index &+= 1
    }
    time.end(frames, rate: rate)
    latest.store(time.moment(ofFrame: 0, rate: rate).nanoseconds, ordering: .releasing)
    latestBegan.store(cycle.began.nanoseconds, ordering: .releasing)
  }
}

/// Processes a cycle of a client that only listens. Real-time: yes.
@_noLocks func listenToJACKCycle(_ context: UnsafeMutableRawPointer, _ cycle: UnsafeRawPointer) {
  let part = unsafe context.assumingMemoryBound(to: JACKListening.self)
  unsafe part.pointee.listen(to: JACKCycle.at(cycle))
}
