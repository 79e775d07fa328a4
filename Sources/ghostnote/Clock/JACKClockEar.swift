import Commands
import JACKClient
import MIDI
import MusicalTime
import Ports
import RealTime
import Synchronization

/// Receives a clock as a JACK client with one input; each tick has its exact frame.
@safe final class JACKClockEar: ClockEar {
  private let session: JACKSession
  private var reader: RingReader<TimedMessage>
  private let part: UnsafeMutablePointer<JACKListening>

  /// Connects to the server as `name`, now or when it appears, and connects the matches of `port`.
  init(name: String, port: NamePattern?, _ display: ClockDisplay) {
    var configuration = JACKConfiguration()
    configuration.clientName = name
    configuration.audioOutputs = []
    configuration.midiInput = nil
    configuration.clockInput = JACKConfiguration.monitorInput
    configuration.notesOutput = nil
    configuration.clockOutput = nil
    let ring = Ring<TimedMessage>(minimumCapacity: 4_096)
    let part = UnsafeMutablePointer<JACKListening>.allocate(capacity: 1)
    unsafe part.initialize(to: JACKListening(writer: ring.writer))
    unsafe self.part = unsafe part
    // The session's thread only sets the rate, which may happen at any time.
    let shared = unsafe SharedPointer(part)
    reader = ring.reader
    session = unsafe JACKSession(configuration, context: part, handler: listenToJACKCycle) {
      event in
      switch event {
      case .up(_, let rate, _), .rateChanged(let rate):
        unsafe shared.address.pointee.setRate(rate)
      default: break
      }
      if let words = event.remark { display.remark(words) }
    }
    session.setClockSource(port)
    explain(port, to: display)
  }

  func next() -> TimedMessage? { reader.pop() }

  var now: HostTime { unsafe part.pointee.now }

  var missed: HostTime.Interval { unsafe part.pointee.missed }

  /// Leaves the server.
  func close() { session.stop() }

  deinit {
    session.stop()
    unsafe part.deinitialize(count: 1)
    unsafe part.deallocate()
  }

  private func explain(_ port: NamePattern?, to display: ClockDisplay) {
    let connection = session.waitUntilSettled()
    if connection == .awaiting { display.remark("\(JACKError.noResponse)") }
    // While the server is missing, the session reports that itself.
    guard connection == .connected, let name = session.clientName else { return }
    let sources = ((try? JACKPorts.list()) ?? []).filter { $0.isMIDI && !$0.isInput }
    if let port {
      let isThere = sources.contains {
        port.permits($0, for: name, alsaSources: nil, sendsNothing: true)
      }
      guard !isThere else { return }
      display.remark("no source matches '\(port.text)' yet; it is connected when it appears")
    } else {
      display.remark(
        "connect a clock:  jack_connect CLIENT:PORT \(name):\(JACKConfiguration.monitorInput)   (or use --port)"
      )
      for source in sources {
        display.remark("  jack_connect '\(source.name)' \(name):\(JACKConfiguration.monitorInput)")
      }
    }
  }
}

extension JACKEvent {
  /// A message for the user who watches a clock, if any.
  fileprivate var remark: String? {
    switch self {
    case .up(let name, let rate, _): "JACK client \(name), \(rate) Hz"
    case .down(let reason): "no JACK server: \(reason); looking for one"
    case .connected(let source, let destination): "connected \(source) to \(destination)"
    case .disconnected(let source, let destination): "disconnected \(source) from \(destination)"
    case .removedFeedback, .xrun, .periodChanged, .rateChanged, .timebase: nil
    }
  }
}
