import Commands
import Control
import Foundation
import GhostnoteTesting
import MIDI
import MusicalTime
import Testing

extension JACKTests.DaemonTests {
  /// Notes and velocities on channel 10, in order.
  private func strokes(_ messages: [[UInt8]]) -> [[UInt8]] {
    messages.filter { $0.count == 3 && $0[0] == 0x99 && $0[2] > 0 }.map { Array($0.dropFirst()) }
  }

  @Test(.enabled(if: SharedFiles.goldenModel != nil))
  func `the drummer's hits are sent on midi_out as they are rendered, and every note ends`() throws
  {
    let model = try #require(SharedFiles.goldenModel)
    let folder = FileManager.default.temporaryDirectory.appending(path: UUID().uuidString)
    try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
    defer { try? FileManager.default.removeItem(at: folder) }
    let patch = folder.appending(path: "jam.json").path
    try Data(
      """
      {"format": "ghostnote-patch/1", "tempo": 200, "pattern": {},
       "drummer": {"on": true, "style": "rock", "seed": 3}}
      """.utf8
    ).write(to: URL(filePath: patch))
    let song = folder.appending(path: "jam.mid").path
    let outcome = try GhostnoteProgram.run(
      "render", patch, "--bars", "40", "-o", song, "--model", model)
    try #require(outcome.status == 0, "\(outcome.errors)")
    let file = try StandardMIDIFile(bytes: Array(Data(contentsOf: URL(filePath: song))))
    let written = strokes(
      file.songs.flatMap(\.events).compactMap { event in
        event.message.map { [$0.status, $0.data1, $0.data2] }
      })

    for _ in 1...5 {
      let take = try played(patch, model)
      let isRight = take.hasEnded && Array(written.prefix(take.strokes.count)) == take.strokes
      guard isRight || take.isUndisturbed else { continue }
      #expect(take.strokes.count <= written.count)
      #expect(Array(written.prefix(take.strokes.count)) == take.strokes)
      #expect(take.hasEnded)
      return
    }
    Issue.record("cycles were lost in each of five runs")
  }

  /// At least the first sixty strokes on midi_out of a daemon that plays `patch` and stops, whether each of its notes
  /// ended, and whether no cycle was lost.
  private func played(
    _ patch: String, _ model: String
  ) throws -> (strokes: [[UInt8]], hasEnded: Bool, isUndisturbed: Bool) {
    let daemon = try Daemon(on: try JACKServer(), [patch, "--model", model])
    let peer = try WirePeer("peer", server: daemon.server)
    #expect(peer.connect("ghostnote:midi_out", "peer:in"))
    #expect(daemon.session.says("connected ghostnote:midi_out to peer:in"))
    let before = daemon.lost([peer])
    daemon.session.type("play")
    #expect(eventually { strokes(peer.heard.map(\.bytes)).count >= 60 })
    daemon.session.type("stop")
    #expect(daemon.session.status { !$0.isRolling } != nil)
    let heard = strokes(peer.heard.map(\.bytes))
    var hasEnded = false
    // A note's end that is sent in a cycle that is lost never comes.
    _ = eventually {
      var balance = NoteBalance()
      for case let bytes in peer.heard.map(\.bytes) where bytes.count == 3 {
        balance.read(ShortMessage(status: bytes[0], data1: bytes[1], data2: bytes[2]))
      }
      hasEnded = balance.stuck.isEmpty && balance.strayCount == 0
      return hasEnded || daemon.lost([peer]) != before
    }
    let isUndisturbed = daemon.lost([peer]) == before
    #expect(daemon.session.status()?.drummer.starvedBars == 0)
    #expect(daemon.session.end().status == 0)
    return (strokes: heard, hasEnded: hasEnded, isUndisturbed: isUndisturbed)
  }

  @Test func `an export in freewheel mode waits for the drummer's bars`() throws {
    let model = "\(GhostnoteProgram.root)/Models/Ghostnote-Groove.safetensors"
    let daemon = try Daemon(
      on: try JACKServer(), ["empty", "--drummer", "any", "--model", model, "--bpm", "280"])
    daemon.session.type("play")
    let before = try #require(daemon.session.status { $0.isRolling && $0.beat > 4 })
    try daemon.server.tool("jack_freewheel", "y")
    let after = try #require(daemon.session.status { $0.beat > before.beat + 400 })
    try daemon.server.tool("jack_freewheel", "n")
    #expect(after.drummer.starvedBars == before.drummer.starvedBars)
    #expect(daemon.session.end().status == 0)
  }
}
