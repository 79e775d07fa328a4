internal import ALSAGate
internal import CALSA
internal import MusicalTime
internal import Synchronization

/// The buffers of one playback run, and its cycle: wait for space, fill, convert, write.
///
/// The compiler checks that nothing in the cycle allocates or locks. The system calls are ALSA's.
@safe struct PCMStage: ~Copyable {
  private let handle: PCMHandle
  private let period: Int
  private let rate: SampleRate
  private let format: SampleFormat
  private let planar: UnsafeMutablePointer<Float>
  private let interleaved: UnsafeMutableRawPointer
  private var timekeeper: PCMTimekeeper
  private var handover = PeriodHandover()

  /// The timeout of one wait, so that closing is noticed.
  private static let waitMilliseconds: Int32 = 100
  /// The number of consecutive timeouts after which a device counts as stalled.
  private static let waitLimit = 20

  init(_ handle: consuming PCMHandle, rate: SampleRate) {
    format = handle.format
    period = Int(handle.period)
    self.handle = handle
    self.rate = rate
    unsafe planar = .allocate(capacity: 2 * period)
    unsafe planar.initialize(repeating: 0, count: 2 * period)
    unsafe interleaved = .allocate(byteCount: 2 * format.size * period, alignment: 16)
    timekeeper = PCMTimekeeper(period: rate.duration(frames: Int64(period)))
  }

  deinit {
    unsafe planar.deallocate()
    unsafe interleaved.deallocate()
  }

  /// Plays until closing is requested, and returns 0, or until the device fails, and returns its
  /// error.
  mutating func play(
    counters: PCMCounters, context: UnsafeMutableRawPointer, handler: PCMHandler
  ) -> Int {
    var waits = 0
    while !counters.isClosing.load(ordering: .relaxed) {
      let available = handle.available
      if available < 0 {
        if let error = recover(from: available, counters) { return error }
        continue
      }
      if available < (handover.left > 0 ? min(handover.left, period) : period) {
        let result = unsafe snd_pcm_wait(handle.pointer, PCMStage.waitMilliseconds)
        waits = result == 0 ? waits + 1 : 0
        if waits == PCMStage.waitLimit { return Int(-EIO) }
        if result < 0, let error = recover(from: Int(result), counters) { return error }
        continue
      }
      waits = 0
      if handover.left == 0 {
        unsafe fill(available: available, context: context, handler: handler)
        counters.cycles.add(1, ordering: .relaxed)
        counters.measuredPeriod.store(
          Int(timekeeper.measuredPeriod.nanoseconds), ordering: .relaxed)
      }
      let result = write()
      if result < 0, let error = recover(from: result, counters) { return error }
    }
    return 0
  }

  @_noLocks private mutating func fill(
    available: Int, context: UnsafeMutableRawPointer, handler: PCMHandler
  ) {
    let reading = reading(available: available)
    let times = timekeeper.advance(reading)
    var cycle = unsafe PCMCycle(
      frames: period, began: times.began, heard: times.heard, skipped: skipped(times.lost),
      samples: planar)
    unsafe withUnsafePointer(to: &cycle) { pointer in
      unsafe ghostnote_pcm_call(handler, context, pointer)
    }
    unsafe format.interleave(planar, frames: period, into: interleaved)
    handover.begin(frames: period)
  }

  /// Frames in `lost`; none where it is over a second, as after a suspension.
  @_noLocks private func skipped(_ lost: HostTime.Interval) -> Int64 {
    let frames = rate.frames(in: lost)
    return frames <= rate.hertz ? frames : 0
  }

  /// `available` is from the card's last interrupt; read together with the delay it is current.
  @_noLocks private func reading(available: Int) -> PCMTimekeeper.Reading {
    var room = available
    let delay = handle.delay(room: &room)
    return PCMTimekeeper.Reading(
      now: HostTime(nanoseconds: ghostnote_now()),
      late: rate.duration(frames: Int64(max(0, room &- period))),
      delay: rate.duration(frames: Int64(delay)), isRunning: handle.isRunning)
  }

  /// Writes the rest of the period, as far as there is space; returns 0 or the device's error.
  @_noLocks private mutating func write() -> Int {
    let frameSize = 2 &* format.size
    while handover.left > 0 {
      let written = unsafe snd_pcm_writei(
        handle.pointer, interleaved + handover.done &* frameSize,
        snd_pcm_uframes_t(handover.left))
      switch handover.wrote(Int(written)) {
      case .goOn: continue
      case .wait, .done: return 0
      case .failed(let error): return error
      }
    }
    return 0
  }

  /// Returns nil if playback can continue, else the error.
  private mutating func recover(from error: Int, _ counters: PCMCounters) -> Int? {
    // Nothing is lost: the call is repeated.
    if error == Int(-EAGAIN) || error == Int(-EINTR) { return nil }
    timekeeper.reset()
    let result = handle.recover(from: error)
    guard result >= 0 else { return Int(result) }
    counters.xruns.add(1, ordering: .relaxed)
    return nil
  }
}
