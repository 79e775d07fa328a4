import JACKClient
import MusicalTime
import Ports
import RealTime
import Synchronization

/// The audio thread's state while it listens to a clock.
///
/// Time is counted in the server's frames, which are exact, and so are the ticks' positions; while
/// the server hangs or is missing, the host's clock is used.
struct JACKListening: ~Copyable {
  private let writer: RingWriter<TimedMessage>
  private let rate = Atomic<Int>(48_000)
  private let latest = Atomic<Int64>(0)
  private let missedFrames = Atomic<Int64>(0)
  /// The moment that `frame` is counted from, moved on by every whole second.
  private var origin = HostTime(nanoseconds: 0)
  private var frame: Int64 = 0
  /// The expected start of the next cycle, by the host's clock.
  private var due = HostTime(nanoseconds: 0)

  init(writer: consuming RingWriter<TimedMessage>) { self.writer = writer }

  /// The sample rate, once the server is known. Thread-safe.
  func setRate(_ rate: Int) { self.rate.store(rate, ordering: .relaxed) }

  /// The time up to which all messages were received. Thread-safe.
  var now: HostTime { HostTime(nanoseconds: latest.load(ordering: .acquiring)) }

  /// The time of the cycles that the server ran, or lost, without us. Thread-safe.
  var missed: HostTime.Interval {
    let rate = Int64(rate.load(ordering: .relaxed))
    let frames = missedFrames.load(ordering: .relaxed)
    return HostTime.Interval(nanoseconds: frames &* 1_000_000_000 / max(rate, 1))
  }

  /// Passes on what came during `cycle`. Real-time: yes.
  @_noLocks mutating func listen(to cycle: JACKCycle) {
    let rate = Int64(rate.load(ordering: .relaxed))
    begin(cycle, rate: rate)
    var index = 0
    while index < cycle.clockEventCount {
      if let (offset, message) = cycle.clockEvent(at: index) {
        let time = moment(of: frame &+ Int64(offset), rate: rate)
        writer.push(TimedMessage(time: time, message: message, source: .jackClock))
      }
      index &+= 1
    }
    frame &+= Int64(cycle.frames)
    latest.store(moment(of: frame, rate: rate).nanoseconds, ordering: .releasing)
    if frame >= rate {
      frame &-= rate
      origin = origin.advanced(by: HostTime.Interval(nanoseconds: 1_000_000_000))
    }
  }

  /// Detects cycles that were missed since the last one.
  @_noLocks private mutating func begin(_ cycle: JACKCycle, rate: Int64) {
    let length = moment(of: Int64(cycle.frames), rate: rate).nanoseconds &- origin.nanoseconds
    frame &+= cycle.skipped
    missedFrames.add(cycle.skipped, ordering: .relaxed)
    let gap = due.distance(to: cycle.began).nanoseconds
    if gap > 500_000_000 &+ length || gap < -500_000_000 &- length {
      origin =
        due.nanoseconds == 0 ? cycle.began : origin.advanced(by: due.distance(to: cycle.began))
    }
    due = cycle.began.advanced(by: HostTime.Interval(nanoseconds: length))
  }

  @_noLocks private func moment(of frame: Int64, rate: Int64) -> HostTime {
    origin.advanced(by: HostTime.Interval(nanoseconds: frame &* 1_000_000_000 / max(rate, 1)))
  }
}

/// Processes a cycle of a client that only listens. Real-time: yes.
@_noLocks func listenToJACKCycle(_ context: UnsafeMutableRawPointer, _ cycle: UnsafeRawPointer) {
  let part = unsafe context.assumingMemoryBound(to: JACKListening.self)
  unsafe part.pointee.listen(to: JACKCycle.at(cycle))
}
