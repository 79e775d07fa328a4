import Commands
import Control
import Foundation
import GhostnoteTesting
import JACKClient
import Testing

/// The daemon as a client of the test's own JACK server.
struct Daemon {
  let server: JACKServer
  let session: Session

  /// Starts it, and waits until it is connected.
  init(
    on server: JACKServer, _ arguments: [String] = [],
    environment: [(name: String, value: String)] = []
  ) throws {
    self.server = server
    session = try Session(
      ["--audio", "jack", "--midi", "jack"] + arguments,
      environment: [("JACK_DEFAULT_SERVER", server.name)] + environment)
    try #require(session.isReady(), "\(session.program.errors)")
    try #require(session.says("audio: JACK client "), "\(session.program.errors)")
  }

  /// Runs a judge program as a client of the same server until it exits.
  func judge(_ name: String, _ arguments: String...) throws -> Spawned.Outcome {
    let judge = try start(judge: name, arguments)
    judge.closeInput()
    return judge.finish()
  }

  /// Starts a judge program as a client of the same server.
  func start(judge name: String, _ arguments: [String]) throws -> Spawned {
    try Spawned(
      Judges.path(name), arguments, environment: [("JACK_DEFAULT_SERVER", server.name)])
  }

  /// Cycles missed so far, from `status`; nil if it does not report them.
  var losses: Int? { session.status().flatMap(Self.losses) }

  /// Cycles missed until a status; nil if it does not report them.
  static func losses(in status: MachineStatus) -> Int? {
    guard let words = status.devices["audio"]?.split(separator: " ") else { return nil }
    // "JACK client ghostnote, 48000 Hz, 128 frames, 2 xruns, 3 cycles missed"
    return zip(words, words.dropFirst()).reduce(0) { sum, pair in
      pair.1.hasPrefix("cycle") ? sum + (Int(pair.0) ?? 0) : sum
    }
  }

  /// Cycles missed so far by each of `peers` and by the daemon.
  func lost(_ peers: [WirePeer]) -> [Int] { peers.map(\.lostCycles) + [losses ?? -1] }

  /// Repeats a measurement, a few times at most, until no cycle was missed during it; returns the
  /// last result and whether that was the case.
  func undisturbed<Result>(
    _ peers: WirePeer..., measure: () throws -> Result
  ) throws -> (result: Result, isUndisturbed: Bool) {
    var before = lost(peers)
    var result = try measure()
    for _ in 0..<4 {
      let after = lost(peers)
      if after == before { return (result, true) }
      before = after
      result = try measure()
    }
    return (result, lost(peers) == before)
  }

  /// The daemon's own ports, as listed by the server.
  var ports: [JACKPort] {
    get throws { try JACKPorts.list(server: server.name).filter { $0.client == "ghostnote" } }
  }
}

/// The numbers in a line such as `hits 20 found 20 min 3`, by their words.
func figures(_ text: String) -> [String: Double] {
  let words = text.split(whereSeparator: \.isWhitespace)
  return zip(words, words.dropFirst()).reduce(into: [:]) { figures, pair in
    if let number = Double(pair.1) { figures[String(pair.0)] = number }
  }
}
