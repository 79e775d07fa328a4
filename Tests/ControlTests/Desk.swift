import Control
import GhostnoteTesting
import MusicalTime
import Playback
import Rhythm
import Sequencing
import Testing

/// A machine with an engine that nobody drives but the test.
struct Desk {
  let kits = ToldKitPlayer()
  let devices: ToldClockDevices
  let shelf: Shelf
  let machine: Machine
  let audio: EngineAudio

  init(
    _ patch: Patch, path: String? = "a.json", shelf: Shelf = Shelf(),
    devices: ToldClockDevices = ToldClockDevices()
  ) {
    self.shelf = shelf
    self.devices = devices
    let engine = Engine(EngineConfiguration(), program: Program(patch))
    audio = engine.audio
    machine = Machine(
      patch: patch, path: path, kitName: "first", engine: engine.control, kits: kits, store: shelf,
      clock: ClockSetup(), devices: devices)
  }

  /// Makes `blocks` blocks of 128 frames.
  func play(blocks: Int = 1) {
    let now = HostTime(nanoseconds: 0)
    for _ in 0..<blocks { audio.process(BlockTime(frames: 128, began: now, heard: now)) }
  }

  /// Carries out a line as it is typed.
  @discardableResult func perform(_ line: String) async throws -> Reply {
    let command = try #require(try CommandReader.command(line))
    return try await machine.perform(command)
  }
}
