internal import ALSAGate
internal import CALSA
internal import MusicalTime
internal import Ports
internal import RealTime

/// The state of a client's thread, and its loop: poll, receive, send, connect, report.
final class SequencerPump {
  let handle: SequencerHandle
  let ports: SequencerOwnPorts
  let counters: SequencerCounters
  private let chosenClock: ChosenClock
  /// What is asked of the port `surface`, and the receiver of its events.
  let surface: (outbox: SurfaceOutbox, report: @Sendable (SurfacePortEvent) -> Void)?
  private let wakeDescriptor: Int32

  var clock: PumpClock
  var connections: PortConnections
  var reports: ReportQueue
  var incoming: IncomingMessages
  private var output: QueueOutput
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
    connections = PortConnections(ports, of: handle.client, configuration, known: known)
    self.handle = handle
    self.ports = ports
    clock = PumpClock(queue)
    incoming = IncomingMessages(
      input, releasing: configuration.releasedChannels, counters: counters)
    self.output = QueueOutput(output, ports: ports, counters: counters)
    self.counters = counters
    self.chosenClock = chosenClock
    self.surface = surface
    self.wakeDescriptor = wakeDescriptor
    reports = ReportQueue(report)
  }

  /// Runs until the client is closed.
  func run() {
    while !counters.closing.isSet {
      receive()
      if connections.mustScan { scanPorts() }
      chosenClock.take { chooseClock($0) }
      takePriority()
      if output.transmit(on: clock.queue, through: handle) { clock.noteTraffic() }
      serveSurface()
      measureIfDue()
      reports.flush(counters, isLast: false)
      wait()
    }
    serveSurface()
    output.shutDown(on: clock.queue, through: handle)
    reports.flush(counters, isLast: true)
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
      clock.noteTraffic(at: now)
    }
    let pace = PumpPace(
      isActive: counters.active.isSet, isAttentive: counters.attentive.isSet,
      rest: clock.rest(at: now))
    unsafe withUnsafeMutableBytes(of: &entries) { bytes in
      _ = unsafe poll(
        bytes.baseAddress?.assumingMemoryBound(to: pollfd.self), 2, pace.milliseconds)
    }
    if entries.1.revents != 0 { WakeSignal.lower(wakeDescriptor) }
    if entries.0.revents & Int16(POLLERR | POLLHUP | POLLNVAL) != 0 { goDown("poll failed") }
  }

  private func measureIfDue() {
    let now = HostTime.now()
    guard !isDown, let moved = clock.measure(at: now, through: handle) else { return }
    counters.clockMoved.add(Int(moved.nanoseconds.magnitude))
    output.forget(before: clock.queue.clock.queueTime(at: now))
  }

  private func goDown(_ reason: String) {
    isDown = true
    reports.append(.down(reason: reason))
  }
}
