public import Rhythm

/// What a client of the control socket may watch.
public enum ControlChannel: String, Sendable, Hashable, CaseIterable {
  /// The document and how things stand: a seed, then differences.
  case state
  /// Strikes of drums as they are played.
  case hits
  /// How loud it is.
  case levels
  /// The drummer's bars before they are heard.
  case ahead
  /// The daemon's log.
  case log
}

/// What a client of the control socket can ask for that concerns its connection rather than the machine.
public enum ConnectionRequest: Sendable, Hashable {
  /// Watch these channels and nothing else.
  case watch(Set<ControlChannel>)
  /// Make the rest of the connection sound.
  case listen
  /// Render one stroke, for a program that sounds it itself.
  case oneShot(Drum, Velocity)

  /// The line that asks for it.
  public var line: String {
    switch self {
    case .watch(let channels):
      let watched = ControlChannel.allCases.filter(channels.contains)
      return (["watch"] + watched.map(\.rawValue)).joined(separator: " ")
    case .listen: return "listen"
    case .oneShot(let drum, let velocity): return "oneshot \(drum.name) \(velocity.value)"
    }
  }
}

extension [Command] {
  /// What they ask of the connection that they came by; nil where all are the machine's.
  ///
  /// Throws where such a command does not stand alone in its line: what it replies is not a machine's reply.
  public func connectionRequest() throws(CommandError) -> ConnectionRequest? {
    guard let found = first(where: \.spec.isOfConnection) else { return nil }
    guard count == 1, case .connection(let request) = found.action else {
      throw CommandError(
        "\(found.spec.path): expected a line of its own, found \(count) commands", isUsage: true)
    }
    return request
  }

  /// The same commands; throws where one concerns a connection, which only a client of the control socket has.
  public func withoutConnection() throws(CommandError) -> [Command] {
    for command in self where command.spec.isOfConnection {
      throw CommandError.needsConnection(command.spec.path)
    }
    return self
  }
}

extension CommandError {
  /// Why the command of that path cannot be carried out: it did not come by a connection.
  public static func needsConnection(_ path: String) -> CommandError {
    CommandError(
      "\(path): only a client of the control socket can ask for it, in a line of its own",
      isUsage: true)
  }
}
