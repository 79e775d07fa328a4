import Commands
import Control
import ControlSocket
import Foundation
import GhostnoteTesting
import LiveDrummer
import MusicalTime
import PatchFiles
import Playback
import Rhythm
import Sequencing
import Testing

@testable import Daemon

/// What is urgent is carried out by the thread that reads it.
@Suite struct UrgentPathTests {
  private let store = SlowShelf(["slow.json": Patch(name: "Slow")])
  private let audio: EngineAudio
  private let machine: Machine
  private let drummer: LiveDrummer

  init() throws {
    let band = try SilentBand(store)
    (audio, machine, drummer) = (band.audio, band.machine, band.drummer)
  }

  private func play(blocks: Int) {
    let now = HostTime(nanoseconds: 0)
    for _ in 0..<blocks { audio.process(BlockTime(frames: 128, began: now, heard: now)) }
  }

  @Test func `stop from the socket acts in the next block while the main loop is in a load`()
    async throws
  {
    let path = UrgentPath(machine: machine, sequencer: nil)
    let waiting = Locked<[String]>([])
    // As a main loop does that is busy, it replies to nothing.
    let server = ControlServer(
      nil, urgent: { path.reply(to: $0.line, of: $0.client) },
      handler: { request in waiting.change { $0.append(request.line) } })
    defer { server.stop() }
    let (client, other) = (try client(of: server), try client(of: server))
    #expect(client.request("play", within: 10_000) == .ok(tag: nil, ""))
    play(blocks: 2)
    #expect(machine.isRolling)
    let load = try CommandTable.command("load", ["slow.json"])
    let task = Task(executorPreference: OwnThread()) { [machine] in
      try await machine.perform(load)
    }
    try await wait(for: "the load") { store.isWaiting }
    other.send("tempo 90")
    #expect(
      client.request("hit crash; stop", within: 10_000)
        == .ok(tag: nil, #"[{"done":true},{"done":true}]"#))
    play(blocks: 1)
    #expect(!machine.isRolling)
    #expect(eventually { waiting.value == ["tempo 90"] })
    store.open()
    #expect(try await task.value == .done)
  }

  @Test func `a line with anything else is left to the main loop, and nothing of it is done`() {
    let path = UrgentPath(machine: machine, sequencer: nil)
    for line in [
      "stop; tempo 90", "tempo 90; stop", "stop now", "", "# stop", "watch", "hit", "play;;x",
    ] {
      #expect(path.reply(to: line) == nil, "\(line)")
      #expect(!path.takes(line) { Issue.record("\($0)") }, "\(line)")
    }
    play(blocks: 2)
    #expect(!machine.isRolling)
  }

  @Test func `where the engine takes no more, that is the reply`() throws {
    let path = UrgentPath(machine: machine, sequencer: nil)
    var replies: [ControlReply?] = []
    repeat {
      replies.append(path.reply(to: "hit kick"))
    } while replies.last == .ok(nil) && replies.count < 5_000
    let last = try #require(replies.last ?? nil)
    #expect(last == .failure("the engine takes no more for now: try again"))
    play(blocks: 1)
    #expect(path.reply(to: "stop") == .ok(nil))
  }

  @Test func `of two clients that report a beat, the first one is followed`() async throws {
    let path = UrgentPath(machine: machine, sequencer: nil)
    let server = ControlServer(
      nil, urgent: { path.reply(to: $0.line, of: $0.client) }, handler: { _ in })
    defer { server.stop() }
    _ = try await machine.perform(CommandTable.command("clock source", ["link"]))
    let (first, second) = (try client(of: server), try client(of: server))
    let report = "follow 1 at 0 tempo 90 bar 4"
    #expect(first.request(report, within: 10_000) == .ok(tag: nil, ""))
    #expect(path.takes(report) { Issue.record("\($0)") })
    guard case .error(_, let problem) = second.request(report, within: 10_000) else {
      Issue.record("the second was heard")
      return
    }
    #expect(problem.contains("another program reports a beat already"))
  }

  @Test func `a client that reports no more gives up the beat, and a report renews it`() throws {
    let (owner, begin) = (LineOwner(), ContinuousClock.now)
    let (first, second) = try clients()
    for seconds in 0..<2 {
      try owner.check(first, at: begin + .seconds(seconds))
      owner.note(first, at: begin + .seconds(seconds))
    }
    #expect(throws: CommandError.self) { try owner.check(second, at: begin + .seconds(2)) }
    try owner.check(second, at: begin + .seconds(3))
    owner.note(second, at: begin + .seconds(3))
    #expect(throws: CommandError.self) { try owner.check(first, at: begin + .seconds(4)) }
    owner.left(second)
    try owner.check(first, at: begin + .seconds(4))
    // What it had sent before is carried out once it has gone.
    owner.note(second, at: begin + .seconds(4))
    try owner.check(first, at: begin + .seconds(4))
  }

  /// The numbers of two clients.
  private func clients() throws -> (ClientID, ClientID) {
    let clients = Locked<[ClientID]>([])
    let server = ControlServer(
      nil,
      urgent: { request in
        clients.change { $0.append(request.client) }
        return .ok(nil)
      }, handler: { _ in })
    defer { server.stop() }
    for _ in 0..<2 {
      #expect(try client(of: server).request("stop", within: 10_000) == .ok(tag: nil, ""))
    }
    return (clients.value[0], clients.value[1])
  }

  @Test func `a client that has gone leaves the beat to the next, which is refused for nothing`()
    async throws
  {
    let path = UrgentPath(machine: machine, sequencer: nil)
    let server = ControlServer(
      nil, urgent: { path.reply(to: $0.line, of: $0.client) },
      left: { path.lineOwner.left($0) }, handler: { _ in })
    defer { server.stop() }
    _ = try await machine.perform(CommandTable.command("clock source", ["link"]))
    play(blocks: 1)
    let report = "follow 1 at 0 tempo 90 bar 4"
    var first: ControlClient? = try client(of: server)
    #expect(first?.request(report, within: 10_000) == .ok(tag: nil, ""))
    let second = try client(of: server)
    // What was refused for another reason gives no right.
    let late = second.request("follow 1 at 4000000000000 tempo 90 bar 4", within: 10_000)
    guard case .error(_, let problem) = late, problem.contains("another program") else {
      Issue.record("\(late as Any)")
      return
    }
    first = nil
    let end = ContinuousClock.now + .seconds(1.5)
    var isHeard = false
    while !isHeard, ContinuousClock.now < end {
      isHeard = second.request(report, within: 10_000) == .ok(tag: nil, "")
    }
    #expect(isHeard)
  }

  private func client(of server: ControlServer) throws -> ControlClient {
    var ends: [Int32] = [-1, -1]
    let kind = Int32(SOCK_STREAM.rawValue) | Int32(SOCK_CLOEXEC.rawValue)
    try #require(unsafe socketpair(AF_UNIX, kind, 0, &ends) == 0)
    server.adopt(ends[1])
    return ControlClient(adopting: ends[0])
  }
}
