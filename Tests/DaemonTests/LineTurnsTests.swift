import CommandText
import Commands
import JACKClient
import Testing

@testable import ControlSocket
@testable import Daemon

@Suite struct LineTurnsTests {
  private func line(_ text: String) throws -> LineUnderway {
    LineUnderway(try CommandReader.commands(text), for: .console)
  }

  /// What an event is, for comparing.
  private func name(_ event: DaemonEvent?) -> String {
    switch event {
    case .line(let text): text
    case .tick: "tick"
    case nil: "none"
    default: "other"
    }
  }

  @Test
  func `while a line is underway what may change something waits, and comes in order after it`()
    throws
  {
    var turns = LineTurns()
    #expect(turns.admits(.tick) && turns.admits(.line("tempo 90")))
    turns.leave(try line("tempo 90; tempo 91"))
    #expect(!turns.admits(.line("one")) && !turns.admits(.tick) && !turns.admits(.line("two")))
    #expect(turns.admits(.goOn) && turns.admits(.quit) && turns.admits(.back))
    #expect(name(turns.nextHeld()) == "none")
    let taken = turns.take()
    let underway = try #require(taken)
    #expect(!turns.isUnderway && turns.take() == nil)
    #expect(name(turns.nextHeld()) == "one")
    // One that was held is long as well.
    turns.leave(underway)
    #expect(name(turns.nextHeld()) == "none" && !turns.admits(.line("three")))
    _ = turns.take()
    #expect((0..<4).map { _ in name(turns.nextHeld()) } == ["tick", "two", "three", "none"])
  }

  @Test func `what happens to devices is attended to while a line is underway`() throws {
    var turns = LineTurns()
    turns.leave(try line("tempo 90; tempo 91"))
    let events: [DaemonEvent] = [
      .jack(.down(reason: "shut down")),
      .jack(.up(clientName: "Ghostnote", sampleRate: 48_000, period: 256)),
    ]
    let admitted = events.map { turns.admits($0) }
    #expect(admitted == [true, true])
    _ = turns.take()
    #expect(name(turns.nextHeld()) == "none")
  }

  @Test func `commands of a line say who sent them`() throws {
    let commands = try CommandReader.commands("tempo 90; tempo 91")
    let request = ControlRequest(client: ClientID(number: 7), tag: nil, line: "tempo 90; tempo 91")
    #expect(LineUnderway(commands, for: .console).next?.origin == .console)
    #expect(LineUnderway(commands, for: .surface).next?.origin == .surfaces)
    var line = LineUnderway(commands, for: .client(request))
    #expect(line.next?.origin == .client(7))
    line.note(.done)
    #expect(line.next?.origin == .client(7))
  }

  @Test func `commands of a line are all part of its request's gesture`() throws {
    let commands = try CommandReader.commands("tempo 90; step kick 1 x")
    for gesture in ["g", nil] {
      let request = ControlRequest(
        client: ClientID(number: 7), tag: "1", gesture: gesture, line: "tempo 90; step kick 1 x")
      var line = LineUnderway(commands, for: .client(request))
      for _ in commands {
        #expect(line.next?.gesture == gesture)
        line.note(.done)
      }
    }
    #expect(LineUnderway(commands, for: .console).next?.group == .stream(.console))
  }

  @Test(arguments: [
    ("status", true), ("tempo; status --json", true), ("watch state", true), ("help tempo", true),
    ("tempo 90", false), ("status; tempo 90", false), ("select 1-4", false), ("source x", false),
    ("quit", false), ("select", false), ("nonsense", false), ("", false), ("listen", true),
    ("oneshot kick 90", true), ("watch hist", false), ("watch hits; play", false),
  ])
  func `only what asks for nothing but a reply goes between`(line: String, goesBetween: Bool) {
    #expect(DaemonEvent.onlyAsks(line) == goesBetween)
  }

  @Test func `a line says which command is next, and what is left out where the session ends`()
    throws
  {
    var long = try line("tempo 90; tempo 91; tempo 92")
    #expect(try long.next == CommandReader.command("tempo 90"))
    long.note(.done)
    #expect(try long.next == CommandReader.command("tempo 91"))
    #expect(long.leftOut.description == "asked to stop: the last 2 commands of 3 left out")
    long.note(.done)
    long.note(.done)
    #expect(long.next == nil && long.replies.isEmpty)
  }
}
