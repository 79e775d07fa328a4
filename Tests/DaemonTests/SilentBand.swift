import Control
import GhostnoteTesting
import LiveDrummer
import PatchFiles
import Playback
import Rhythm
import Sequencing

@testable import Daemon

/// A machine with an engine whose blocks the test makes, without sound and devices.
struct SilentBand {
  let audio: EngineAudio
  let machine: Machine
  /// It ends as it is released.
  let drummer: LiveDrummer

  /// Plays a kick on every beat; patches are loaded from `store`.
  init(_ store: SlowShelf) throws {
    let patch = Patch(pattern: try Pattern(rows: "kick x... x..."))
    let engine = Engine(EngineConfiguration(), program: Program(patch))
    audio = engine.audio
    drummer = LiveDrummer(
      settings: patch.drummer, engine: engine.drummer, loadDrummer: FakeDrummer().loadDrummer)
    machine = Machine(
      patch: patch, path: nil, kitName: "none", engine: engine.control, kits: FakeKitPlayer(),
      store: store, clock: ClockSetup(), devices: FakeClockDevices(), drummer: drummer)
  }
}
