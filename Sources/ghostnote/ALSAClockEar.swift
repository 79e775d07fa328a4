import ALSAGate
import ALSASequencer
import MusicalTime
import RealTime
import Sequencing
import Synchronization

/// Hears a clock as a client of the ALSA sequencer that has `clock-in` and nothing else.
final class ALSAClockEar: ClockEar {
  private let client: SequencerClient
  private let reader: RingReader<TimedMessage>

  /// The most sources that are named to somebody who has yet to connect one.
  private static let mostNamed = 12

  /// Joins the sequencer as `name` and connects what `port` matches; says what is to be done.
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

  /// Leaves the sequencer.
  func close() { client.close() }

  private var address: String { "\(client.number):\(client.ports.clockInput)" }
}

extension SequencerPorts.Entry {
  fileprivate var name: String { "\(clientName):\(portName)" }
}

extension SequencerEvent {
  /// What a person who watches a clock wants to know of it.
  fileprivate var remark: String? {
    switch self {
    case .connected(let source, let destination): "connected \(source) to \(destination)"
    case .disconnected(let source, let destination): "disconnected \(source) from \(destination)"
    case .refused(let source, let destination, let reason):
      "could not connect \(source) to \(destination): \(reason)"
    case .dropped(let count, .inputFull), .dropped(let count, .overrun):
      "\(count.counted("message")) lost: this machine cannot keep up"
    case .dropped: nil
    case .down(let reason): "the ALSA sequencer is gone: \(reason)"
    }
  }
}
