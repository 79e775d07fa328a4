import Commands
import Foundation
import GhostnoteTesting
import Ports
import Testing

extension ALSATests {
  @Suite(.serialized) struct DaemonSequencer {
    /// A hit of the pattern, counted in steps from the beginning.
    private struct HeardHit: Hashable {
      var step: Int
      var note: UInt8
      var velocity: UInt8
    }

    private static let rows: [(note: UInt8, row: String)] = [
      (36, "X...x...x..xx..."), (38, "....X.......X..x"), (42, "x.x.x.x.x.x.x.x."),
    ]

    /// The output of two loops of the pattern.
    private var expected: Set<HeardHit> {
      var strokes: Set<HeardHit> = []
      for (note, row) in Self.rows {
        for (step, mark) in (row + row).enumerated() where mark != "." {
          strokes.insert(HeardHit(step: step, note: note, velocity: mark == "X" ? 120 : 96))
        }
      }
      return strokes
    }

    @Test func `the pattern is sent on out on its steps, relative to the clock, with note-offs`()
      throws
    {
      let file = try patch(
        tempo: 150,
        ["kick": Self.rows[0].row, "snare": Self.rows[1].row, "closedhat": Self.rows[2].row])
      let daemon = try Daemon([file])
      let judge = try Peer(judging: daemon, "out", "clock")
      daemon.session.type("play")
      var heard: [Peer.Heard] = []
      #expect(judge.listen(into: &heard) { $0.ticks.count >= 8 * 24 + 2 })
      daemon.session.type("stop")
      #expect(judge.listen(into: &heard) { $0.contains(where: \.isStop) && $0.hanging.isEmpty })
      // Notes are sent right after the tick they fall on, six ticks per step, however late both
      // are.
      var found: [HeardHit] = []
      var deviations: [Int64] = []
      var tick = (index: -1, stamp: Int64(0))
      for event in heard {
        if event.isClock { tick = (tick.index + 1, event.stamp.nanoseconds) }
        guard event.isOn else { continue }
        #expect(tick.index.isMultiple(of: 6), "\(event) behind tick \(tick.index)")
        found.append(HeardHit(step: tick.index / 6, note: event.note, velocity: event.velocity))
        deviations.append(event.stamp.nanoseconds - tick.stamp)
      }
      let played = found.filter { $0.step < 32 }
      #expect(played.count == expected.count)
      #expect(Set(played) == expected)
      deviations.sort()
      print("notes against their ticks: \(deviations.first ?? 0)…\(deviations.last ?? 0) ns")
      #expect(abs(deviations[deviations.count / 2]) < 1_000_000)
      #expect(heard.hanging == [:])
      #expect(daemon.session.end().status == 0)
    }

    @Test func `SIGHUP loads the changed patch without interrupting the clock`() throws {
      let file = try patch(tempo: 180, ["kick": "x...x...x...x..."])
      let daemon = try Daemon([file])
      let judge = try Peer(judging: daemon, "out", "clock")
      daemon.session.type("play")
      var heard: [Peer.Heard] = []
      #expect(judge.listen(into: &heard) { $0.contains { $0.isOn && $0.note == 36 } })
      try rewrite(file, tempo: 180, ["snare": "x...x...x...x..."])
      daemon.session.program.signal(SIGHUP)
      #expect(judge.listen(into: &heard) { $0.count { $0.isOn && $0.note == 38 } >= 3 })
      try Data("{".utf8).write(to: URL(fileURLWithPath: file))
      daemon.session.program.signal(SIGHUP)
      #expect(daemon.session.says("error: \(file): line 1"))
      let known = heard.count { $0.isOn && $0.note == 38 }
      #expect(judge.listen(into: &heard) { $0.count { $0.isOn && $0.note == 38 } >= known + 2 })
      #expect(heard.transport == ["start"])
      #expect(daemon.session.end().status == 0)
      _ = judge.listen(into: &heard) { $0.contains(where: \.isStop) }
      #expect(heard.hanging == [:])
      // Kick and snare never sound together; the one continues where the other stopped.
      let strokes = heard.filter(\.isOn).map(\.note)
      #expect(strokes == strokes.sorted())
    }

    @Test func `SIGTERM while rolling ends exactly the sounding notes, sends Stop, and exits`()
      throws
    {
      let file = try patch(tempo: 240, ["kick": "x.x.x.x.x.x.x.x.", "snare": "xxxxxxxxxxxxxxxx"])
      let daemon = try Daemon([file, "--connect", "Pad"])
      let pad = try Peer("Pad")
      #expect(daemon.session.says("connected Pad:port to Ghostnote:in"))
      let judge = try Peer(judging: daemon, "out", "clock")
      daemon.session.type("play")
      var heard: [Peer.Heard] = []
      #expect(judge.listen(into: &heard) { $0.ticks.count > 48 })
      for note in [49, 51, 38] as [UInt8] { try pad.play(note: note) }
      #expect(judge.listen(into: &heard) { $0.contains { $0.isOn && $0.note == 51 } })
      let outcome = daemon.session.end()
      #expect(outcome.status == 0)
      #expect(outcome.errorLines.last == "ghostnote: stopped cleanly")
      heard += judge.heard()
      #expect(heard.sounding == [])
      for note in [49, 51] as [UInt8] {
        #expect(heard.count { $0.isOff && $0.note == note } == 1, "\(note)")
      }
      #expect(heard.transport == ["start", "stop"])
      let stop = try #require(heard.firstIndex { $0.isStop })
      #expect(heard[stop...].allSatisfy { !$0.isOn && !$0.isClock })
      let listing = try run("/usr/bin/aconnect", "-l")
      #expect(!listing.contains("'Ghostnote'"))
    }
  }
}
