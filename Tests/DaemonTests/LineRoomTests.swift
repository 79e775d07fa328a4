import CommandText
import Commands
import Control
import GhostnoteTesting
import LiveDrummer
import Logging
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

  @Test func `what is asked for after a jump goes by the place where the song is by then`()
    async throws
  {
    let door = CommandDoor(machine: machine, sequencer: nil, log: Logger(label: "test"))
    func perform(_ line: String) async throws {
      for command in try CommandReader.commands(line) { _ = try await door.carryOut(command) }
    }
    let (audio, now) = (audio, HostTime(nanoseconds: 0))
    // Blocks in which hardly any time passes.
    let driver = Task.detached {
      while !Task.isCancelled {
        audio.process(BlockTime(frames: 1, began: now, heard: now))
        try? await Task.sleep(for: .milliseconds(1))
      }
    }
    try await perform("song add; pattern copy b; pattern b; song add; song play now; play")
    try await perform("locate 3; song loop 2")
    let atOnce = await machine.status().arrangement.queue
    try await perform("song loop off; locate 1; song loop 2")
    let later = await machine.status().arrangement.queue
    driver.cancel()
    await driver.value
    #expect(atOnce == nil && later != nil)
  }
}
