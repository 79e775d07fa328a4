import Commands
import Control
import Foundation
import GhostnoteTesting
import MIDI
import MusicalTime
import PatchFiles
import Rhythm
import Sequencing
import Testing

/// Groove, looseness, offsets and probability: live output equals an exported file.
extension JACKTests.DaemonTests {
  /// Hits of one short drum, about 100 ms or more apart, with everything that may move them.
  private func looseSticks() throws -> Patch {
    var patch = Patch()
    var steps: [Step?] = Array(repeating: nil, count: 16)
    for (index, offset) in [(0, 0), (3, 1), (6, -1), (9, 2), (12, 0), (14, 1)] as [(Int, Int64)] {
      var step = Step(Velocity(clamping: 110))
      step.offset = Beats(offset, over: 64)
      steps[index] = step
    }
    steps[14]?.probability = 50
    var lane = Lane(drum: .sideStick, steps: steps)
    lane.looseness = try #require(Looseness(milliseconds: 8, velocity: 10))
    patch.pattern = try Pattern(name: "sticks", stepCount: 16, lanes: [lane])
    let swing = try #require(
      Warp(period: Beats(1, over: 2), [Warp.Point(Beats(1, over: 4), Beats(1, over: 3))]))
    patch.groove = GrooveUse(Groove(name: "swing", warp: swing))
    patch.kit[.sideStick].sound.decay = 0.03
    patch.name = "sticks"
    return patch
  }

  private func written(_ patch: Patch) throws -> (file: String, folder: URL) {
    let folder = FileManager.default.temporaryDirectory.appending(path: UUID().uuidString)
    try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
    let file = folder.appending(path: "sticks.json")
    try Data(patch.json.utf8).write(to: file)
    return (file.path, folder)
  }

  private func frames(of patch: Patch, to end: Beats) -> [(frame: Int, velocity: UInt8)] {
    let line = Timeline(
      tempo: patch.tempo, sampleRate: .standard, beatOrigin: .zero, frameOrigin: Frame(index: 0),
      isCentred: true)
    return Program(patch).cues(from: .zero, to: end, at: patch.tempo, lands: true).map {
      (Int(line.frame(at: $0.beat).index), $0.velocity.value)
    }
  }

  @Test
  func `with groove, looseness and probability, midi_out sends on the frames of an exported file`()
    throws
  {
    let patch = try looseSticks()
    let (file, folder) = try written(patch)
    defer { try? FileManager.default.removeItem(at: folder) }
    let daemon = try Daemon(on: try JACKServer(), [file])
    let peer = try WirePeer("peer", server: daemon.server)
    #expect(peer.connect("ghostnote:midi_out", "peer:in"))
    #expect(peer.connect("ghostnote:clock_out", "peer:in"))
    #expect(daemon.session.says("connected ghostnote:clock_out to peer:in"))
    let measured = try daemon.undisturbed(peer) { () -> [HeardHit] in
      let before = peer.heard.count
      func strokes() -> [HeardHit] {
        let heard = peer.heard.dropFirst(before)
        // Start is sent a millisecond before the downbeat.
        guard let start = heard.first(where: { $0.bytes == [0xFA] }) else { return [] }
        return heard.filter { $0.bytes.count == 3 && $0.bytes[0] == 0x99 && $0.bytes[2] > 0 }
          .map { HeardHit(frame: $0.frame - start.frame - 48, velocity: $0.bytes[2]) }
      }
      daemon.session.type("play")
      // 24 hits, and the same time again for a slow machine.
      #expect(eventually(within: 120) { strokes().count >= 24 })
      daemon.session.type("stop")
      #expect(daemon.session.status { !$0.isRolling } != nil)
      return Array(strokes().prefix(24))
    }
    let expected = frames(of: patch, to: Beats(40)).prefix(24)
      .map { HeardHit(frame: $0.frame, velocity: $0.velocity) }
    if measured.isUndisturbed {
      #expect(measured.result == expected)
    } else {
      // If cycles were lost up to the end, hits are late or missing, but none is extra.
      let late = measured.result.filter { !expected.contains($0) }
      #expect(late.count <= measured.result.count / 2, "\(measured.result)")
    }
    #expect(daemon.session.end().status == 0)
  }

  private struct HeardHit: Equatable {
    var frame: Int
    var velocity: UInt8
  }

  @Test func `the same hits start to sound within one block of those frames`() throws {
    let patch = try looseSticks()
    let (file, folder) = try written(patch)
    defer { try? FileManager.default.removeItem(at: folder) }
    let daemon = try Daemon(on: try JACKServer(), [file, "--clock", "jack"])
    let judged = try daemon.judge(
      "jack_onsets", "--from", "ghostnote:out_left", "--bpm", "120", "--count", "60", "--roll",
      "--freewheel", "--raw")
    #expect(judged.status == 0, "\(judged.errors)")
    let onsets = judged.output.split(separator: "\n").compactMap { line in
      line.contains(" beat ") ? line.split(separator: " ").first.flatMap { Int($0) } : nil
    }
    try #require(onsets.count == 60)
    // Every onset belongs to the hit before it; the first may be late because JACK was starting.
    let expected = frames(of: patch, to: Beats(80)).map(\.frame)
    let first = try #require(expected.lastIndex { $0 <= onsets[1] })
    let late = zip(onsets.dropFirst(), expected[first...]).map { $0 - $1 }
    print("onsets after their strokes: \(late.min() ?? 0)…\(late.max() ?? 0) frames")
    // One block of 64 frames, and the attack of the recording itself.
    #expect(late.allSatisfy { (0...80).contains($0) })
    #expect(daemon.session.end().status == 0)
  }
}
