import Commands
import GhostnoteTesting
import Testing

/// Another client that controls the transport and logs its state (Tests/Judges).
///
/// It exits normally when the object is released: a synchronous server waits for a killed client.
final class Conductor {
  /// A rolling cycle, as seen by the other client.
  struct Cycle {
    let frame: Int64
    let quarters: Double
    let bpm: Double
    let bar: Int
    let beat: Int
  }

  let judge: Spawned

  init(on server: JACKServer, name: String = "conductor") throws {
    judge = try Spawned(
      Judges.path("jack_conductor"), ["--name", name],
      environment: [("JACK_DEFAULT_SERVER", server.name)])
    let isReady = eventually { [judge] in judge.output.hasPrefix("ready\n") }
    try #require(isReady, "\(judge.errors)")
  }

  /// Types a line and returns the reply, whose last line is "ok" or "refused".
  @discardableResult func ask(_ line: String) throws -> [String] {
    let before = lines.count
    judge.type(line)
    var said: [String] = []
    let isAnswered = eventually {
      said = Array(lines.dropFirst(before))
      return said.last == "ok" || said.last?.hasPrefix("refused") == true
    }
    try #require(isAnswered, "\(line): \(said.suffix(3))")
    return said
  }

  /// The complete lines so far.
  private var lines: [String] {
    let output = judge.output
    let whole = output[...(output.lastIndex(of: "\n") ?? output.startIndex)]
    return whole.split(separator: "\n").map(String.init)
  }

  /// The cycles since "write"; cycles without bars and beats, or whose bar number contradicts the
  /// tick, fail the test.
  func show() throws -> [Cycle] {
    try ask("show").dropLast().map { line in
      let words = line.split(separator: " ")
      try #require(words.count == 7, "\(line)")
      return Cycle(
        frame: try #require(Int64(words[0])), quarters: try #require(Double(words[1])),
        bpm: try #require(Double(words[2])), bar: try #require(Int(words[4])),
        beat: try #require(Int(words[5])))
    }
  }

  deinit {
    judge.closeInput()
    _ = judge.finish(within: 5)
  }

  /// Ends the client; if it is timebase master, that role becomes free.
  func leave() {
    judge.closeInput()
    #expect(judge.finish().status == 0)
  }
}
