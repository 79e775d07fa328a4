import ALSASequencer
import ArgumentParser
import Daemon
import Foundation
import JACKClient
import Ports
import Shell

/// `ghostnote ports`: lists the ports of ALSA and JACK.
struct PortsCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "ports",
    abstract: "List ALSA and JACK MIDI and audio ports, and which of them would be connected.",
    discussion: """
      EXAMPLES
        ghostnote ports
        ghostnote ports --connect 'TD-17*' --connect nanoPAD2   test patterns
        ghostnote ports --json
      """)

  @Option(
    help: "A pattern as in `run`: marks the sources it would connect. Repeatable.",
    completion: .source())
  var connect: [String] = []

  @Flag(help: "Print JSON.")
  var json = false

  /// A listed port.
  struct Entry: Encodable {
    var system: String
    var name: String
    /// The ALSA number, as used by aconnect.
    var number: String?
    var isSource: Bool
    var isDestination: Bool
    var kind: String
    /// Whether only its exact name connects it.
    var isReserved: Bool
    var wouldConnect: Bool
  }

  func run() throws {
    var notes: [String] = []
    var entries: [Entry] = []
    var alsa: Set<String>?
    do {
      let ports = try SequencerPorts.list().filter { !$0.isHidden }
      alsa = Set(ports.filter(\.isSource).map { "\($0.clientName):\($0.portName)" })
      entries += list(ports)
    } catch { notes.append("ALSA: \(error)") }
    do { entries += try jackPorts(alsa: alsa) } catch { notes.append("JACK: \(error)") }
    if json {
      print(ghostnote.json(entries))
    } else {
      for entry in entries { print(line(entry)) }
    }
    for note in notes { write("ghostnote: \(note)\n".printable, to: STDERR_FILENO) }
    let unused = connect.filter { text in
      !entries.contains { $0.wouldConnect && matches($0, NamePattern(text)) }
    }
    for text in unused {
      let warning = "ghostnote: --connect '\(text)' matches no source now\n"
      write(warning.printable, to: STDERR_FILENO)
    }
  }

  private func matches(_ entry: Entry, _ pattern: NamePattern) -> Bool {
    let parts = entry.name.split(separator: ":", maxSplits: 1).map(String.init)
    return parts.count == 2 && pattern.matches(client: parts[0], port: parts[1])
  }

  private func list(_ ports: [SequencerPorts.Entry]) -> [Entry] {
    let own = DaemonOptions.standardName
    let patchbay = SequencerPatchbay(patterns: connect.map { NamePattern($0) }, ownName: own)
    return ports.map { port in
      let isGhostnote = port.peer.kind == .ghostnote || port.clientName == own
      return Entry(
        system: "ALSA", name: "\(port.clientName):\(port.portName)",
        number: "\(port.client):\(port.port)", isSource: port.isSource,
        isDestination: port.isDestination, kind: "MIDI",
        isReserved: port.isReserved || isGhostnote, wouldConnect: patchbay.isAskedFor(port.peer))
    }
  }

  /// `alsa` are the sequencer's sources, which JACK may also show; nil without a sequencer.
  private func jackPorts(alsa: Set<String>?) throws -> [Entry] {
    let own = JACKConfiguration().clientName
    let patterns = connect.map { NamePattern($0) }
    return try JACKPorts.list().map { port in
      let isMatched = patterns.contains { $0.permits(port, for: own, alsaSources: alsa) }
      return Entry(
        system: "JACK", name: port.name.shown, number: nil, isSource: !port.isInput,
        isDestination: port.isInput, kind: port.isMIDI ? "MIDI" : "audio",
        isReserved: port.isMIDI && port.isReserved(for: own, alsaSources: alsa),
        wouldConnect: !port.isInput && port.isMIDI && isMatched)
    }
  }

  private func line(_ entry: Entry) -> String {
    let direction = entry.isSource ? (entry.isDestination ? "in/out" : "source") : "sink"
    let number = entry.number.map { " (\($0))" } ?? ""
    let remark =
      entry.wouldConnect
      ? "  -> would be connected to in"
      : entry.isReserved && entry.isSource ? "  (only by its exact name)" : ""
    return "\(entry.system)  \(entry.kind)  \(direction)  \(entry.name)\(number)\(remark)"
  }
}
