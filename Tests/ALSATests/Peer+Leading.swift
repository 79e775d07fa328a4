import ALSAGate
import CALSA
import Ports
import Testing

/// A message of a master, and its time in the master's own queue.
struct Cue {
  var nanoseconds: Int64
  var type: snd_seq_event_type
  var value: Int32 = 0

  static func tick(_ nanoseconds: Int64) -> Cue {
    Cue(nanoseconds: nanoseconds, type: SND_SEQ_EVENT_CLOCK)
  }

  /// `count` ticks of `bpm`, the first at `start`.
  static func ticks(_ count: Int, bpm: Double = 120, from start: Int64 = 0) -> [Cue] {
    (0..<count).map { .tick(start + Int64(Double($0) * 60e9 / 24 / bpm)) }
  }
}

extension Peer {
  /// Schedules `cues` on `queue`, with times relative to `lead` nanoseconds from now.
  ///
  /// Returns the queue time they are relative to. At most 2 000 can be scheduled at a time.
  @discardableResult
  func lead(_ cues: [Cue], by queue: Int32, lead: Int64 = 100_000_000) throws -> Int64 {
    let origin = try queueTime(of: queue) + lead
    for cue in cues {
      var event = unsafe event(cue.type)
      unsafe event.dest.port = UInt8(SND_SEQ_ADDRESS_UNKNOWN)
      unsafe event.queue = UInt8(queue)
      unsafe event.flags = UInt8(SND_SEQ_TIME_STAMP_REAL | SND_SEQ_TIME_MODE_ABS)
      let (seconds, rest) = (origin + cue.nanoseconds).quotientAndRemainder(
        dividingBy: 1_000_000_000)
      unsafe event.time.time = snd_seq_real_time_t(tv_sec: UInt32(seconds), tv_nsec: UInt32(rest))
      unsafe event.data.control.value = cue.value
      try unsafe send(event)
    }
    return origin
  }

  /// The current time of `queue` in nanoseconds.
  func queueTime(of queue: Int32) throws -> Int64 {
    var status: OpaquePointer?
    unsafe snd_seq_queue_status_malloc(&status)
    defer { unsafe snd_seq_queue_status_free(status) }
    try alsa("snd_seq_get_queue_status") {
      unsafe snd_seq_get_queue_status(pointer, queue, status)
    }
    let time = try unsafe #require(snd_seq_queue_status_get_real_time(status)).pointee
    return Int64(time.tv_sec) * 1_000_000_000 + Int64(time.tv_nsec)
  }
}

extension Cue {
  static func start(at nanoseconds: Int64 = 0) -> Cue {
    Cue(nanoseconds: nanoseconds, type: SND_SEQ_EVENT_START)
  }
  static func `continue`(at nanoseconds: Int64) -> Cue {
    Cue(nanoseconds: nanoseconds, type: SND_SEQ_EVENT_CONTINUE)
  }
  static func stop(at nanoseconds: Int64) -> Cue {
    Cue(nanoseconds: nanoseconds, type: SND_SEQ_EVENT_STOP)
  }
  /// Stop 3 ms after the last of `ticks`: before a follower has sent the next one.
  static func stop(after ticks: some BidirectionalCollection<Cue>) -> Cue {
    .stop(at: (ticks.last?.nanoseconds ?? 0) + 3_000_000)
  }
  static func position(_ sixteenths: Int32, at nanoseconds: Int64) -> Cue {
    Cue(nanoseconds: nanoseconds, type: SND_SEQ_EVENT_SONGPOS, value: sixteenths)
  }
}
