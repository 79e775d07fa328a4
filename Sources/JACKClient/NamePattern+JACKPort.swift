public import Ports

extension NamePattern {
  /// Whether the pattern matches one of the port's names, or names it exactly where it is reserved.
  ///
  /// Bridges show ALSA's ports on JACK, including our own and Midi Through; those are reserved, as is every port of a
  /// Ghostnote unless we send nothing: two that match each other by a wildcard would create an endless loop.
  /// `alsaSources` are the sources in ALSA's sequencer as "client:port" if ALSA MIDI is in use as
  /// well: their bridged copies are matched in the sequencer, and on JACK only by the exact name.
  public func permits(
    _ port: JACKPort, for ownName: String, alsaSources: Set<String>?, sendsNothing: Bool = false
  ) -> Bool {
    if let alsaSources, port.mirrors(alsaSources) {
      return permits(client: port.client, port: port.port, isReserved: true)
    }
    return port.names.contains { name in
      permits(
        client: name.client, port: name.port,
        isReserved: name.isReserved(for: ownName, sendsNothing: sendsNothing))
    }
  }
}

extension JACKPort {
  /// A name or alias of a port, in its two parts.
  fileprivate struct Name {
    let client: String
    let port: String

    init(_ name: String) {
      client = String(name.prefix { $0 != ":" })
      port = String(name.drop { $0 != ":" }.dropFirst())
    }

    /// Whether only a pattern without wildcards matches it.
    func isReserved(for ownName: String, sendsNothing: Bool) -> Bool {
      let reserved =
        ["midi through", ownName.lowercased()]
        + (sendsNothing ? [] : [JACKConfiguration().clientName])
      return [client, port].contains { part in
        reserved.contains { part.lowercased().hasPrefix($0) }
      }
    }
  }

  fileprivate var names: [Name] { ([name] + aliases).map { Name($0) } }

  /// Whether a client called `ownName` that sends and receives connects the port by its exact name only; `alsaSources`
  /// as for `NamePattern.permits`.
  public func isReserved(for ownName: String, alsaSources: Set<String>?) -> Bool {
    if let alsaSources, mirrors(alsaSources) { return true }
    return names.contains { $0.isReserved(for: ownName, sendsNothing: false) }
  }
}

extension JACKPort {
  /// Clients that bridge ALSA's sequencer to JACK: those of PipeWire, a2jmidid and jack1.
  private static let bridges = ["Midi-Bridge", "a2j", "alsa_midi", "alsa_pcm"]

  /// Whether the port is a bridge's copy of a port in ALSA's sequencer.
  ///
  /// `sources` are the sequencer's, to recognise bridges with other names by their aliases.
  /// (jack2's raw MIDI driver opens a device exclusively: the sequencer cannot have it too.)
  public func mirrors(_ sources: Set<String>) -> Bool {
    if JACKPort.bridges.contains(where: { client == $0 || client.hasPrefix("\($0)-") }) {
      return true
    }
    if name.hasPrefix("system:midi_") { return !aliases.contains { $0.hasPrefix("in-hw-") } }
    if aliases.contains(where: { $0.hasPrefix("alsa:seq:") }) { return true }
    let named = Set(sources.map(JACKPort.cleaned))
    return aliases.contains { named.contains(JACKPort.cleaned($0)) }
  }

  /// `name` without the characters that bridges replace; each bridge has its own replacements.
  private static func cleaned(_ name: String) -> String {
    String(name.map { $0.isASCII && ($0.isLetter || $0.isNumber || $0 == ":") ? $0 : "-" })
  }
}
