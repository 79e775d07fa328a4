import CommandText
import Commands
import Control
import GhostnoteTesting
import LiveDrummer
import MusicalTime
import PatchFiles
import Playback
import Rhythm
import Sequencing
import Testing

@testable import Daemon

/// Lines whose commands wait for room in the engine.
@Suite struct LineRoomTests {
  private let audio: EngineAudio
  private let machine: Machine
  private let drummer: LiveDrummer

  init() throws {
    let band = try SilentBand(SlowShelf([:]))
    (audio, machine, drummer) = (band.audio, band.machine, band.drummer)
  }

  private func fill() async throws {
    let hit = try #require(try CommandReader.command("hit kick"))
    for _ in 0..<256 { _ = try await machine.perform(hit) }
  }

  @Test func `a line leaves its place to devices where there is no room at the end of its piece`()
    async throws
  {
    try await fill()
    let commands = try CommandReader.commands("tempo 90; status")
    var line = LineUnderway(commands, for: .console)
    let isLeft = await !line.waitForRoom(for: commands[0], in: machine, until: .now)
    #expect(isLeft && line.next == commands[0])
    // A question needs no room.
    let isAnswered = await line.waitForRoom(for: commands[1], in: machine, until: .now)
    #expect(isAnswered)
    let now = HostTime(nanoseconds: 0)
    audio.process(BlockTime(frames: 128, began: now, heard: now))
    let goesOn = await line.waitForRoom(for: commands[0], in: machine, until: .now)
    #expect(goesOn)
  }
}
