public import ALSAGate
public import MusicalTime
public import RealTime
internal import Synchronization

/// Plays on a sound card: a handler fills each period.
///
/// A thread calls the handler. If the card is unplugged, the thread waits for it; the process
/// continues. Thread-safe: yes. Real-time: no; its thread is.
public final class PCMOutput: Sendable {
  /// The sample rate the device uses.
  public let rate: SampleRate
  /// The period the device uses, in frames.
  public let period: Int

  private let counters: PCMCounters
  private let thread: Mutex<DeviceThread?>

  /// Opens the device and starts playback.
  ///
  /// `handler` is called with `context`, which must outlive the output. `report` is called on the
  /// same thread, outside of cycles, and must not call `close`.
  public init(
    _ configuration: PCMConfiguration, context: UnsafeMutableRawPointer, handler: PCMHandler,
    report: @escaping @Sendable (PCMEvent) -> Void
  ) throws(ALSAError) {
    let handle = try PCMHandle.open(configuration)
    guard let rate = SampleRate(hertz: Int(handle.rate)) else {
      throw ALSAError(
        function: "snd_pcm_hw_params_set_rate_near", subject: configuration.device, code: -22,
        reason: "the device plays at \(handle.rate) Hz only")
    }
    self.rate = rate
    period = Int(handle.period)
    let counters = PCMCounters()
    self.counters = counters
    // Unsafe because the loop is not Sendable: it is moved to the thread, and not used here again.
    nonisolated(unsafe) let loop = unsafe PCMLoop(
      configuration: configuration, handle: handle, context: context, handler: handler,
      counters: counters, report: report)
    let started = try DeviceThread(name: "ghostnote-audio", priority: ThreadPriority.audio) {
      priority in
      counters.standing.set(priority)
      unsafe loop.run()
    }
    thread = Mutex(started)
  }

  /// The priority that the thread was given (it asks for `ThreadPriority.audio`).
  public var priority: ThreadStanding.Priority { counters.standing.value }

  /// Counters since the start.
  public var statistics: PCMStatistics { PCMStatistics(counters) }

  /// Stops after the current period and closes the device; a second call does nothing.
  public func close() {
    let running = thread.withLock { thread in
      defer { thread = nil }
      return thread
    }
    counters.isClosing.store(true, ordering: .relaxed)
    running?.join()
  }

  deinit { close() }
}

/// Counters shared between the card's thread and other threads.
final class PCMCounters: Sendable {
  let isClosing = Atomic<Bool>(false)
  let standing = ThreadStanding()
  let cycles = Atomic<Int>(0)
  let xruns = Atomic<Int>(0)
  let measuredPeriod = Atomic<Int>(0)
}

extension PCMStatistics {
  init(_ counters: PCMCounters) {
    cycles = counters.cycles.load(ordering: .relaxed)
    xruns = counters.xruns.load(ordering: .relaxed)
    measuredPeriodNanoseconds = counters.measuredPeriod.load(ordering: .relaxed)
  }
}
