public import ALSAGate
public import Ports
public import RealTime
internal import Synchronization

/// Ghostnote among the clients of the kernel's sequencer: its ports, its queue, its wiring.
///
/// One thread of its own passes what comes in on `in` and `clock-in` to a ring, with the kernel's
/// stamps, and schedules what another ring asks for on `out` and `clock`. Close it before it goes.
/// Thread-safe: yes. Real-time: no; the rings are.
public final class SequencerClient: Sendable {
  /// How a client presents itself and what it connects to.
  public struct Configuration: Sendable {
    /// The client's name; several clients may share one.
    public var name = "Ghostnote"
    /// Sources to connect to `in`, now and whenever they appear.
    public var connect: [NamePattern] = []
    /// Channels, from 0, that get All Notes Off when a source goes, lest its notes hang.
    public var releasedChannels: [UInt8] = [9]
    /// The ports that others see; a mere listener has no use for all.
    public var ports: Set<Wiring.OwnPort> = Set(Wiring.OwnPort.allCases)
    /// The thread's priority under SCHED_FIFO, as far as it is permitted.
    public var priority = ThreadPriority.midi

    public init(
      name: String = "Ghostnote", connect: [NamePattern] = [], releasedChannels: [UInt8] = [9]
    ) {
      self.name = name
      self.connect = connect
      self.releasedChannels = releasedChannels
    }
  }

  /// Our number in the sequencer.
  public let number: UInt8
  /// The queue that stamps what comes in and times what goes out.
  public let queue: Int32
  /// The ports by what they are for.
  public let ports: SequencerOwnPorts
  /// The queue is driven by the kernel's high-resolution timer.
  public let usesHighResolutionTimer: Bool

  private let counters: SequencerCounters
  private let wake: WakeSignal
  private let chosenClock = ChosenClock()
  private let known = KnownSources()
  private let thread: Mutex<DeviceThread?>

  /// Registers the client and starts its thread.
  ///
  /// `report` is called on that thread and must not call `close`.
  public init(
    _ configuration: Configuration, input: consuming RingWriter<TimedMessage>,
    output: consuming RingReader<OutgoingEvent>,
    report: @escaping @Sendable (SequencerEvent) -> Void
  ) throws(ALSAError) {
    let handle = try SequencerHandle.open(name: configuration.name)
    // Before anything is made that holds the pools.
    try handle.setPools(output: 2_000, input: 2_000)
    let (queue, timer) = try handle.startQueue(name: configuration.name)
    let ports = try SequencerOwnPorts(configuration.ports, of: handle, queue: queue)
    let clock = try handle.surveyedClock(queue: queue)
    try handle.subscribeToAnnouncements(port: ports.watch)
    (number, self.queue, self.ports) = (handle.client, queue, ports)
    usesHighResolutionTimer = timer.usesHighResolution
    let counters = SequencerCounters()
    self.counters = counters
    wake = WakeSignal()
    let pump = SequencerPump(
      handle: handle, ports: ports, queue: queue, clock: clock, configuration: configuration,
      input: input, output: output, counters: counters, chosenClock: chosenClock,
      known: known, wakeDescriptor: wake.descriptor, report: report)
    let started = try DeviceThread(name: "ghostnote-midi", priority: configuration.priority) {
      priority in
      counters.standing.set(priority)
      pump.run()
    }
    thread = Mutex(started)
  }

  /// What priority the thread was given of the one asked for last.
  public var priority: ThreadStanding.Priority { counters.standing.value }

  /// Asks for another priority, such as one below an audio server's.
  public func setPriority(_ priority: Int32) {
    counters.wantedPriority.set(Int(priority))
    wake.raise()
  }

  /// Says whether something may soon ask for output, as when JACK's MIDI passes through: while it may,
  /// the ring is looked into every millisecond.
  public func setAttentive(_ isAttentive: Bool) {
    counters.attentive.set(isAttentive)
    wake.raise()
  }

  /// Counts since the client began.
  public var statistics: SequencerStatistics { SequencerStatistics(counters) }

  /// The "client:port" of every other client's source that is there now.
  public var sources: Set<String> { known.names }

  /// Says whether the transport rolls: while it does, the ring is looked into every millisecond.
  public func setActive(_ isActive: Bool) {
    counters.active.set(isActive)
    wake.raise()
  }

  /// Says that output is about to be asked for, as by a line that was typed.
  public func expectOutput() {
    counters.expectsOutput.set(true)
    wake.raise()
  }

  /// Connects every source that `pattern` matches to `clock-in`, now and whenever it appears, and
  /// takes back what another pattern connected there before; nil wants none.
  public func setClockSource(_ pattern: NamePattern?) {
    chosenClock.set(pattern)
    wake.raise()
  }

  /// Sends what the ring still holds, ends the notes that sound, and leaves the sequencer.
  ///
  /// Returns when all is done, within some 20 ms; a second call does nothing.
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
