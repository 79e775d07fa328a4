import ALSAGate
import ALSASequencer
import MusicalTime
import Ports
import RealTime
import Synchronization

/// Receives a clock as an ALSA sequencer client with only the port `clock-in`.
final class ALSAClockEar: ClockEar {
  private let client: SequencerClient
  private var reader: RingReader<TimedMessage>

  /// The maximum number of sources listed for the user to connect.
  private static let mostNamed = 12

  /// Creates the client `name` and connects the matches of `port`; prints what the user has to do.
  init(name: String, port: NamePattern?, _ display: ClockDisplay) throws(ALSAError) {
    let sources = try SequencerPorts.list().filter(\.isSource)
    let input = Ring<TimedMessage>(minimumCapacity: 4_096)
    let output = Ring<OutgoingEvent>(minimumCapacity: 2)
    var configuration = SequencerClient.Configuration(name: name)
    configuration.ports = [.clockInput]
    client = try SequencerClient(configuration, input: input.writer, output: output.reader) {
      event in
      if let words = event.remark { display.remark(words) }
    }
    reader = input.reader
    if let port {
      client.setClockSource(port)
      let isThere = sources.contains {
        port.permits(client: $0.clientName, port: $0.portName, isReserved: $0.isReserved)
      }
      guard !isThere else { return }
      display.remark("no source matches '\(port.text)' yet; it is connected when it appears")
    } else {
      display.remark("connect a clock:  aconnect CLIENT:PORT \(address)   (or use --port)")
      for source in sources.filter({ !$0.isReserved }).prefix(Self.mostNamed) {
        display.remark("  aconnect \(source.client):\(source.port) \(address)   \(source.name)")
      }
    }
  }

  func next() -> TimedMessage? { reader.pop() }

  var now: HostTime { .now() }

  /// Closes the client.
  func close() { client.close() }

  private var address: String { "\(client.number):\(client.ports.clockInput)" }
}

extension SequencerPorts.Entry {
  fileprivate var name: String { "\(clientName):\(portName)" }
}

extension SequencerEvent {
  /// A message for the user who watches a clock, if any.
  fileprivate var remark: String? {
    switch self {
    case .connected(let source, let destination): "connected \(source) to \(destination)"
    case .disconnected(let source, let destination): "disconnected \(source) from \(destination)"
    case .refused(let source, let destination, let reason):
      "could not connect \(source) to \(destination): \(reason)"
    case .dropped(let count, .inputFull), .dropped(let count, .overrun):
      "\(count.counted("message")) lost: the machine is too slow"
    case .dropped: nil
    case .down(let reason): "the ALSA sequencer is gone: \(reason)"
    }
  }
}
