import Commands
import ControlSocket
import Foundation
import GhostnoteTesting
import JACKClient
import Testing

/// Where `Scripts/link --build` leaves its programs.
private let linkFolder = "\(GhostnoteProgram.root)/.build/link"

/// The session did not reply.
private struct ControlClientError: Error {}

extension JACKTests.DaemonTests {
  /// A beat that runs evenly in the host's time from 0 on, and the connection that reports it.
  private struct Reporter {
    let client: ControlClient
    let began = now()
    var bpm: Double

    static func now() -> Int64 {
      var time = timespec()
      unsafe clock_gettime(CLOCK_MONOTONIC, &time)
      return Int64(time.tv_sec) * 1_000_000_000 + Int64(time.tv_nsec)
    }

    func beat(at time: Int64) -> Double { Double(time - began) / 6e10 * bpm }

    /// Reports the beat as it is now.
    func report(_ motion: String) {
      let time = Self.now()
      let line = "follow \(beat(at: time)) at \(time) tempo \(bpm) bar 4 \(motion)"
      #expect(client.request(line, within: 20_000) == .ok(tag: nil, ""))
    }

    /// The clock's status.
    func status() throws -> ClockStatus {
      struct Reply: Codable { var clock: ClockStatus }
      guard case .ok(_, let text) = client.request("clock status", within: 20_000) else {
        throw ControlClientError()
      }
      return try JSONDecoder().decode(Reply.self, from: Data(text.utf8)).clock
    }

    /// Milliseconds by which the song is after the beat, within the bar.
    func error(_ status: ClockStatus) throws -> Double {
      let position = try #require(status.position)
      let beats = beat(at: position.time) - position.beat
      return (beats - (beats / 4).rounded() * 4) * 60_000 / bpm
    }
  }

  @Test func `a beat that is reported over the socket is followed in JACK's frames`() throws {
    let runtime = "/tmp/gn-\(UUID().uuidString.prefix(8))"
    defer { try? FileManager.default.removeItem(atPath: runtime) }
    let daemon = try Daemon(
      on: try JACKServer(), ["rock", "--clock", "link"],
      environment: [("XDG_RUNTIME_DIR", runtime)])
    let client = try ControlClient(
      name: nil, in: SocketFolder(path: "\(runtime)/ghostnote"))
    let reporter = Reporter(client: client, bpm: 143.7)
    #expect(
      try eventually {
        reporter.report("stopped")
        return try reporter.status().leader == .link
      })
    // The session begins to play, and is joined.
    #expect(
      try eventually {
        reporter.report("rolling")
        return try reporter.status().position?.isRolling == true
      })
    // The smoothed beat is the line's once it had time to get there; on a loaded machine later.
    var error = 0.0
    let isMet = try eventually {
      reporter.report("rolling")
      error = try reporter.error(reporter.status())
      return error.magnitude < 1
    }
    #expect(isMet, "\(error) ms off")
    let status = try reporter.status()
    #expect((status.tempoBPM - 143.7).magnitude < 1e-6 && status.presence == .locked)
    #expect(
      try eventually {
        reporter.report("stopped")
        return try reporter.status().position?.isRolling == false
      })
    #expect(daemon.session.end().status == 0)
  }

  /// The other party is a real Link peer, in a network namespace with both; the bar of a millisecond is for
  /// a machine that does nothing else (docs/figures.md).
  @Test(
    .enabled(
      if: FileManager.default.isExecutableFile(atPath: "\(linkFolder)/link-peer"),
      "ghostnote-link is not built: Scripts/link --build"))
  func `tempo, beat, start and stop are shared with a Link peer both ways`() throws {
    let judge = try Spawned(
      "\(GhostnoteProgram.root)/Link/judge",
      [
        "--minutes", "0.05", "--within", "50", "--audio", "silent", "--ghostnote",
        GhostnoteProgram.path,
      ])
    judge.closeInput()
    let judged = judge.finish(within: 400)
    // No network namespace can be had here.
    guard judged.status != 77 else { return print("link: \(judged.errors)") }
    #expect(judged.status == 0, "\(judged.output)\(judged.errors)")
  }
}
