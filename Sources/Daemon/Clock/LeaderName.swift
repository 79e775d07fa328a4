import ALSASequencer
import Clock
import Ports

/// The name of the clock master's device; a device that disappears keeps its name until another is
/// master.
struct LeaderName {
  /// The device's name, if there is a master and its name is known.
  private(set) var text: String?
  private var leader = ClockLeader.internal
  /// The sources connected to each of our JACK inputs.
  private var jackSources: [Substring: Set<String>] = [:]

  /// Looks up the device when the master changes.
  mutating func follow(_ next: ClockLeader) {
    guard next != leader else { return }
    leader = next
    text = name(of: next)
  }

  /// Records that JACK connected `source` to one of our ports or disconnected it.
  mutating func note(_ source: String, to destination: String, isConnected: Bool) {
    let port = destination.drop { $0 != ":" }.dropFirst()
    guard isConnected else {
      jackSources[port]?.remove(source)
      return
    }
    jackSources[port, default: []].insert(source)
    if case .midi(let source) = leader, source.isJACK { text = name(of: leader) }
  }

  /// Forgets all JACK connections when the server goes away; they are reported again when it
  /// returns.
  mutating func jackWent() { jackSources = [:] }

  /// Whether our JACK input `port` is connected.
  func hears(on port: String) -> Bool { jackSources[port[...]]?.isEmpty == false }

  private func name(of leader: ClockLeader) -> String? {
    switch leader {
    case .internal, .jack, .link: nil
    case .midi(.jack): nameOnJACK(of: "midi_in")
    case .midi(.jackClock): nameOnJACK(of: "clock_in")
    case .midi(let source): nameOnALSA(of: source)
    }
  }

  /// JACK mixes all sources of a port: if there are several, only the port can be named.
  private func nameOnJACK(of port: String) -> String {
    let sources = jackSources[port[...]] ?? []
    return sources.count == 1 ? sources.first ?? port : port
  }

  private func nameOnALSA(of source: MessageSource) -> String? {
    let port = try? SequencerPorts.list().first {
      source == .alsa(client: $0.client, port: $0.port)
        || source == .alsaClock(client: $0.client, port: $0.port)
    }
    return port.map { "\($0.clientName):\($0.portName)" }
  }
}
