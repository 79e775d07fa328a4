import ALSAGate
import ALSASequencer
import Foundation
import MIDI
import MusicalTime
import Ports
import RealTime
import Shell
import Synchronization
import Testing

/// Whether there is the sequencer of `Tests/with-alsa`'s machine, and whether the tests require it.
enum Sequencer {
  static var isThere: Bool { hasVirMIDI && (try? SequencerPorts.list()) != nil }
  /// Whether card 1 is VirMIDI, which the tests write to: elsewhere it is a device of the user's.
  static var hasVirMIDI: Bool {
    let card = try? String(contentsOfFile: "/proc/asound/card1/id", encoding: .utf8)
    return card?.trimmingCharacters(in: .newlines) == "VirMIDI"
  }
  static var isRequired: Bool { ProcessInfo.processInfo.environment["WITH_ALSA"] != nil }
}

/// Checks `condition` every other millisecond for four seconds.
func eventually(_ condition: () -> Bool) -> Bool {
  for _ in 0..<2_000 {
    if condition() { return true }
    usleep(2_000)
  }
  return false
}

/// A client with the other ends of its rings and all its reports.
final class Rig {
  private final class Log: Sendable {
    let events = Mutex<[SequencerEvent]>([])
  }

  let client: SequencerClient
  let name: String
  private let log = Log()
  private var incoming: RingReader<TimedMessage>
  private var outgoing: RingWriter<OutgoingEvent>

  init(
    name: String = "Ghostnote", connect: [String] = [], inputCapacity: Int = 1_024
  ) throws {
    self.name = name
    let input = Ring<TimedMessage>(minimumCapacity: inputCapacity)
    let output = Ring<OutgoingEvent>(minimumCapacity: 4_096)
    let log = log
    client = try SequencerClient(
      SequencerClient.Configuration(name: name, connect: connect.map { NamePattern($0) }),
      input: input.writer, output: output.reader
    ) { event in log.events.withLock { $0.append(event) } }
    incoming = input.reader
    outgoing = output.writer
    // Gives the pump time to wake and to wait again.
    client.setActive(true)
  }

  deinit { client.close() }

  var events: [SequencerEvent] { log.events.withLock { $0 } }

  func reports(_ event: SequencerEvent) -> Bool { eventually { events.contains(event) } }

  func connection(from source: String) -> SequencerEvent {
    .connected(source: source, destination: "\(name):in")
  }

  var input: SequencerPatchbay.Address {
    SequencerPatchbay.Address(client: client.number, port: client.ports.input)
  }
  var notes: SequencerPatchbay.Address {
    SequencerPatchbay.Address(client: client.number, port: client.ports.notes)
  }
  var clock: SequencerPatchbay.Address {
    SequencerPatchbay.Address(client: client.number, port: client.ports.clock)
  }
  var clockInput: SequencerPatchbay.Address {
    SequencerPatchbay.Address(client: client.number, port: client.ports.clockInput)
  }

  func clockConnection(from source: String) -> SequencerEvent {
    .connected(source: source, destination: "\(name):clock-in")
  }

  /// The messages received until there are `count`, or for four seconds.
  func messages(_ count: Int) -> [TimedMessage] {
    var all: [TimedMessage] = []
    _ = eventually {
      while let message = incoming.pop() { all.append(message) }
      return all.count >= count
    }
    return all
  }

  func send(_ message: ShortMessage, at time: HostTime, from port: OutputPort = .notes) {
    outgoing.push(
      OutgoingEvent(
        action: .send, port: port, message: message, time: time))
  }

  func play(note: UInt8, at time: HostTime, milliseconds: Int64) {
    send(.noteOn(channel: 9, note: note, velocity: 100), at: time)
    send(.noteOff(channel: 9, note: note), at: time.after(milliseconds: milliseconds))
  }

  func withdraw(from time: HostTime) {
    outgoing.push(
      OutgoingEvent(
        action: .withdraw, port: .notes, message: .stop, time: time))
  }
}

extension HostTime {
  static func soon(milliseconds: Int64) -> HostTime {
    now().after(milliseconds: milliseconds)
  }

  func after(milliseconds: Int64) -> HostTime {
    advanced(by: HostTime.Interval(nanoseconds: milliseconds * 1_000_000))
  }
}

/// Runs a program until it exits and returns its output.
@discardableResult func run(_ program: String, _ arguments: String...) throws -> String {
  String(decoding: try ChildProcess.run(program, arguments).said, as: UTF8.self)
}
