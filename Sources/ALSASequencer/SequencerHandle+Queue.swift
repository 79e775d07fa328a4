internal import ALSAGate
internal import CALSA
internal import Glibc
internal import MusicalTime
internal import Ports

/// The timer resolution of our queue.
///
/// The timer ticks from the queue's start to its end, even with nothing scheduled: about 1 % of a core
/// of a Raspberry Pi. The kernel only changes the resolution of a stopped queue, and a queue that was
/// stopped and continued has an unknown offset to the clock, which would have to be measured again
/// before the first note, so that this note would be late.
struct QueueTimer {
  /// The highest rate the kernel's sequencer supports; its default is 1 000.
  static let finestHertz: UInt32 = 6_250
  /// The queue's period at that rate.
  static let period: Int64 = 160_000

  var usesHighResolution: Bool
}

extension SequencerHandle {
  /// Creates and starts a queue called `name` with the finest available timer.
  ///
  /// The corresponding C functions are `snd_seq_alloc_named_queue` and `snd_seq_control_queue`.
  func startQueue(name: String) throws(ALSAError) -> (queue: Int32, timer: QueueTimer) {
    let queue = try alsa("snd_seq_alloc_named_queue", name) {
      unsafe snd_seq_alloc_named_queue(pointer, name)
    }
    let timer = QueueTimer(usesHighResolution: raiseResolution(of: queue))
    try alsa("snd_seq_control_queue", "start") {
      unsafe snd_seq_control_queue(pointer, queue, Int32(SND_SEQ_EVENT_START.rawValue), 0, nil)
    }
    try alsa("snd_seq_drain_output") { unsafe snd_seq_drain_output(pointer) }
    return (queue, timer)
  }

  /// Requests the high-resolution timer, or else any timer, at 6 250 Hz.
  private func raiseResolution(of queue: Int32) -> Bool {
    if setTimer(of: queue, highResolution: true) { return true }
    _ = setTimer(of: queue, highResolution: false)
    return false
  }

  private func setTimer(of queue: Int32, highResolution: Bool) -> Bool {
    var timer: OpaquePointer?
    var id: OpaquePointer?
    guard unsafe snd_seq_queue_timer_malloc(&timer) == 0 else { return false }
    defer { unsafe snd_seq_queue_timer_free(timer) }
    guard unsafe snd_timer_id_malloc(&id) == 0 else { return false }
    defer { unsafe snd_timer_id_free(id) }
    guard unsafe snd_seq_get_queue_timer(pointer, queue, timer) == 0 else { return false }
    if highResolution {
      unsafe snd_timer_id_set_class(id, Int32(SND_TIMER_CLASS_GLOBAL.rawValue))
      unsafe snd_timer_id_set_sclass(id, Int32(SND_TIMER_SCLASS_NONE.rawValue))
      unsafe snd_timer_id_set_card(id, 0)
      unsafe snd_timer_id_set_device(id, SND_TIMER_GLOBAL_HRTIMER)
      unsafe snd_timer_id_set_subdevice(id, 0)
      unsafe snd_seq_queue_timer_set_type(timer, SND_SEQ_TIMER_ALSA)
      unsafe snd_seq_queue_timer_set_id(timer, id)
    }
    unsafe snd_seq_queue_timer_set_resolution(timer, QueueTimer.finestHertz)
    return unsafe snd_seq_set_queue_timer(pointer, queue, timer) == 0
  }

  /// Stops and frees `queue`.
  func freeQueue(_ queue: Int32) { _ = unsafe snd_seq_free_queue(pointer, queue) }

  /// The queue's time between two readings of the host's clock.
  ///
  /// The kernel interpolates between its ticks, so the reading is as precise as the host's clock.
  /// The corresponding C function is `snd_seq_get_queue_status`.
  func bracket(queue: Int32) throws(ALSAError) -> QueueClock.Bracket {
    var status: OpaquePointer?
    try alsa("snd_seq_queue_status_malloc") { unsafe snd_seq_queue_status_malloc(&status) }
    defer { unsafe snd_seq_queue_status_free(status) }
    let before = HostTime.now()
    try alsa("snd_seq_get_queue_status") {
      unsafe snd_seq_get_queue_status(pointer, queue, status)
    }
    let after = HostTime.now()
    guard let real = unsafe snd_seq_queue_status_get_real_time(status) else {
      throw ALSAError(
        function: "snd_seq_queue_status_get_real_time", code: -5, reason: "no queue time available")
    }
    return QueueClock.Bracket(
      before: before, queue: unsafe QueueClock.QueueTime(real.pointee), after: after)
  }

  /// The number of events in `queue`.
  ///
  /// The corresponding C function is `snd_seq_queue_status_get_events`.
  func pendingCount(of queue: Int32) -> Int32 {
    var status: OpaquePointer?
    guard unsafe snd_seq_queue_status_malloc(&status) == 0 else { return 0 }
    defer { unsafe snd_seq_queue_status_free(status) }
    guard unsafe snd_seq_get_queue_status(pointer, queue, status) == 0 else { return 0 }
    return unsafe snd_seq_queue_status_get_events(status)
  }

  /// The queue's clock, estimated from readings over about five milliseconds.
  func surveyedClock(queue: Int32) throws(ALSAError) -> QueueClock {
    var clock = QueueClock(try bracket(queue: queue))
    var survey = QueueClock.Survey()
    for _ in 0..<24 {
      survey.add(try bracket(queue: queue))
      // Past the next tick of the queue's timer.
      usleep(UInt32(QueueTimer.period / 1_000))
    }
    if let best = survey.best { clock = QueueClock(best) }
    return clock
  }

  /// Removes our events in `queue` that are due at or after `time`; nil removes all.
  ///
  /// The corresponding C function is `snd_seq_remove_events`.
  func removeEvents(
    of queue: Int32, from time: QueueClock.QueueTime?
  ) throws(ALSAError) {
    var request: OpaquePointer?
    try alsa("snd_seq_remove_events_malloc") { unsafe snd_seq_remove_events_malloc(&request) }
    defer { unsafe snd_seq_remove_events_free(request) }
    var condition = UInt32(SND_SEQ_REMOVE_OUTPUT)
    if let time {
      condition |= UInt32(SND_SEQ_REMOVE_TIME_AFTER)
      var stamp = snd_seq_timestamp_t()
      unsafe stamp.time = snd_seq_real_time_t(time)
      unsafe snd_seq_remove_events_set_time(request, &stamp)
    }
    unsafe snd_seq_remove_events_set_queue(request, queue)
    unsafe snd_seq_remove_events_set_condition(request, condition)
    try alsa("snd_seq_remove_events") { unsafe snd_seq_remove_events(pointer, request) }
  }
}

extension QueueClock.QueueTime {
  init(_ time: snd_seq_real_time_t) {
    self.init(nanoseconds: Int64(time.tv_sec) * 1_000_000_000 + Int64(time.tv_nsec))
  }
}

extension snd_seq_real_time_t {
  /// Negative times are clamped to the queue's start.
  init(_ time: QueueClock.QueueTime) {
    let (seconds, rest) = max(0, time.nanoseconds).quotientAndRemainder(dividingBy: 1_000_000_000)
    self.init(tv_sec: UInt32(truncatingIfNeeded: seconds), tv_nsec: UInt32(rest))
  }
}
