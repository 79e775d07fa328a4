import ALSASequencer
import Sequencing

/// Names the device behind the clock that leads; one that goes keeps its name until another leads.
struct LeaderName {
  /// The device's name, where one leads and can be told.
  private(set) var text: String?
  private var leader = ClockLeader.internal
  /// What is connected to our JACK inputs, by their names.
  private var jackSources: [Substring: Set<String>] = [:]

  /// Looks the device up where another leads than before.
  mutating func follow(_ next: ClockLeader) {
    guard next != leader else { return }
    leader = next
    text = name(of: next)
  }

  /// Notes that JACK connected `source` to one of our ports, or took it away.
  mutating func note(_ source: String, to destination: String, isConnected: Bool) {
    let port = destination.drop { $0 != ":" }.dropFirst()
    guard isConnected else {
      jackSources[port]?.remove(source)
      return
    }
    jackSources[port, default: []].insert(source)
    if case .midi(let source) = leader, source.isJACK { text = name(of: leader) }
  }

  /// Forgets what was connected on JACK, which is gone: its wires are told anew when it is back.
  mutating func jackWent() { jackSources = [:] }

  /// Whether anything is connected to our JACK input `port`.
  func hears(on port: String) -> Bool { jackSources[port[...]]?.isEmpty == false }

  private func name(of leader: ClockLeader) -> String? {
    switch leader {
    case .internal, .jack: nil
    case .midi(.jack): nameOnJACK(of: "midi_in")
    case .midi(.jackClock): nameOnJACK(of: "clock_in")
    case .midi(let source): nameOnALSA(of: source)
    }
  }

  /// JACK mixes what is connected to a port: where that is several, only the port can be named.
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
