import ALSASequencer
import Clock
import Ports

/// The name of the clock master's device; a device that disappears keeps its name until another is
/// master.
struct LeaderName {
  /// The device's name, if there is a master and its name is known.
  private(set) var text: String?
  private var leader = ClockLeader.internal
  /// Our client's name on JACK's server; nil before there was a server.
  private var jackClient: String?
  /// The sources connected to each of our JACK inputs.
  private var jackSources: [String: Set<String>] = [:]

  /// Looks up the device when the master changes.
  mutating func follow(_ next: ClockLeader) {
    guard next != leader else { return }
    leader = next
    text = name
  }

  /// Records that JACK connected `source` to `destination` or disconnected it; one of them is ours.
  mutating func note(_ source: String, to destination: String, isConnected: Bool) {
    guard let port = ownPort(destination) else { return }
    if isConnected {
      jackSources[port, default: []].insert(source)
    } else {
      jackSources[port]?.remove(source)
    }
    if port == leaderPort, hears(on: port) { text = name }
  }

  /// The port of ours that has the full name `name` on JACK; nil for another client's.
  func ownPort(_ name: String) -> String? {
    guard let jackClient, name.hasPrefix("\(jackClient):") else { return nil }
    return String(name.dropFirst(jackClient.count + 1))
  }

  /// Records our client's name on JACK's server.
  mutating func jackCame(as client: String) { jackClient = client }

  /// Forgets all JACK connections when the server goes away; they are reported again when it
  /// returns.
  mutating func jackWent() { jackSources = [:] }

  /// Whether our JACK input `port` is connected.
  func hears(on port: String) -> Bool { jackSources[port]?.isEmpty == false }

  /// Our JACK input that the master's clock comes by; nil for one that comes by none.
  private var leaderPort: String? {
    switch leader {
    case .midi(.jack): "midi_in"
    case .midi(.jackClock): "clock_in"
    case .internal, .jack, .link, .midi: nil
    }
  }

  private var name: String? {
    if let leaderPort { return nameOnJACK(of: leaderPort) }
    guard case .midi(let source) = leader else { return nil }
    return nameOnALSA(of: source)
  }

  /// JACK mixes all sources of a port: if there are several, only the port can be named.
  private func nameOnJACK(of port: String) -> String {
    let sources = jackSources[port] ?? []
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
