import Synchronization

/// A port of any client on a JACK server.
public struct JACKPort: Sendable, Hashable, Codable {
  /// The full name, "client:port".
  public let name: String
  /// Its alternative names.
  public let aliases: [String]
  /// Whether it is an input.
  public let isInput: Bool
  /// Whether it is a MIDI port; otherwise audio.
  public let isMIDI: Bool
  /// Whether it belongs to hardware.
  public let isPhysical: Bool
  /// Whether the signal ends or begins here.
  public let isTerminal: Bool
  /// The full names of the ports connected to it.
  public let connections: [String]

  /// The part of the name before the first colon.
  public var client: String { String(name.prefix { $0 != ":" }) }
  /// The part of the name after the first colon.
  public var port: String { String(name.drop { $0 != ":" }.dropFirst()) }
}

/// Queries a JACK server without a session.
public enum JACKPorts {
  /// How long a server may take to respond before a caller goes on without it.
  static let patience = Duration.seconds(3)

  /// All audio and MIDI ports of the server (nil: the default one), in the server's order.
  ///
  /// Connects to the server briefly under a separate name. Real-time: no. Thread-safe.
  public static func list(server: String? = nil) throws(JACKError) -> [JACKPort] {
    try ask { () throws(JACKError) in
      try ClientHandle(name: "ghostnote-ports", server: server).ports()
    }
  }

  /// The server's sample rate and period, for callers that need them before connecting.
  ///
  /// Connects to the server briefly under a separate name. Real-time: no. Thread-safe.
  public static func format(
    server: String? = nil
  ) throws(JACKError) -> (sampleRate: Int, period: Int) {
    try ask { () throws(JACKError) in
      let client = try ClientHandle(name: "ghostnote-format", server: server)
      return (client.sampleRate, client.period)
    }
  }

  /// Runs on a separate thread with a timeout, because a server that hangs never responds.
  private static func ask<Value: Sendable>(
    _ question: @escaping @Sendable () throws(JACKError) -> Value
  ) throws(JACKError) -> Value {
    let answer = Answer<Value>()
    let hasBegun = startThread("ghostnote-ports") {
      answer.give(Result { () throws(JACKError) in try question() })
    }
    guard hasBegun else { throw .noThread }
    guard answer.signal.wait(milliseconds: Int(patience / Duration.milliseconds(1))) else {
      throw .noResponse
    }
    return try answer.result.withLock { $0 }.get()
  }

  private final class Answer<Value: Sendable>: Sendable {
    let signal = TimedSemaphore()
    let result = Mutex<Result<Value, JACKError>>(.failure(.noAnswer(call: "jack_get_ports")))

    func give(_ result: Result<Value, JACKError>) {
      self.result.withLock { $0 = result }
      signal.raise()
    }
  }
}
