import Commands
import Control
import Foundation
import GhostnoteTesting
import JACKClient
import Shell
import Testing

extension JACKTests.DaemonTests {
  @Test func `two minutes of clock at 123.45 bpm: every tick on the nearest frame, no drift`()
    throws
  {
    let daemon = try Daemon(on: try JACKServer(), ["--bpm", "123.45"])
    let ticks = 2 * 124 * 24
    let judge = try daemon.start(
      judge: "jack_ticks",
      [
        "--from", "ghostnote:clock_out", "--count", "\(ticks + 1)", "--clock", "123.45",
        "--freewheel", "--seconds", "60",
      ])
    #expect(daemon.session.says("connected ghostnote:clock_out to jack_ticks:in"))
    // Before that cycles may be lost; in freewheel the server waits for all.
    #expect(eventually { judge.errors.contains("in freewheel") })
    daemon.session.type("play")
    let judged = judge.finish()
    #expect(judged.status == 0, "\(judged.errors)")
    // Start comes first; the first tick after it is the downbeat (MIDI 1.0).
    let messages = judged.output.split(separator: "\n").compactMap { $0.split(separator: " ").last }
    #expect(messages.prefix(2) == ["FA", "F8"])
    let figures = figures(judged.output)
    #expect(figures["ticks"] == Double(ticks))
    #expect(try #require(figures["worst"]) <= 0.55, "\(judged.output.suffix(200))")
    #expect(abs(try #require(figures["drift"])) <= 1)
    #expect(abs(try #require(figures["tempo"]) - 123.45) < 0.001)
    #expect(daemon.session.end().status == 0)
  }

  @Test func `Debian's own clock monitor receives tempo, Start, Stop, position and Continue`()
    throws
  {
    try #require(
      FileManager.default.isExecutableFile(atPath: "/usr/bin/jack_mclk_dump"),
      "jack_mclk_dump is not installed: apt install jack-midi-clock")
    let daemon = try Daemon(on: try JACKServer(), ["--bpm", "150"])
    let monitor = try Spawned(
      "/usr/bin/jack_mclk_dump", ["-n", "ghostnote:clock_out"],
      environment: [("JACK_DEFAULT_SERVER", daemon.server.name)])
    #expect(daemon.session.says("connected ghostnote:clock_out to jack_mclk_dump:mclk_in"))
    let steps: [(line: String, isDone: (MachineStatus) -> Bool)] = [
      ("play", { $0.beat > 2 }), ("stop", { !$0.isRolling }), ("locate 9", { $0.beat == 8 }),
      ("continue", { $0.beat > 9 }), ("stop", { !$0.isRolling }), ("play", { $0.beat > 2 }),
    ]
    for step in steps {
      daemon.session.type(step.line)
      #expect(daemon.session.status(where: step.isDone) != nil, "\(step.line)")
    }
    #expect(eventually { monitor.output.components(separatedBy: "start").count == 3 })
    // It ignores other signals while the clock is stopped.
    monitor.process.end()
    let seen = monitor.output
    let lines = seen.split(separator: "\n").map { $0.split(whereSeparator: \.isWhitespace) }
    let events = lines.compactMap { words -> String? in
      switch words.first {
      case "EVENT" where words.count > 2: String(words[2])
      case "POS" where words.count > 2: String(words[2].prefix { $0 != "[" })
      default: nil
      }
    }
    #expect(events == ["start", "stop", "9.0", "9.0", "continue", "stop", "start"], "\(events)")
    let tempos = lines.compactMap { words -> Double? in
      words.count > 2 && words[0] == "CLK" ? Double(words[2].prefix { $0 != "[" }) : nil
    }
    // Exactly 800 frames per tick.
    #expect(tempos.count > 24 && tempos.allSatisfy { $0 == 150 })
    #expect(daemon.session.end().status == 0)
  }

  @Test func `live and sequencer notes are sent with one note-off each`() throws {
    let daemon = try Daemon(on: try JACKServer(), ["empty"])
    let server = daemon.server
    let pad = try WirePeer("pad", server: server)
    let listener = try WirePeer("listener", server: server)
    #expect(pad.connect("pad:out", "ghostnote:midi_in"))
    #expect(listener.connect("ghostnote:midi_out", "listener:in"))
    // New connections take effect in a later cycle.
    #expect(daemon.session.says("connected pad:out to ghostnote:midi_in"))
    #expect(daemon.session.says("connected ghostnote:midi_out to listener:in"))
    for line in ["tempo 150", "step kick 1 100", "step snare 3 90", "step kick 9 80"] {
      daemon.session.type(line)
    }
    var script: [(at: Int, bytes: [UInt8])] = []
    for index in 0..<40 {
      let note: UInt8 = index % 2 == 0 ? 46 : 38
      let at = 17 + index * 1_201
      script.append((at: at, bytes: [0x99, note, 101]))
      script.append((at: at + 777, bytes: [0x89, note, 0]))
    }
    let (run, isUndisturbed) = try daemon.undisturbed(pad, listener) {
      () -> (start: Int, before: Int) in
      let before = listener.heard.count
      daemon.session.type("play")
      let start = pad.send(script)
      #expect(eventually { strokes(of: 36, in: listener.heard.dropFirst(before)).count >= 8 })
      daemon.session.type("stop")
      #expect(daemon.session.status { !$0.isRolling } != nil)
      // What is sent at the stop may still be on its way.
      _ = eventually(within: 5) {
        notesLeftSounding(listener.heard.dropFirst(before).map(\.bytes)).isEmpty
      }
      return (start: start, before: before)
    }
    #expect(daemon.session.end().status == 0)
    let heard = listener.heard.dropFirst(run.before)
    guard isUndisturbed else {
      Issue.record("cycles were lost in each of five runs")
      return
    }
    // Live notes pass at the frame at which they arrive.
    let passed = strokes(of: 46, in: heard).map(\.frame)
    #expect(passed == (0..<20).map { run.start + 17 + 2 * $0 * 1_201 })
    // Eight sixteenths of 4800 frames from kick to kick, with alternating velocities.
    let kicks = strokes(of: 36, in: heard)
    #expect(zip(kicks, kicks.dropFirst()).allSatisfy { $1.frame - $0.frame == 38_400 })
    #expect(kicks.prefix(4).map { $0.bytes[2] } == [100, 80, 100, 80])
    #expect(notesLeftSounding(heard.map(\.bytes)) == [:])
  }

  @Test func `SIGTERM ends exactly the sounding notes, then sends Stop, then closes the ports`()
    throws
  {
    for _ in 1...5 {
      let heard = try heardOfEndedDaemon()
      // Four notes and the end of one, and what SIGTERM adds.
      let ending = heard.notes.dropFirst(5).map { Array($0.prefix(2)) }
      let isWhole =
        heard.isUndisturbed && heard.endsUndisturbed
        || heard.notes.count == 8 && heard.clock.last == [0xFC]
      guard isWhole else { continue }
      #expect(Set(ending) == [[0x89, 36], [0x89, 49], [0x89, 51]])
      #expect(ending.count == 3)
      #expect(heard.clock.first == [0xFA])
      #expect(heard.clock.last == [0xFC])
      #expect(heard.clock.count { $0 == [0xFC] } == 1)
      return
    }
    Issue.record("cycles were lost in each of five runs")
  }

  /// What is sent by a daemon that plays, sounds four notes of which one has ended, and is ended itself by SIGTERM; and
  /// whether no cycle was lost before that, and while it ended.
  private func heardOfEndedDaemon() throws -> (
    notes: [[UInt8]], clock: [[UInt8]], isUndisturbed: Bool, endsUndisturbed: Bool
  ) {
    let daemon = try Daemon(on: try JACKServer(), ["empty", "--bpm", "200"])
    let server = daemon.server
    let pad = try WirePeer("pad", server: server)
    let notes = try WirePeer("notes", server: server)
    let clock = try WirePeer("clock", server: server)
    #expect(pad.connect("pad:out", "ghostnote:midi_in"))
    #expect(notes.connect("ghostnote:midi_out", "notes:in"))
    #expect(clock.connect("ghostnote:clock_out", "clock:in"))
    #expect(daemon.session.says("connected pad:out to ghostnote:midi_in"))
    #expect(daemon.session.says("connected ghostnote:clock_out to clock:in"))
    let peers = [pad, notes, clock]
    let before = daemon.lost(peers)
    // What is sent in a cycle that is lost never comes.
    func hears(_ count: Int) -> Bool {
      eventually {
        notes.heard.count == count && clock.heard.count > 48 || daemon.lost(peers) != before
      }
    }
    daemon.session.type("play")
    let struck: [UInt8] = [36, 38, 49, 51]
    _ = pad.send(struck.enumerated().map { (at: $0.offset * 50, bytes: [0x99, $0.element, 90]) })
    #expect(hears(struck.count))
    _ = pad.send([(at: 0, bytes: [0x89, 38, 0])])
    #expect(hears(struck.count + 1))
    let lost = daemon.lost(peers)
    #expect(daemon.session.end().status == 0)
    #expect(try eventually { try daemon.ports.isEmpty })
    return (
      notes: notes.heard.map(\.bytes), clock: clock.heard.map(\.bytes),
      isUndisturbed: lost == before,
      endsUndisturbed: peers.map(\.lostCycles) == Array(lost.prefix(peers.count))
    )
  }
}

private func strokes(
  of note: UInt8, in messages: some Sequence<(frame: Int, bytes: [UInt8])>
) -> [(frame: Int, bytes: [UInt8])] {
  messages.filter { $0.bytes.prefix(2) == [0x99, note] }
}

/// Note-ons minus note-offs of each note; a note-on of a sounding note must come after its
/// note-off.
func notesLeftSounding(_ messages: [[UInt8]]) -> [UInt8: Int] {
  var sounding: [UInt8: Int] = [:]
  for message in messages where message.count == 3 {
    switch message[0] & 0xF0 {
    case 0x90 where message[2] > 0: sounding[message[1], default: 0] += 1
    case 0x80, 0x90: sounding[message[1], default: 0] -= 1
    default: break
    }
  }
  return sounding.filter { $0.value != 0 }
}
