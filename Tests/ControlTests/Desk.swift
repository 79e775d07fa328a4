import Clock
import CommandText
import Commands
import Control
import Files
import GhostnoteTesting
import LiveDrummer
import MIDI
import MusicalTime
import PatchFiles
import Playback
import Rhythm
import Sequencing
import Testing

/// A machine with an engine that only the test drives.
struct Desk {
  let kits = FakeKitPlayer()
  let devices: FakeClockDevices
  let shelf: InMemoryPatchStore
  let machine: Machine
  let drummer: LiveDrummer
  let audio: EngineAudio

  init(
    _ patch: Patch, path: String? = "a.json", version: FileVersion? = nil,
    shelf: InMemoryPatchStore = InMemoryPatchStore(),
    devices: FakeClockDevices = FakeClockDevices(), clock: ClockSetup = ClockSetup(),
    drummer: FakeDrummer = FakeDrummer(), store: (any PatchStore)? = nil,
    assignments: any AssignmentStore = NoAssignments(),
    adapting: @escaping @Sendable (inout Patch) -> Void = { _ in },
    moment: @escaping @Sendable () -> ContinuousClock.Instant = { .now }
  ) {
    self.shelf = shelf
    self.devices = devices
    var configuration = EngineConfiguration()
    configuration.clock = clock.settings
    let engine = Engine(configuration, program: Program(patch))
    audio = engine.audio
    self.drummer = LiveDrummer(
      settings: patch.drummer, engine: engine.drummer, loadDrummer: drummer.loadDrummer)
    machine = Machine(
      patch: patch, path: path, version: version, kitName: "first", engine: engine.control,
      kits: kits,
      store: store ?? shelf, clock: clock, devices: devices, drummer: self.drummer,
      assignments: assignments, adapting: adapting, moment: moment)
  }

  /// Makes `blocks` blocks of 128 frames.
  func play(blocks: Int = 1) {
    let now = HostTime(nanoseconds: 0)
    for _ in 0..<blocks { audio.process(BlockTime(frames: 128, began: now, heard: now)) }
  }

  /// Lets `count` ticks of 120 bpm come by the JACK input, each in a block of its own.
  func tick(_ count: Int, from start: Int64 = 0) {
    for tick in start..<start + Int64(count) {
      let now = HostTime(nanoseconds: tick * 1_000_000_000 / 48)
      audio.stage(.timingClock, offset: 0)
      audio.process(BlockTime(frames: 1_000, began: now, heard: now))
    }
  }

  /// Makes a block while JACK transport rolls, with a timebase master at `bpm` or without.
  func followJACK(bpm: Double?) {
    let now = HostTime(nanoseconds: 0)
    let timebase = bpm.map {
      TransportReport.Timebase(beat: .zero, grain: .zero, tempo: Tempo(clampingBPM: $0))
    }
    let report = TransportReport(motion: .rolling, frame: 0, timebase: timebase)
    audio.process(BlockTime(frames: 128, began: now, heard: now, transport: report))
  }

  /// Carries out a line as it is typed.
  @discardableResult func perform(_ line: String) async throws -> Reply {
    let command = try #require(try CommandReader.command(line))
    return try await machine.perform(command)
  }
}
