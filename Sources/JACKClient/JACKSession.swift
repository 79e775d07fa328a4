import Glibc
public import Ports
import Synchronization

/// Our presence on a JACK server, from `init` to `stop()`, through any death of the server.
///
/// A thread of its own joins the server as soon as there is one, wires our ports, and when the
/// server goes looks for it five times a second, then registers the ports and restores every
/// connection they had. libjack knows one server at a time in a process: keep one session running,
/// and its messages go nowhere but into our errors. Real-time: no. Thread-safe.
public final class JACKSession: Sendable {
  /// The configuration it was made with.
  public let configuration: JACKConfiguration

  let shared: SharedState

  /// Begins to look for the server; `handler` gets `context` and every cycle on the audio thread,
  /// `events` is called on the session's own thread, where it must not call `stop()`.
  ///
  /// `context` must live until `stop()` has returned.
  public init(
    _ configuration: JACKConfiguration, context: UnsafeMutableRawPointer,
    handler: @escaping JACKHandler, events: @escaping @Sendable (JACKEvent) -> Void = { _ in }
  ) {
    self.configuration = configuration
    let shared = unsafe SharedState(
      audioCount: configuration.audioOutputs.count, handler: handler, context: context)
    self.shared = shared
    let hasBegun = startThread {
      var supervisor = Supervisor(configuration: configuration, shared: shared, report: events)
      supervisor.run()
    }
    if !hasBegun {
      shared.status.withLock { ($0.isSettled, $0.hasEnded) = (true, true) }
      events(.down(reason: "no thread for JACK could be started"))
    }
  }

  deinit { stop() }

  /// The name the server knows us by, or nil while we are on none. Thread-safe.
  public var clientName: String? { shared.status.withLock { $0.clientName } }

  /// The priority under SCHED_FIFO of our audio thread there, 0 where it has none; nil while we are on
  /// no server. Thread-safe.
  public var clientPriority: Int32? {
    shared.status.withLock { $0.clientName == nil ? nil : $0.clientPriority }
  }

  /// Frames a second of the server joined last. Thread-safe.
  public var sampleRate: Int { Int(shared.sampleRate.load(ordering: .relaxed)) }

  /// Deadlines missed by the server since the session began. Thread-safe.
  public var xruns: Int { shared.xruns.load(ordering: .relaxed) }

  /// Cycles that the server ran without us since the session began. Thread-safe.
  public var missedCycles: Int {
    unsafe shared.state.pointee.missedCycles.load(ordering: .relaxed)
  }

  /// Incoming events that were SysEx or damaged. Thread-safe.
  public var droppedEvents: Int { unsafe shared.state.pointee.dropped.load(ordering: .relaxed) }

  /// Outgoing messages that JACK had no room or no right place for. Thread-safe.
  public var refusedMessages: Int { unsafe shared.state.pointee.refused.load(ordering: .relaxed) }

  /// The time from a cycle's first frame to its sound, in nanoseconds. Thread-safe.
  public var playbackLatency: Int64 {
    unsafe shared.state.pointee.playbackLatency.load(ordering: .relaxed)
  }

  /// Connects whatever `pattern` permits to `clock_in`, now and whenever it appears, and takes off
  /// what another pattern had connected there; nil connects nothing. Thread-safe.
  public func setClockSource(_ pattern: NamePattern?) {
    shared.wish { $0.clockSource = pattern }
  }

  /// Asks the server to let us say bars and beats, as long as nobody else does, or gives that up;
  /// `JACKEvent.timebase` tells the answer. Thread-safe.
  ///
  /// The corresponding C functions are `jack_set_timebase_callback` and `jack_release_timebase`.
  public func setTimebase(isWanted: Bool) { shared.wish { $0.isTimebase = isWanted } }

  /// Has JACK transport roll; nothing happens while we are on no server. Thread-safe.
  public func roll() { shared.ask(.roll) }

  /// Has JACK transport stop; nothing happens while we are on no server. Thread-safe.
  public func stopTransport() { shared.ask(.stop) }

  /// Moves JACK transport to `frame`, or to the nearest frame it can count; nothing happens while we
  /// are on no server. Thread-safe.
  public func locate(frame: Int64) { shared.ask(.locate(UInt32(clamping: frame))) }

  /// Waits until the first attempt to join is over, and answers whether we are on the server.
  public func waitUntilSettled(milliseconds: Int = 3_000) -> Bool {
    waitFor(milliseconds: milliseconds) { $0.isSettled }
    return clientName != nil
  }

  /// Leaves the server for good; afterwards the handler is called no more. Takes at most two
  /// seconds, even where the server hangs.
  public func stop() {
    unsafe shared.state.pointee.isMuted.store(true, ordering: .sequentiallyConsistent)
    for _ in 0..<1_000 {
      guard unsafe shared.state.pointee.isInside.load(ordering: .sequentiallyConsistent) else {
        break
      }
      usleep(1_000)
    }
    shared.isStopping.store(true, ordering: .releasing)
    shared.wake.raise()
    waitFor(milliseconds: 1_000) { $0.hasEnded }
  }

  private func waitFor(milliseconds: Int, _ condition: (SharedState.Status) -> Bool) {
    let clock = ContinuousClock()
    let deadline = clock.now + .milliseconds(milliseconds)
    while !shared.status.withLock({ condition($0) }) {
      let left = (deadline - clock.now) / .milliseconds(1)
      guard left > 0, shared.progress.wait(milliseconds: Int(left) + 1) else { return }
    }
    // Others may be waiting on the same signal.
    shared.progress.raise()
  }
}
