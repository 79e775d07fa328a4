internal import ALSAGate
internal import CALSA
internal import MusicalTime
internal import Ports
internal import RealTime

/// The state of a client's thread, and its loop: poll, receive, send, connect, report.
final class SequencerPump {
  let handle: SequencerHandle
  let ports: SequencerOwnPorts
  let queue: Int32
  let configuration: SequencerClient.Configuration
  let input: RingWriter<TimedMessage>
  let output: RingReader<OutgoingEvent>
  let counters: SequencerCounters
  let chosenClock: ChosenClock
  let known: KnownSources
  /// What is asked of the port `surface`, and the receiver of its events.
  let surface: (outbox: SurfaceOutbox, report: @Sendable (SurfacePortEvent) -> Void)?
  let report: @Sendable (SequencerEvent) -> Void
  let wakeDescriptor: Int32

  var clock: QueueClock
  var wiring: Wiring
  var outgoing = Outgoing()
  var lastInput = HostTime(nanoseconds: 0)
  var lastTraffic = HostTime(nanoseconds: 0)
  var reports: [SequencerEvent] = []
  /// Whether all ports must be scanned: at the start, and when announcements may have been lost.
  var mustScan = true
  /// Whether lost messages may have included note-offs, so that sounding notes must be released.
  var owesRelease = false
  private var survey = QueueClock.Survey()
  private var lastRead = HostTime.now()
  private var lastMeasured = HostTime.now()
  private var lastLossReport = HostTime(nanoseconds: 0)
  private var reportedLosses: [SequencerEvent.Loss: Int] = [:]
  private var isDown = false

  /// The interval between two readings of the queue's clock.
  private static let readingInterval: Int64 = 10_000_000
  private static let measuringInterval: Int64 = 500_000_000
  /// Losses come in bursts: one report covers this interval.
  private static let lossInterval: Int64 = 500_000_000

  init(
    handle: consuming SequencerHandle, ports: SequencerOwnPorts, queue: Int32, clock: QueueClock,
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
    self.clock = clock
    self.configuration = configuration
    self.input = input
    self.output = output
    self.counters = counters
    self.chosenClock = chosenClock
    self.known = known
    self.surface = surface
    self.wakeDescriptor = wakeDescriptor
    self.report = report
    wiring = Wiring(
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
      transmit()
      serveSurface()
      measureIfDue()
      flushReports()
      wait()
    }
    shutDown()
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
    guard !isDown, lastRead.distance(to: now).nanoseconds >= SequencerPump.readingInterval,
      let bracket = try? handle.bracket(queue: queue)
    else { return }
    lastRead = now
    survey.add(bracket)
    guard lastMeasured.distance(to: now).nanoseconds >= SequencerPump.measuringInterval,
      let best = survey.best
    else { return }
    lastMeasured = now
    survey = QueueClock.Survey()
    let moved = clock.follow(best)
    counters.clockMoved.add(Int(moved.nanoseconds.magnitude))
    outgoing.forget(before: clock.queueTime(at: now))
  }

  private func goDown(_ reason: String) {
    isDown = true
    reports.append(.down(reason: reason))
  }

  private func flushReports(isLast: Bool = false) {
    let now = HostTime.now()
    if isLast || lastLossReport.distance(to: now).nanoseconds >= SequencerPump.lossInterval {
      lastLossReport = now
      reportLoss(.sysEx, counters.sysExDropped.value)
      reportLoss(.inputFull, counters.inputDropped.value)
      reportLoss(.overrun, counters.overruns.value)
      reportLoss(.output, counters.outputDropped.value)
    }
    for event in reports { report(event) }
    reports.removeAll(keepingCapacity: true)
  }

  private func reportLoss(_ loss: SequencerEvent.Loss, _ total: Int) {
    let known = reportedLosses[loss, default: 0]
    guard total > known else { return }
    reportedLosses[loss] = total
    reports.append(.dropped(count: total - known, loss))
  }
}
