internal import ALSAGate
internal import CALSA
internal import MusicalTime
internal import Ports
internal import RealTime

/// The state of a client's thread, and its loop: poll, receive, send, connect, report.
final class SequencerPump {
  let handle: SequencerHandle
  let ports: SequencerOwnPorts
  let configuration: SequencerClient.Configuration
  let input: RingWriter<TimedMessage>
  let counters: SequencerCounters
  let chosenClock: ChosenClock
  let known: KnownSources
  /// What is asked of the port `surface`, and the receiver of its events.
  let surface: (outbox: SurfaceOutbox, report: @Sendable (SurfacePortEvent) -> Void)?
  let report: @Sendable (SequencerEvent) -> Void
  let wakeDescriptor: Int32

  /// The queue for timestamps and scheduling.
  var queue: MeasuredQueue
  var patchbay: SequencerPatchbay
  var lastInput = HostTime(nanoseconds: 0)
  var lastTraffic = HostTime(nanoseconds: 0)
  var reports: [SequencerEvent] = []
  /// Whether all ports must be scanned: at the start, and when announcements may have been lost.
  var mustScan = true
  /// Whether lost messages may have included note-offs, so that sounding notes must be released.
  var owesRelease = false
  private var output: QueueOutput
  private var losses = ReportedLosses()
  private var isDown = false

  init(
    handle: consuming SequencerHandle, ports: SequencerOwnPorts, queue: MeasuredQueue,
    configuration: SequencerClient.Configuration,
    input: consuming RingWriter<TimedMessage>, output: consuming RingReader<OutgoingEvent>,
    counters: SequencerCounters, chosenClock: ChosenClock,
    known: KnownSources,
    surface: (outbox: SurfaceOutbox, report: @Sendable (SurfacePortEvent) -> Void)?,
    wakeDescriptor: Int32, report: @escaping @Sendable (SequencerEvent) -> Void
  ) {
    self.handle = handle
    self.ports = ports
    self.queue = queue
    self.configuration = configuration
    self.input = input
    self.output = QueueOutput(output, ports: ports, counters: counters)
    self.counters = counters
    self.chosenClock = chosenClock
    self.known = known
    self.surface = surface
    self.wakeDescriptor = wakeDescriptor
    self.report = report
    patchbay = SequencerPatchbay(
      patterns: configuration.connect, ownName: configuration.name,
      sendsNothing: configuration.ports.allSatisfy(\.isInput))
  }

  /// Runs until the client is closed.
  func run() {
    while !counters.closing.isSet {
      receive()
      if mustScan { scanPorts() }
      chosenClock.take { chooseClock($0) }
      takePriority()
      if output.transmit(on: queue, through: handle) { lastTraffic = HostTime.now() }
      serveSurface()
      measureIfDue()
      flushReports()
      wait()
    }
    serveSurface()
    output.shutDown(on: queue, through: handle)
    flushReports(isLast: true)
  }

  private func takePriority() {
    let wanted = counters.wantedPriority.take()
    if wanted > 0 { counters.standing.set(ThreadPriority.take(Int32(wanted))) }
  }

  private func wait() {
    var entries = (
      pollfd(fd: isDown ? -1 : handle.descriptor, events: Int16(POLLIN), revents: 0),
      pollfd(fd: wakeDescriptor, events: Int16(POLLIN), revents: 0)
    )
    let now = HostTime.now()
    if counters.expectsOutput.isSet {
      counters.expectsOutput.set(false)
      lastTraffic = now
    }
    let pace = PumpPace(
      isActive: counters.active.isSet, isAttentive: counters.attentive.isSet,
      rest: lastTraffic.distance(to: now))
    unsafe withUnsafeMutableBytes(of: &entries) { bytes in
      _ = unsafe poll(
        bytes.baseAddress?.assumingMemoryBound(to: pollfd.self), 2, pace.milliseconds)
    }
    if entries.1.revents != 0 { WakeSignal.lower(wakeDescriptor) }
    if entries.0.revents & Int16(POLLERR | POLLHUP | POLLNVAL) != 0 { goDown("poll failed") }
  }

  private func measureIfDue() {
    let now = HostTime.now()
    guard !isDown, let moved = queue.measure(at: now, through: handle) else { return }
    counters.clockMoved.add(Int(moved.nanoseconds.magnitude))
    output.forget(before: queue.clock.queueTime(at: now))
  }

  private func goDown(_ reason: String) {
    isDown = true
    reports.append(.down(reason: reason))
  }

  private func flushReports(isLast: Bool = false) {
    reports += losses.report(counters, at: HostTime.now(), isLast: isLast)
    for event in reports { report(event) }
    reports.removeAll(keepingCapacity: true)
  }
}
