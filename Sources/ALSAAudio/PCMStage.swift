internal import ALSAGate
internal import CALSA
internal import MusicalTime
internal import Synchronization

/// What one spell of playing needs, and its cycle: wait for room, fill, convert, hand over.
///
/// Nothing in the cycle allocates or locks, as the compiler proves. Its system calls are ALSA's own.
@safe struct PCMStage: ~Copyable {
  private let handle: PCMHandle
  private let period: Int
  private let rate: SampleRate
  private let format: SampleFormat
  private let planar: UnsafeMutablePointer<Float>
  private let interleaved: UnsafeMutableRawPointer
  private var timekeeper: PCMTimekeeper
  private var handover = PeriodHandover()

  /// The longest that one wait lasts, so that closing is noticed.
  private static let waitMilliseconds: Int32 = 100
  /// A device that gives no room for this many waits on end counts as stalled.
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

  /// Plays until told to close, and answers 0, or until the device fails, and answers its error.
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
      frames: period, began: times.began, heard: times.heard, samples: planar)
    unsafe withUnsafePointer(to: &cycle) { pointer in
      unsafe ghostnote_pcm_call(handler, context, pointer)
    }
    unsafe format.interleave(planar, frames: period, into: interleaved)
    handover.begin(frames: period)
  }

  /// `available` is of the card's last interrupt; asked together with the delay it is of now.
  @_noLocks private func reading(available: Int) -> PCMTimekeeper.Reading {
    var room = available
    let delay = handle.delay(room: &room)
    return PCMTimekeeper.Reading(
      now: HostTime(nanoseconds: ghostnote_now()),
      late: rate.duration(frames: Int64(max(0, room &- period))),
      delay: rate.duration(frames: Int64(delay)), isRunning: handle.isRunning)
  }

  /// Hands over what is left of the period, or as much as there is room for; answers 0, or the
  /// device's error.
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

  /// Nil where playing can go on, else the error.
  private mutating func recover(from error: Int, _ counters: PCMCounters) -> Int? {
    // Nothing is lost: the next attempt is as good.
    if error == Int(-EAGAIN) || error == Int(-EINTR) { return nil }
    timekeeper.reset()
    let result = handle.recover(from: error)
    guard result >= 0 else { return Int(result) }
    counters.xruns.add(1, ordering: .relaxed)
    return nil
  }
}
