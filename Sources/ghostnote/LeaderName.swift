import ALSASequencer
import Sequencing

/// Names the device behind the clock that leads.
struct LeaderName {
  private var leader = ClockLeader.internal
  private var device: String?
  /// What is connected to our JACK inputs, by their names.
  private var jackSources: [Substring: Set<String>] = [:]

  /// The device's name, where one leads and can be told.
  var text: String? {
    switch leader {
    case .internal, .jack: nil
    case .midi(.jack): name(of: "midi_in")
    case .midi(.jackClock): name(of: "clock_in")
    case .midi: device
    }
  }

  /// Looks the device up where another leads than before.
  mutating func follow(_ next: ClockLeader) {
    guard next != leader else { return }
    leader = next
    device = nil
    guard case .midi(let source) = next, !source.isJACK else { return }
    let port = try? SequencerPorts.list().first {
      source == .alsa(client: $0.client, port: $0.port)
        || source == .alsaClock(client: $0.client, port: $0.port)
    }
    device = port.map { "\($0.clientName):\($0.portName)" }
  }

  /// Notes that JACK connected `source` to one of our ports, or took it away.
  mutating func note(_ source: String, to destination: String, isConnected: Bool) {
    let port = destination.drop { $0 != ":" }.dropFirst()
    if isConnected {
      jackSources[port, default: []].insert(source)
    } else {
      jackSources[port]?.remove(source)
    }
  }

  /// JACK mixes what is connected to a port: where that is several, only the port can be named.
  private func name(of port: String) -> String {
    let sources = jackSources[port[...]] ?? []
    return sources.count == 1 ? sources.first ?? port : port
  }
}
