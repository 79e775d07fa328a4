import Commands
import Control
import Foundation
import GhostnoteTesting
import Shell
import Testing

extension JACKTests.DaemonTests {
  /// The result of a Start or Continue: frames from it to the first clock and to the first note.
  private struct Beginning: Equatable {
    var tick: Int
    var note: Int
  }

  private func beginning(
    _ peer: WirePeer, of daemon: Daemon, typing line: String, status: UInt8
  ) -> Beginning? {
    let before = peer.heard.count
    daemon.session.type(line)
    var found: Beginning?
    // Messages that were lost never arrive.
    _ = eventually(within: 20) {
      let heard = peer.heard.dropFirst(before).drop { $0.bytes != [status] }
      guard let start = heard.first, let tick = heard.first(where: { $0.bytes == [0xF8] }),
        let note = heard.first(where: { $0.bytes.first == 0x99 })
      else { return false }
      found = Beginning(tick: tick.frame - start.frame, note: note.frame - start.frame)
      return true
    }
    daemon.session.type("stop")
    #expect(daemon.session.status { !$0.isRolling } != nil)
    return found
  }

  @Test(arguments: [64, 128, 256, 1_024], [false, true])
  func `the first note and the first clock have the same delay after Start, and after Continue`(
    period: Int, isSynchronous: Bool
  ) throws {
    let server = try JACKServer(period: period, isSynchronous: isSynchronous)
    let daemon = try Daemon(on: server, ["empty"])
    for step in ["1", "5", "9", "13"] { daemon.session.type("step kick \(step) 100") }
    let peer = try WirePeer("peer", server: server)
    // As soon as it is connected: no later latency change may come between.
    #expect(peer.connect("ghostnote:clock_out", "peer:in"))
    #expect(peer.connect("ghostnote:midi_out", "peer:in"))
    #expect(daemon.session.says("connected ghostnote:midi_out to peer:in"))
    for _ in 0..<2 {
      let start = try daemon.undisturbed(peer) {
        beginning(peer, of: daemon, typing: "play", status: 0xFA)
      }
      print("period \(period), synchronous \(isSynchronous): \(start)")
      if start.isUndisturbed { #expect(start.result == Beginning(tick: 48, note: 48)) }
      if let begun = start.result { #expect(begun.note >= begun.tick) }
    }
    let went = try daemon.undisturbed(peer) {
      daemon.session.type("locate 5")
      return beginning(peer, of: daemon, typing: "continue", status: 0xFB)
    }
    if went.isUndisturbed { #expect(went.result == Beginning(tick: 240, note: 240)) }
    #expect(daemon.session.end().status == 0)
  }

  /// With `jackd -S` a killed client stalls the server itself (44 xruns in 7 s seen), and no client
  /// hears that it has gone; so here the server is asynchronous, as it is by default. On a busy
  /// machine that one may lose the cycle in which the note ends, or run no client any more.
  @Test func `a note that is held by a client that is killed ends`() throws {
    for _ in 1...5 {
      let (hasEnded, isUndisturbed) = try noteOfKilledClient()
      if hasEnded { return }
      guard isUndisturbed else { continue }
      Issue.record("the note goes on, though no cycle was lost")
      return
    }
    Issue.record("cycles were lost in each of five runs")
  }

  private func noteOfKilledClient() throws -> (hasEnded: Bool, isUndisturbed: Bool) {
    let server = try JACKServer(isSynchronous: false)
    let daemon = try Daemon(on: server, ["empty", "--channel", "any"])
    let listener = try WirePeer("listener", server: daemon.server)
    #expect(listener.connect("ghostnote:midi_out", "listener:in"))
    #expect(daemon.session.says("connected ghostnote:midi_out to listener:in"))
    // A note every two seconds, held for all but 100 frames.
    let pad = try server.launch("jack_midiseq", ["Pad", "96000", "0", "36", "95900"])
    #expect(eventually { listener.connect("Pad:out", "ghostnote:midi_in") })
    #expect(daemon.session.says("connected Pad:out to ghostnote:midi_in"))
    let isHeld = eventually(within: 20) { listener.heard.last?.bytes[0] == 0x99 }
    let lost = listener.lostCycles
    pad.end()
    let hasEnded = isHeld && eventually(within: 20) { listener.heard.last?.bytes[0] == 0x89 }
    let isUndisturbed = isHeld && listener.lostCycles == lost && listener.isRun()
    if hasEnded || isUndisturbed {
      #expect(daemon.session.says("disconnected Pad:out from ghostnote:midi_in"))
    }
    #expect(daemon.session.end().status == 0)
    return (hasEnded, isUndisturbed)
  }

  @Test func `cycles that JACK ran without us are reported, and no clock tick is lost`()
    throws
  {
    let server = try JACKServer(isSynchronous: false)
    let daemon = try Daemon(on: server, ["rock", "--bpm", "120"])
    let peer = try WirePeer("peer", server: server)
    #expect(peer.connect("ghostnote:clock_out", "peer:in"))
    #expect(daemon.session.says("connected ghostnote:clock_out to peer:in"))
    daemon.session.type("play")
    #expect(eventually { peer.heard.count > 24 })
    // Frozen for a hundred milliseconds, twelve times.
    for _ in 0..<12 {
      daemon.session.program.signal(SIGSTOP)
      usleep(100_000)
      daemon.session.program.signal(SIGCONT)
      usleep(400_000)
    }
    let status = try #require(
      daemon.session.status { $0.devices["audio"]?.contains(" missed") == true })
    #expect(status.isRolling)
    let heard = peer.heard
    #expect(heard.filter { $0.bytes == [0xFA] }.count == 1)
    #expect(heard.allSatisfy { $0.bytes != [0xFC] && $0.bytes != [0xFB] })
    guard peer.lostCycles == 0 else { return }
    // Even if they come in bursts, their number matches the server's time.
    let ticks = heard.filter { $0.bytes == [0xF8] }.map(\.frame)
    let (first, last) = (try #require(ticks.first), try #require(ticks.last))
    let due = Double(last - first) / 1_000
    #expect(abs(Double(ticks.count - 1) - due) < 10, "\(ticks.count) of \(due)")
    #expect(daemon.session.end().status == 0)
  }
}
