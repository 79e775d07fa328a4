internal import ALSAGate
internal import CALSA
internal import MusicalTime
internal import Synchronization

/// What one spell of playing needs, and its cycle: wait for room, fill, convert, hand over.
///
/// Nothing in the cycle allocates or locks. Its system calls are ALSA's own.
@safe struct PCMStage: ~Copyable {
  private let handle: PCMHandle
  private let period: Int
  private let rate: SampleRate
  private let format: SampleFormat
  private let planar: UnsafeMutablePointer<Float>
  private let interleaved: UnsafeMutableRawPointer
  private var loop: DelayLockedLoop

  /// The longest that one wait lasts, so that closing is noticed.
  private static let waitMilliseconds: Int32 = 100
  /// A device that gives no room for this many waits on end counts as gone.
  private static let waitLimit = 20

  init(_ handle: consuming PCMHandle, period: Int, rate: SampleRate) {
    format = handle.format
    self.handle = handle
    self.period = period
    self.rate = rate
    unsafe planar = .allocate(capacity: 2 * period)
    unsafe planar.initialize(repeating: 0, count: 2 * period)
    unsafe interleaved = .allocate(byteCount: 8 * period, alignment: 16)
    loop = DelayLockedLoop(period: rate.duration(frames: Int64(period)), bandwidth: 0.5)
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
      if available < period {
        let result = unsafe snd_pcm_wait(handle.pointer, PCMStage.waitMilliseconds)
        waits = result == 0 ? waits + 1 : 0
        if waits == PCMStage.waitLimit { return Int(-EIO) }
        if result < 0, let error = recover(from: Int(result), counters) { return error }
        continue
      }
      waits = 0
      unsafe fill(context: context, handler: handler)
      counters.cycles.add(1, ordering: .relaxed)
      counters.measuredPeriod.store(
        Int(loop.measuredPeriod.nanoseconds), ordering: .relaxed)
      let written = write()
      if written < 0, let error = recover(from: written, counters) { return error }
    }
    return 0
  }

  private mutating func fill(context: UnsafeMutableRawPointer, handler: PCMHandler) {
    let delay = rate.duration(frames: Int64(handle.delay))
    let now = HostTime.now()
    // Before the card runs its delay says nothing about the pace of time.
    if !handle.isRunning { loop.reset() }
    var cycle = unsafe PCMCycle(
      frames: period, began: now, heard: loop.advance(to: now.advanced(by: delay)),
      samples: planar)
    unsafe handler(context, &cycle)
    unsafe format.interleave(planar, frames: period, into: interleaved)
  }

  /// Hands over one period, whole; answers a negative error.
  private func write() -> Int {
    let frameSize = format == .int16 ? 4 : 8
    var done = 0
    while done < period {
      let written = unsafe snd_pcm_writei(
        handle.pointer, interleaved + done * frameSize, snd_pcm_uframes_t(period - done))
      if written < 0 { return Int(written) }
      done += Int(written)
    }
    return done
  }

  /// Nil where playing can go on, else the error.
  private mutating func recover(from error: Int, _ counters: PCMCounters) -> Int? {
    loop.reset()
    if error == Int(-EAGAIN) || error == Int(-EINTR) { return nil }
    let result = handle.recover(from: error)
    guard result >= 0 else { return Int(result) }
    counters.xruns.add(1, ordering: .relaxed)
    return nil
  }
}
