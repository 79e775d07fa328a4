public import ALSAGate
public import Ports
public import RealTime
internal import Synchronization

/// Ghostnote's client in the kernel's sequencer: its ports, its queue, its connections.
///
/// A thread passes events received on `in` and `clock-in` to a ring, with the kernel's timestamps,
/// and schedules the events of another ring on `out` and `clock`. Call `close` before releasing it.
/// Thread-safe: yes. Real-time: no; the rings are.
public final class SequencerClient: Sendable {
  /// The client's name, ports and connections.
  public struct Configuration: Sendable {
    /// The client's name; several clients may share one.
    public var name = "Ghostnote"
    /// Sources to connect to `in`, now and whenever they appear.
    public var connect: [NamePattern] = []
    /// Channels, from 0, that get All Notes Off when a source disappears, so that no note hangs.
    public var releasedChannels: [UInt8] = [9]
    /// The ports to create; a client that only listens does not need all.
    public var ports: Set<SequencerPatchbay.OwnPort> = Set(SequencerPatchbay.OwnPort.allCases)
    /// The SCHED_FIFO priority to ask for.
    public var priority = ThreadPriority.midi
    /// Called with what happens to controllers, on the client's thread; nil for no port `surface`.
    public var surface: (@Sendable (SurfacePortEvent) -> Void)?

    /// A client with every port and no controllers, unless set afterwards.
    public init(
      name: String = "Ghostnote", connect: [NamePattern] = [], releasedChannels: [UInt8] = [9]
    ) {
      self.name = name
      self.connect = connect
      self.releasedChannels = releasedChannels
    }
  }

  /// The client number in the sequencer.
  public let number: UInt8
  /// The queue for timestamps and scheduling.
  public let queue: Int32
  /// The port numbers.
  public let ports: SequencerOwnPorts
  /// Whether the queue uses the kernel's high-resolution timer.
  public let usesHighResolutionTimer: Bool

  private let counters: SequencerCounters
  private let wake: WakeSignal
  private let chosenClock = ChosenClock()
  private let known = KnownSources()
  private let outbox = SurfaceOutbox()
  private let thread: Mutex<DeviceThread?>

  /// Creates the client and starts its thread.
  ///
  /// `report` is called on that thread and must not call `close`.
  public init(
    _ configuration: Configuration, input: consuming RingWriter<TimedMessage>,
    output: consuming RingReader<OutgoingEvent>,
    report: @escaping @Sendable (SequencerEvent) -> Void
  ) throws(ALSAError) {
    let handle = try SequencerHandle.open(name: configuration.name)
    // Before anything is created that uses the pools.
    try handle.setPools(output: 2_000, input: 2_000)
    let (queue, timer) = try handle.startQueue(name: configuration.name)
    let ports = try SequencerOwnPorts(
      configuration.ports, hasSurface: configuration.surface != nil, of: handle, queue: queue)
    let clock = try handle.surveyedClock(queue: queue)
    try handle.subscribeToAnnouncements(port: ports.watch)
    (number, self.queue, self.ports) = (handle.client, queue, ports)
    usesHighResolutionTimer = timer.usesHighResolution
    let counters = SequencerCounters()
    let outbox = outbox
    self.counters = counters
    wake = WakeSignal()
    let pump = SequencerPump(
      handle: handle, ports: ports, queue: MeasuredQueue(number: queue, clock: clock),
      configuration: configuration, input: input, output: output, counters: counters,
      chosenClock: chosenClock, known: known,
      surface: configuration.surface.map { (outbox, $0) },
      wakeDescriptor: wake.descriptor, report: report)
    let started = try DeviceThread(name: "ghostnote-midi", priority: configuration.priority) {
      priority in
      counters.standing.set(priority)
      pump.run()
    }
    thread = Mutex(started)
  }

  /// The priority that the thread was given for the last request.
  public var priority: ThreadStanding.Priority { counters.standing.value }

  /// Requests another priority, such as one below an audio server's.
  public func setPriority(_ priority: Int32) {
    counters.wantedPriority.set(Int(priority))
    wake.raise()
  }

  /// Sets whether output may be requested at any moment, as when JACK's MIDI passes through: the
  /// ring is then checked every millisecond.
  public func setAttentive(_ isAttentive: Bool) {
    counters.attentive.set(isAttentive)
    wake.raise()
  }

  /// Counters since the start.
  public var statistics: SequencerStatistics { SequencerStatistics(counters) }

  /// The "client:port" names of all sources of other clients.
  public var sources: Set<String> { known.names }

  /// Sets whether the transport rolls: the ring is then checked every millisecond.
  public func setActive(_ isActive: Bool) {
    counters.active.set(isActive)
    wake.raise()
  }

  /// Announces that output will follow soon, for instance after a command.
  public func expectOutput() {
    counters.expectsOutput.set(true)
    wake.raise()
  }

  /// Connects a controller's port with `surface`, both ways.
  public func connectSurface(_ peer: SequencerPatchbay.Address) { order(.connect(peer)) }

  /// Disconnects a controller's port from `surface`, after what was sent to it.
  public func disconnectSurface(_ peer: SequencerPatchbay.Address) { order(.disconnect(peer)) }

  /// Sends messages, channel or System Exclusive ones, from `surface` to one port at once.
  public func send(_ messages: [[UInt8]], toSurface peer: SequencerPatchbay.Address) {
    outbox.add(messages.map { .send($0, to: peer) })
    wake.raise()
  }

  private func order(_ order: SurfaceOutbox.Order) {
    outbox.add([order])
    wake.raise()
  }

  /// Connects every source that matches `pattern` to `clock-in`, now and whenever it appears, and
  /// disconnects those that an earlier pattern connected; nil connects none.
  public func setClockSource(_ pattern: NamePattern?) {
    chosenClock.set(pattern)
    wake.raise()
  }

  /// Sends the remaining contents of the ring, ends sounding notes, and closes the client.
  ///
  /// Blocks until done, about 20 ms; a second call does nothing.
  public func close() {
    let running = thread.withLock { thread in
      defer { thread = nil }
      return thread
    }
    counters.closing.set(true)
    wake.raise()
    running?.join()
  }

  deinit { close() }
}
