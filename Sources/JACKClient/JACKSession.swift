import Glibc
public import Ports
import RealTime
import Synchronization

/// Our client on a JACK server, from `init` to `stop()`, which reconnects when the server is
/// restarted.
///
/// A thread connects to the server as soon as there is one and connects our ports. If the server
/// goes away, the thread tries five times per second to reconnect, then registers the ports and
/// restores all their connections. libjack supports one server at a time per process: use only one
/// session at a time. Its messages only appear in our errors. Real-time: no. Thread-safe.
public final class JACKSession: Sendable {
  /// Whether we are connected to a server.
  public enum Connection: Sendable {
    /// We are its client.
    case connected
    /// There is none, or it has gone or refused us; further attempts follow.
    case absent
    /// The first attempt has not ended. It takes a moment, unless the server takes the connection and does
    /// not respond.
    case awaiting
  }

  /// The configuration it was made with.
  public let configuration: JACKConfiguration

  let shared: SharedState

  /// Starts connecting to the server; `handler` is called with `context` for every cycle on the
  /// audio thread, `events` on the session's own thread, where it must not call `stop()`.
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
    unsafe shared.state.pointee.surface = unsafe configuration.surface?.ends.address
    let hasBegun = startThread("ghostnote-jack") {
      var supervisor = Supervisor(configuration: configuration, shared: shared, report: events)
      supervisor.run()
    }
    if !hasBegun {
      shared.status.withLock { ($0.isSettled, $0.hasEnded) = (true, true) }
      events(.down(reason: JACKError.noThread.description))
    }
  }

  deinit { stop() }

  /// Our client name on the server, or nil while not connected. Thread-safe.
  public var clientName: String? { shared.status.withLock { $0.clientName } }

  /// The SCHED_FIFO priority of our audio thread, 0 for none; nil while not connected. Thread-safe.
  public var clientPriority: Int32? {
    shared.status.withLock { $0.clientName == nil ? nil : $0.clientPriority }
  }

  /// The sample rate of the last server. Thread-safe.
  public var sampleRate: Int { Int(shared.sampleRate.load(ordering: .relaxed)) }

  /// Xruns of the server since the session began. Thread-safe.
  public var xruns: Int { shared.xruns.load(ordering: .relaxed) }

  /// Cycles that the server ran without us since the session began. Thread-safe.
  public var missedCycles: Int {
    unsafe shared.state.pointee.counts.missedCycles.load(ordering: .relaxed)
  }

  /// Received events that were SysEx or malformed. Thread-safe.
  public var droppedEvents: Int {
    unsafe shared.state.pointee.counts.dropped.load(ordering: .relaxed)
  }

  /// Outgoing messages that JACK rejected. Thread-safe.
  public var refusedMessages: Int {
    unsafe shared.state.pointee.counts.refused.load(ordering: .relaxed)
  }

  /// The time from a cycle's first frame until it is heard, in nanoseconds. Thread-safe.
  public var playbackLatency: Int64 {
    unsafe shared.state.pointee.latencies.playback.load(ordering: .relaxed)
  }

  /// Connects all ports that match `pattern` to `clock_in`, now and whenever they appear, and
  /// disconnects those that an earlier pattern connected; nil connects none. Thread-safe.
  public func setClockSource(_ pattern: NamePattern?) {
    shared.change { $0.clockSource = pattern }
  }

  /// Requests to become timebase master, unless another client is, or to stop being it; the result
  /// is reported by `JACKEvent.timebase`. Thread-safe.
  ///
  /// The corresponding C functions are `jack_set_timebase_callback` and `jack_release_timebase`.
  public func setTimebase(isWanted: Bool) { shared.change { $0.isTimebase = isWanted } }

  /// Starts JACK transport; does nothing while not connected. Thread-safe.
  public func roll() { shared.ask(.roll) }

  /// Stops JACK transport; does nothing while not connected. Thread-safe.
  public func stopTransport() { shared.ask(.stop) }

  /// Moves JACK transport to `frame`, clamped to 32 bits; does nothing while not connected.
  /// Thread-safe.
  public func locate(frame: Int64) { shared.ask(.locate(UInt32(clamping: frame))) }

  /// Whether we are connected now. Thread-safe.
  public var connection: Connection { shared.status.withLock { $0.connection } }

  /// Waits until the first attempt to connect has ended, three seconds at most, and returns whether we are
  /// connected then.
  public func waitUntilSettled() -> Connection {
    waitFor(JACKPorts.patience) { $0.isSettled }
    return connection
  }

  /// Disconnects permanently; afterwards the handler is not called and no event reported any more. Takes
  /// at most two seconds, even if the server hangs.
  public func stop() {
    unsafe shared.state.pointee.gate.isMuted.store(true, ordering: .sequentiallyConsistent)
    for _ in 0..<1_000 {
      guard unsafe shared.state.pointee.gate.isInside.load(ordering: .sequentiallyConsistent) else {
        break
      }
      usleep(1_000)
    }
    shared.isStopping.store(true, ordering: .releasing)
    shared.wake.raise()
    waitFor(.seconds(1)) { $0.hasEnded }
  }

  private func waitFor(_ patience: Duration, _ condition: (SharedState.Status) -> Bool) {
    let clock = ContinuousClock()
    let deadline = clock.now + patience
    while !shared.status.withLock({ condition($0) }) {
      let left = (deadline - clock.now) / .milliseconds(1)
      guard left > 0, shared.progress.wait(milliseconds: Int(left) + 1) else { return }
    }
    // Other threads may be waiting for the same semaphore.
    shared.progress.raise()
  }
}
