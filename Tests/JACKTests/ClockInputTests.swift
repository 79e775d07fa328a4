import Commands
import GhostnoteTesting
import JACKClient
import Ports
import Shell
import Testing

extension JACKTests {
  @Test func `messages of both inputs are read in the order of their frames`() throws {
    let server = try JACKServer()
    let bench = Bench(server, playing: .merge)
    try #require(bench.session.waitUntilSettled() == .connected)
    let pad = try WirePeer("pad", server: server)
    let master = try WirePeer("master", server: server)
    let listener = try WirePeer("listener", server: server)
    #expect(pad.connect("pad:out", "ghostnote:midi_in"))
    #expect(pad.connect("master:out", "ghostnote:clock_in"))
    #expect(listener.connect("ghostnote:midi_out", "listener:in"))
    let notes: [(at: Int, bytes: [UInt8])] = (0..<300).map { ($0 * 53, [0x99, 36, 64]) }
    let ticks: [(at: Int, bytes: [UInt8])] = (0..<300).map { ($0 * 47, [0xF8]) }
    let before = bench.session.droppedEvents
    let starts = undisturbed([pad, master, listener]) { () -> (notes: Int, ticks: Int)? in
      let before = listener.heard.count
      pad.begin(notes)
      let tickStart = master.send(ticks)
      let noteStart = pad.finish()
      let isWhole = eventually(within: 10) { listener.heard.count >= before + 600 }
      return isWhole ? (noteStart, tickStart) : nil
    }
    guard let starts else { return }
    let due =
      (notes.map { (frame: starts.notes + $0.at, isNote: 1, bytes: $0.bytes) }
      + ticks.map { (frame: starts.ticks + $0.at, isNote: 0, bytes: $0.bytes) })
      .sorted { ($0.frame, $0.isNote) < ($1.frame, $1.isNote) }
    let heard = listener.heard.suffix(600)
    #expect(heard.map(\.frame) == due.map(\.frame))
    #expect(heard.map(\.bytes) == due.map(\.bytes))
    #expect(bench.refusals == 0 && bench.session.droppedEvents == before)
  }

  @Test func `the clock source is connected by name, now and after the server's death`() throws {
    let server = try JACKServer()
    let bench = Bench(server)
    try #require(bench.session.waitUntilSettled() == .connected)
    bench.session.setClockSource(NamePattern("Master*"))
    for round in 1...3 {
      let master = try server.launch("jack_midiseq", ["Master-1", "24000", "0", "36", "1000"])
      #expect(
        try eventually {
          try connections(of: "ghostnote:clock_in", server) == ["Master-1:out"]
        })
      #expect(try connections(of: "ghostnote:midi_in", server).isEmpty)
      #expect(
        eventually {
          bench.log.value.count {
            $0 == .connected(source: "Master-1:out", destination: "ghostnote:clock_in")
          } == round
        })
      server.kill()
      #expect(eventually { bench.downs == round }, "\(bench.log.value)")
      master.end()
      try server.start()
      #expect(eventually { bench.ups == round + 1 })
    }
  }

  @Test func `another pattern disconnects the earlier source, and nothing else`() throws {
    let server = try JACKServer()
    let bench = Bench(server)
    try #require(bench.session.waitUntilSettled() == .connected)
    let one = try WirePeer("one", server: server)
    let two = try WirePeer("two", server: server)
    let hand = try WirePeer("hand", server: server)
    #expect(hand.connect("hand:out", "ghostnote:clock_in"))
    let choices: [(pattern: String?, expected: Set<String>)] = [
      ("one", ["one:out", "hand:out"]), ("two", ["two:out", "hand:out"]),
      ("t*", ["two:out", "hand:out"]), ("[ot]*", ["one:out", "two:out", "hand:out"]),
      ("missing", ["hand:out"]), (nil, ["hand:out"]), ("one", ["one:out", "hand:out"]),
    ]
    for choice in choices {
      bench.session.setClockSource(choice.pattern.map { NamePattern($0) })
      let isWired = try eventually {
        try Set(connections(of: "ghostnote:clock_in", server)) == choice.expected
      }
      #expect(isWired, "\(choice.pattern ?? "none")")
    }
    let isReported = eventually {
      bench.log.value.contains(
        .disconnected(source: "two:out", destination: "ghostnote:clock_in"))
    }
    #expect(isReported)
    withExtendedLifetime((one, two, hand)) {}
  }

  @Test func `a source of an earlier pattern is not connected when it returns`() throws {
    let server = try JACKServer()
    let bench = Bench(server)
    try #require(bench.session.waitUntilSettled() == .connected)
    bench.session.setClockSource(NamePattern("one"))
    var one: WirePeer? = try WirePeer("one", server: server)
    #expect(try eventually { try connections(of: "ghostnote:clock_in", server) == ["one:out"] })
    withExtendedLifetime(one) {}
    one = nil
    #expect(try eventually { try connections(of: "ghostnote:clock_in", server).isEmpty })
    bench.session.setClockSource(NamePattern("two"))
    one = try WirePeer("one", server: server)
    let two = try WirePeer("two", server: server)
    #expect(try eventually { try connections(of: "ghostnote:clock_in", server) == ["two:out"] })
    withExtendedLifetime((one, two)) {}
  }

  @Test func `clock and notes are delayed where the sound has the higher latency`() throws {
    let server = try JACKServer()
    let bench = Bench(server)
    try #require(bench.session.waitUntilSettled() == .connected)
    // The dummy card has a latency of one period; a program that only listens has none. The first
    // listener changes nothing.
    #expect(eventually { bench.clockDelay == 128 && bench.notesDelay == 128 })
    let clocked = try WirePeer("clocked", server: server)
    #expect(clocked.connect("ghostnote:clock_out", "clocked:in"))
    #expect(bench.clockDelay == 128 && bench.notesDelay == 128)
    try server.tool("jack_disconnect", "ghostnote:out_left", "system:playback_1")
    try server.tool("jack_disconnect", "ghostnote:out_right", "system:playback_2")
    #expect(eventually { bench.clockDelay == 0 && bench.notesDelay == 0 })
  }
}
