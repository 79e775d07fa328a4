import Synchronization

/// A port on a JACK server, anybody's.
public struct JACKPort: Sendable, Hashable, Codable {
  /// The whole name, "client:port".
  public let name: String
  /// Other names it goes by.
  public let aliases: [String]
  /// True where data goes in; otherwise it comes out.
  public let isInput: Bool
  /// True for MIDI; otherwise it carries audio.
  public let isMIDI: Bool
  /// True where it stands for a socket of the hardware.
  public let isPhysical: Bool
  /// True where the signal's path ends or begins here.
  public let isTerminal: Bool
  /// The whole names of the ports connected to it.
  public let connections: [String]

  /// The name's part before the first colon.
  public var client: String { String(name.prefix { $0 != ":" }) }
  /// The name's part after the first colon.
  public var port: String { String(name.drop { $0 != ":" }.dropFirst()) }
}

/// Looking at a JACK server from outside any session.
public enum JACKPorts {
  /// Every audio and MIDI port of the server (nil: the default one), in the server's order.
  ///
  /// Joins the server for a moment under a name of its own. Real-time: no. Thread-safe.
  public static func list(server: String? = nil) throws(JACKError) -> [JACKPort] {
    let answer = Answer()
    let hasBegun = startThread {
      answer.give(Result { () throws(JACKError) in try portsNow(server) })
    }
    guard hasBegun, answer.signal.wait(milliseconds: 2_000) else {
      throw .noAnswer(call: "jack_client_open")
    }
    return try answer.result.withLock { $0 }.get()
  }

  private static func portsNow(_ server: String?) throws(JACKError) -> [JACKPort] {
    let client = try ClientHandle(name: "ghostnote-ports", server: server)
    return client.ports()
  }

  private final class Answer: Sendable {
    let signal = Signal()
    let result = Mutex<Result<[JACKPort], JACKError>>(.failure(.noAnswer(call: "jack_get_ports")))

    func give(_ result: Result<[JACKPort], JACKError>) {
      self.result.withLock { $0 = result }
      signal.raise()
    }
  }
}
