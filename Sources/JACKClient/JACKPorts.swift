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
    try ask { () throws(JACKError) in
      try ClientHandle(name: "ghostnote-ports", server: server).ports()
    }
  }

  /// The server's frames a second and frames a cycle, for who must know them before joining.
  ///
  /// Joins the server for a moment under a name of its own. Real-time: no. Thread-safe.
  public static func format(
    server: String? = nil
  ) throws(JACKError) -> (sampleRate: Int, period: Int) {
    try ask { () throws(JACKError) in
      let client = try ClientHandle(name: "ghostnote-format", server: server)
      return (client.sampleRate, client.period)
    }
  }

  /// Asks on a thread of its own, because a server that hangs never answers.
  private static func ask<Value: Sendable>(
    _ question: @escaping @Sendable () throws(JACKError) -> Value
  ) throws(JACKError) -> Value {
    let answer = Answer<Value>()
    let hasBegun = startThread {
      answer.give(Result { () throws(JACKError) in try question() })
    }
    guard hasBegun, answer.signal.wait(milliseconds: 2_000) else {
      throw .noAnswer(call: "jack_client_open")
    }
    return try answer.result.withLock { $0 }.get()
  }

  private final class Answer<Value: Sendable>: Sendable {
    let signal = Signal()
    let result = Mutex<Result<Value, JACKError>>(.failure(.noAnswer(call: "jack_get_ports")))

    func give(_ result: Result<Value, JACKError>) {
      self.result.withLock { $0 = result }
      signal.raise()
    }
  }
}
