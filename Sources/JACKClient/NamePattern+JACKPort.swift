public import Ports

extension NamePattern {
  /// True where the pattern permits `port` by any of its names.
  ///
  /// Bridges show ALSA's ports on JACK, our own and Midi Through among them, and those are reserved.
  /// Where ALSA MIDI is in use as well, `alsaSources` are the sequencer's sources by "client:port":
  /// what a bridge shows of any of them is taken there, and here only by its own name in full.
  public func permits(
    _ port: JACKPort, for ownName: String, alsaSources: Set<String>?
  ) -> Bool {
    if let alsaSources, port.mirrors(alsaSources) {
      return permits(client: port.client, port: port.port, isReserved: true)
    }
    return ([port.name] + port.aliases).contains { name in
      let client = String(name.prefix { $0 != ":" })
      let rest = String(name.drop { $0 != ":" }.dropFirst())
      let isReserved = [client, rest].contains { part in
        part.lowercased().hasPrefix("midi through")
          || part.lowercased().hasPrefix(ownName.lowercased())
      }
      return permits(client: client, port: rest, isReserved: isReserved)
    }
  }
}

extension JACKPort {
  /// Clients that show what ALSA's sequencer has, and nothing else: of PipeWire, a2jmidid and jack1.
  private static let bridges = ["Midi-Bridge", "a2j", "alsa_midi", "alsa_pcm"]

  /// True where the port is a bridge's picture of a port of ALSA's sequencer.
  ///
  /// `sources` are the sequencer's, for bridges under other names that say in an alias whose port it
  /// is. (jack2's raw MIDI driver holds a device alone: the sequencer can't have it too.)
  public func mirrors(_ sources: Set<String>) -> Bool {
    if JACKPort.bridges.contains(where: { client == $0 || client.hasPrefix("\($0)-") }) {
      return true
    }
    if name.hasPrefix("system:midi_") { return !aliases.contains { $0.hasPrefix("in-hw-") } }
    if aliases.contains(where: { $0.hasPrefix("alsa:seq:") }) { return true }
    let named = Set(sources.map(JACKPort.cleaned))
    return aliases.contains { named.contains(JACKPort.cleaned($0)) }
  }

  /// `name` without the characters that bridges replace, each by one of its own choice.
  private static func cleaned(_ name: String) -> String {
    String(name.map { $0.isASCII && ($0.isLetter || $0.isNumber || $0 == ":") ? $0 : "-" })
  }
}
