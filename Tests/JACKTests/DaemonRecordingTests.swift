import Commands
import Control
import Foundation
import GhostnoteTesting
import MusicalTime
import PatchFiles
import Rhythm
import Testing

extension JACKTests.DaemonTests {
  /// The playback latency of a port in frames, according to the server.
  private func playbackLatency(of port: String, on server: JACKServer) throws -> Int {
    let tool = try Spawned(
      "/usr/bin/jack_lsp", ["-l", port], environment: [("JACK_DEFAULT_SERVER", server.name)])
    tool.closeInput()
    let answer = tool.finish().output
    let line = try #require(answer.split(separator: "\n").first { $0.contains("playback latency") })
    let words = line.split(separator: " ")
    let numbers = words.compactMap { Int($0) }
    return try #require(numbers.last, "\(answer)")
  }

  @Test(arguments: [128, 512])
  func `with a known latency, an unquantised take is within 64 frames of what was played`(
    period: Int
  ) throws {
    let folder = FileManager.default.temporaryDirectory.appending(path: UUID().uuidString)
    try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
    defer { try? FileManager.default.removeItem(at: folder) }
    let patch = folder.appending(path: "loop.json").path
    try Data(
      #"{"format": "ghostnote-patch/1", "tempo": 120, "pattern": {"lanes": [{"drum": "kick", "steps": "x... x... x... x..."}]}}"#
        .utf8
    ).write(to: URL(filePath: patch))
    let server = try JACKServer(period: period)
    let daemon = try Daemon(on: server, [patch])
    let (ear, hand) = (
      try WirePeer("ear", server: server), try WirePeer("hand", server: server)
    )
    #expect(ear.connect("ghostnote:midi_out", "ear:in"))
    #expect(hand.connect("hand:out", "ghostnote:midi_in"))
    let latency = try playbackLatency(of: "ghostnote:out_left", on: server)
    #expect(latency > 0)
    daemon.session.type("record on")
    daemon.session.type("play")
    let kicks = { ear.heard.filter { $0.bytes.first == 0x99 && $0.bytes[1] == 36 }.map(\.frame) }
    #expect(eventually { kicks().count >= 2 })
    let downbeat = try #require(kicks().first)
    // A hit about every two sixteenths, none on a marker.
    let strikes = (0..<24).map { 6_000 + 13_337 * $0 }
    let base = hand.send(strikes.map { (at: $0, bytes: [0x99, 38, 90]) })
    daemon.session.type("stop")
    #expect(daemon.session.status { !$0.isRolling } != nil)
    let saved = folder.appending(path: "taken.json").path
    daemon.session.type("save \(saved)")
    #expect(daemon.session.answer(to: "status --json", until: "\n}\n") != nil)
    let json = try Data(contentsOf: URL(filePath: saved))
    let pattern = try Patch(json: Array(json), file: saved).pattern
    let lane = try #require(pattern.lane(of: .snare))
    let recorded = pattern.strokes(of: lane).map { $0.beat.inBeats * 24_000 }
    // Notes are sent at the time they are heard, and reach the client in the next cycle: so hits
    // are played to what was sent a cycle earlier.
    let played = strikes.map { Double(base + $0 - period - downbeat) }
    let farthest = recorded.map { frame in
      played.map { abs(remainder($0 - frame, 96_000)) }.min() ?? .infinity
    }.max()
    // Sixteen markers hold at most sixteen hits; of two on one the later is kept.
    #expect(recorded.count >= 12, "\(recorded)")
    #expect(try #require(farthest) <= 64, "\(recorded) \(played)")
    print(
      "period \(period), latency \(latency): \(recorded.count) steps, farthest \(farthest ?? -1)")
    #expect(daemon.session.end().status == 0)
  }
}
