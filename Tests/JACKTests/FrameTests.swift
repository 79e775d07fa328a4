import Commands
import GhostnoteTesting
import Glibc
import JACKClient
import Testing

extension JACKTests {
  @Test func `a note is echoed and sounds at the frame at which it arrived`() throws {
    let server = try JACKServer()
    let bench = Bench(server)
    try #require(bench.session.waitUntilSettled() == .connected)
    let sender = try WirePeer("sender", server: server)
    let listener = try WirePeer("listener", server: server)
    let clocked = try WirePeer("clocked", server: server)
    #expect(sender.connect("sender:out", "ghostnote:midi_in"))
    #expect(listener.connect("ghostnote:midi_out", "listener:in"))
    #expect(listener.connect("ghostnote:out_left", "listener:audio"))
    #expect(clocked.connect("ghostnote:clock_out", "clocked:in"))

    var frame = 0
    let script: [(at: Int, bytes: [UInt8])] = (0..<400).map { index in
      frame += 1 + (index * 7_919) % 97
      return (frame, [0x99, UInt8(35 + index % 26), UInt8(1 + index % 127)])
    }
    let start = undisturbed([sender, listener, clocked]) {
      let before = (listener.heard.count, clocked.heard.count)
      let start = sender.send(script)
      let isWhole = eventually(within: 10) {
        listener.heard.count >= before.0 + 400 && clocked.heard.count >= before.1 + 400
      }
      return isWhole ? start : nil
    }
    guard let start else { return }
    // The last 400: earlier ones are of attempts in which cycles were lost.
    let due = script.map { start + $0.at }
    #expect(listener.heard.suffix(400).map(\.frame) == due)
    #expect(listener.heard.suffix(400).map(\.bytes) == script.map(\.bytes))
    #expect(listener.samples.suffix(400).map(\.frame) == due)
    #expect(clocked.heard.suffix(400).map(\.frame) == due)
    #expect(clocked.heard.suffix(400).allSatisfy { $0.bytes == [0xF8] })
    #expect(bench.session.droppedEvents == 0)
    #expect(bench.session.refusedMessages == 0)
  }

  @Test
  func `system exclusive and invalid messages are dropped and counted, and the next note passes`()
    throws
  {
    let server = try JACKServer()
    let bench = Bench(server)
    try #require(bench.session.waitUntilSettled() == .connected)
    let sender = try WirePeer("sender", server: server)
    let listener = try WirePeer("listener", server: server)
    #expect(sender.connect("sender:out", "ghostnote:midi_in"))
    #expect(listener.connect("ghostnote:midi_out", "listener:in"))
    let garbage: [[UInt8]] = [
      [0xF0, 0x7E, 0x01, 0xF7], [0xF0, 0x01, 0x02], [0x40, 0x40], [0x99, 0x24], [0x99, 0x80, 0x40],
      [0x99, 0x24, 0xFF], [0xF4], [0xF7], [0xC9], [0x99, 0x24, 0x40, 0x99],
    ]
    var script = garbage.enumerated().map { (at: 3 + $0.offset, bytes: $0.element) }
    script.append((at: 40, bytes: [0xC9, 0x08]))
    script.append((at: 41, bytes: [0x99, 0x24, 0x40]))
    let attempt = undisturbed([sender, listener]) { () -> (start: Int, dropped: Int)? in
      let before = (listener.heard.count, bench.session.droppedEvents)
      let start = sender.send(script)
      guard eventually(within: 10, { listener.heard.count >= before.0 + 2 }) else { return nil }
      return (start, bench.session.droppedEvents - before.1)
    }
    guard let attempt else { return }
    #expect(listener.heard.suffix(2).map(\.frame) == [attempt.start + 40, attempt.start + 41])
    #expect(attempt.dropped == garbage.count)
  }

  @Test func `a message out of order or outside the cycle is refused and counted`() throws {
    let server = try JACKServer()
    let bench = Bench(server, playing: .disorder)
    try #require(bench.session.waitUntilSettled() == .connected)
    #expect(eventually { bench.cycles > 50 })
    bench.session.stop()
    #expect(bench.refusals == 3 * bench.cycles)
    #expect(bench.acceptances == 3 * bench.cycles)
    #expect(bench.session.refusedMessages == bench.refusals)
  }

  @Test func `a full port refuses and counts, and the session continues`() throws {
    let server = try JACKServer()
    let bench = Bench(server, playing: .flood)
    try #require(bench.session.waitUntilSettled() == .connected)
    #expect(eventually { bench.cycles > 50 && bench.refusals > 0 })
    #expect(bench.session.clientName != nil)
    bench.session.stop()
    #expect(bench.session.refusedMessages == bench.refusals)
  }

  @Test func `a cycle has the monotonic clock's time and is heard a playback latency later`() throws
  {
    let server = try JACKServer()
    let bench = Bench(server)
    try #require(bench.session.waitUntilSettled() == .connected)
    // The dummy card's latency is one period of 128 frames at 48 kHz.
    #expect(eventually { bench.latency == 128 * 1_000_000_000 / 48_000 })
    let began = bench.began
    var now = timespec()
    unsafe clock_gettime(CLOCK_MONOTONIC, &now)
    let monotonic = Int64(now.tv_sec) * 1_000_000_000 + Int64(now.tv_nsec)
    #expect(abs(monotonic - began) < 1_000_000_000)
  }

  @Test func `a change of the period is reported`() throws {
    let server = try JACKServer()
    let bench = Bench(server)
    try #require(bench.session.waitUntilSettled() == .connected)
    try server.tool("jack_bufsize", "256")
    #expect(eventually { bench.log.value.contains(.periodChanged(256)) })
  }
}
