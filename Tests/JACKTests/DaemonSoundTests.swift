import Commands
import Control
import Foundation
import GhostnoteTesting
import JACKClient
import Testing

extension JACKTests.DaemonTests {
  @Test(arguments: [1, 2])
  func `notes at random frames sound within 64 frames of each other, never early`(
    seed: Int
  ) throws {
    let daemon = try Daemon(on: try JACKServer())
    let judged = try daemon.judge(
      "jack_latency", "--to", "ghostnote:midi_in", "--from", "ghostnote:out_left", "--from",
      "ghostnote:out_right", "--hits", "300", "--gap-ms", "400:700", "--seed", "\(seed)",
      "--freewheel")
    let figures = figures(judged.output)
    #expect(judged.status == 0, "\(judged.errors)")
    #expect(figures["found"] == 300)
    let least = try #require(figures["min"])
    let most = try #require(figures["max"])
    #expect(least >= 0, "\(judged.output)")
    #expect(most - least <= 64, "\(judged.output)")
    // The total: one block of 64 frames and the recording's own attack.
    #expect(most < 128, "\(judged.output)")
    #expect(daemon.session.end().status == 0)
  }

  @Test func `separate outputs are a pair per drum, and a hit only sounds on its own`() throws {
    let daemon = try Daemon(on: try JACKServer(), ["--separate-outs"])
    let audio = try daemon.ports.filter { !$0.isMIDI }
    #expect(audio.count == 52 && audio.allSatisfy { !$0.isInput })
    let names = Set(audio.map(\.port))
    #expect(names.isSuperset(of: ["kick_left", "kick_right", "closedhat_left", "bongo_right"]))
    let own = try WirePeer("own", server: daemon.server)
    let other = try WirePeer("other", server: daemon.server)
    #expect(own.connect("ghostnote:snare_left", "own:audio"))
    #expect(other.connect("ghostnote:kick_left", "other:audio"))
    #expect(own.connect("own:out", "ghostnote:midi_in"))
    // What is sent in a cycle that is lost never comes.
    let (isHeard, isUndisturbed) = try daemon.undisturbed(own, other) { () -> Bool in
      _ = own.send([(at: 10, bytes: [0x99, 38, 100])])
      return eventually(within: 5) { own.samples.contains { $0.height > 0.01 } }
    }
    #expect(isHeard, "cycles were lost in each of five runs: \(!isUndisturbed)")
    #expect(other.samples.allSatisfy { $0.height < 0.000_01 })
    #expect(daemon.session.end().status == 0)
  }

  @Test func `a source matching --connect is connected whenever it appears, and plays`() throws {
    let server = try JACKServer()
    let daemon = try Daemon(on: server, ["--connect", "Pad*", "--channel", "any"])
    for round in 1...2 {
      let pad = try WirePeer("Pad-7", server: server)
      #expect(daemon.session.says("connected Pad-7:out to ghostnote:midi_in", times: round))
      // What is sent in a cycle that is lost never comes.
      let (isHit, isUndisturbed) = try daemon.undisturbed(pad) { () -> Bool in
        let before = try #require(daemon.session.status())
        _ = pad.send([(at: 0, bytes: [0x90, 36, 90])])
        return eventually(within: 5) { (daemon.session.status()?.hits ?? 0) > before.hits }
      }
      #expect(isHit, "cycles were lost in each of five runs: \(!isUndisturbed)")
    }
    #expect(daemon.session.end().status == 0)
  }

  @Test func `an output wired to our own input is taken off, and a stroke is one hit`() throws {
    let daemon = try Daemon(on: try JACKServer())
    let pad = try WirePeer("pad", server: daemon.server)
    #expect(pad.connect("pad:out", "ghostnote:midi_in"))
    #expect(daemon.session.says("connected pad:out to ghostnote:midi_in"))
    for (source, destination) in [("midi_out", "midi_in"), ("clock_out", "clock_in")] {
      let (source, destination) = ("ghostnote:\(source)", "ghostnote:\(destination)")
      #expect(pad.connect(source, destination))
      #expect(daemon.session.says("disconnected \(source) from \(destination): "))
      #expect(try eventually { try connections(of: source, daemon.server).isEmpty })
    }
    // What is sent in a cycle that is lost never comes.
    var sent: Int64 = 0
    let isHeard = eventually {
      sent += 1
      _ = pad.send([(at: 10, bytes: [0x99, 38, 100])])
      return pad.isRun() && (daemon.session.status()?.hits ?? 0) > 0
    }
    #expect(isHeard && pad.isRun())
    let hits = try #require(daemon.session.status()?.hits)
    #expect((1...sent).contains(hits), "\(hits) hits of \(sent)")
    #expect(daemon.session.end().status == 0)
  }

  @Test
  func `invalid messages and system exclusive are dropped and counted, and playback continues`()
    throws
  {
    let daemon = try Daemon(on: try JACKServer(), ["rock", "--play"])
    let judged = try daemon.judge(
      "jack_flood", "--to", "ghostnote:midi_in", "--garbage", "--rate", "2000", "--seconds", "5",
      "--freewheel")
    let sent = try #require(figures(judged.output)["sent"])
    #expect(judged.status == 0 && sent > 5_000)
    let status = try #require(daemon.session.status { $0.devices["JACK"] != nil })
    #expect(
      status.devices["JACK"] == "client ghostnote, \(Int(sent)) messages dropped")
    #expect(status.isRolling)
    #expect(daemon.session.status { $0.hits > status.hits } != nil)
    #expect(daemon.session.end().status == 0)
  }

  @Test func `without MIDI nothing is dropped, for there is nowhere to send it`() throws {
    let daemon = try Daemon(on: try JACKServer(), ["rock", "--play", "--midi", "none"])
    let status = try #require(daemon.session.status { $0.hits > 4 })
    #expect(status.devices["JACK"] == "client ghostnote, 0 messages dropped")
    #expect(daemon.session.end().status == 0)
  }

  @Test func `ten thousand notes at once are each played or counted, and playback continues`()
    throws
  {
    let daemon = try Daemon(on: try JACKServer())
    // What is sent in a cycle that is lost never comes.
    let (result, isUndisturbed) = try daemon.undisturbed {
      () -> (before: MachineStatus, after: MachineStatus?) in
      let before = try #require(daemon.session.status())
      let judged = try daemon.judge("jack_flood", "--to", "ghostnote:midi_in", "--burst", "10000")
      #expect(figures(judged.output)["sent"] == 10_000, "\(judged.errors)")
      let after = daemon.session.status {
        $0.strokes - before.strokes + $0.droppedMessages - before.droppedMessages >= 10_000
          || Daemon.losses(in: $0) != Daemon.losses(in: before)
      }
      return (before: before, after: after)
    }
    guard isUndisturbed else {
      Issue.record("cycles were lost in each of five runs")
      return
    }
    let status = try #require(result.after)
    // Messages that midi_out has no space for are counted too.
    #expect(status.hits > result.before.hits && status.strokes - result.before.strokes < 10_000)
    daemon.session.type("load rock")
    daemon.session.type("play")
    #expect(daemon.session.status { $0.isRolling && $0.hits > status.hits } != nil)
    #expect(daemon.session.end().status == 0)
  }

  @Test func `a second daemon gets another name on the server and reports it`() throws {
    let first = try Daemon(on: try JACKServer())
    let second = try Daemon(on: first.server)
    let said = second.session.program.errors
    let words = try #require(said.split(separator: "audio: JACK client ").last)
    let name = String(words.prefix { $0 != "," })
    #expect(name != "ghostnote" && name.hasPrefix("ghostnote"))
    #expect(try JACKPorts.list(server: first.server.name).contains { $0.name == "\(name):midi_in" })
    #expect(try first.ports.count == 8)
    #expect(second.session.end().status == 0)
    #expect(first.session.status() != nil)
    #expect(first.session.end().status == 0)
  }
}

extension MachineStatus {
  /// Hits that were played, and those that were dropped.
  fileprivate var strokes: Int64 { hits + droppedHits }
}
