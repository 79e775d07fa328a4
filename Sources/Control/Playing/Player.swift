import Commands
import LiveDrummer
import MusicalTime
import Playback
import Rhythm
import Sequencing

/// What plays the document: the engine, the kit and the drummer.
///
/// What is not touched is not made again: a level or a tempo compiles nothing.
struct Player: Sendable {
  let engine: EngineLink
  private let drummer: LiveDrummer
  private(set) var compiler: ProgramCompiler
  private(set) var kit: SoundingKit
  private(set) var deviceControls = DeviceControls()
  private var arrangement = Arrangement()
  private var isRecording = false

  /// The engine plays `patch` already.
  init(_ engine: EngineLink, kit: SoundingKit, drummer: LiveDrummer, playing patch: Patch) {
    self.engine = engine
    self.kit = kit
    self.drummer = drummer
    compiler = ProgramCompiler(drummer)
    if patch.metronome != MetronomeSettings() { _ = engine.send(.metronome(metronome(of: patch))) }
  }

  /// What is heard of `patch` now.
  func playing(_ patch: Patch) -> Playing { playing(patch, at: engine.status()) }

  /// What was heard of it where the engine stood so.
  func playing(_ patch: Patch, at status: EngineStatus) -> Playing {
    arrangement.playing(patch, status)
  }

  /// Plays `next` of a file in place of `former`; throws and plays on where it can't be. Undo and redo of an opening
  /// have no entrance, and say that it `opens`.
  mutating func play(
    _ next: Patch, from file: String?, insteadOf former: Document, kit request: KitRequest,
    as entrance: SwitchRequest?, opens: Bool
  ) throws(CommandError) {
    let patch = former.patch
    let isOpened = opens || entrance?.opens == true
    let endsLoop = isOpened && arrangement.loopedSection != nil
    let isCompiled = entrance != nil || endsLoop || !next.playsLike(patch, isOpened: isOpened)
    // Asked first, because a kit that is installed cannot be taken back.
    guard engine.hasRoom else { throw EngineLink.busy }
    // What was there is within the limits, so that faders and switches of a pattern cost nothing here.
    if isCompiled, next.patterns != patch.patterns || next.song != patch.song {
      try CommandError.wrapping { () throws(PatchRuleError) in try next.checkCost() }
    }
    let loaded = try kit.load(
      next.kit, from: file, insteadOf: patch.kit, from: former.file, request)
    if next.tempo != patch.tempo { try engine.ask(.tempo(next.tempo)) }
    if isCompiled {
      guard publish(next, insteadOf: patch, as: entrance, isOpened: isOpened) else {
        throw EngineLink.busy
      }
    }
    if next.metronome != patch.metronome { try engine.ask(.metronome(metronome(of: next))) }
    kit.apply(loaded)
    // A patch that is read again stays the same one.
    if isOpened, file != former.file || next.name != patch.name {
      drummer.open(next.playableDrummer)
    } else if next.playableDrummer != patch.playableDrummer {
      steer(next, always: true)
    }
    if next.input != patch.input { engine.setInput(deviceControls.played(next).input) }
  }

  /// Hands the engine a program of `next`, which may be of a file that is opened; false when it takes no more.
  mutating func publish(
    _ next: Patch, insteadOf patch: Patch, as entrance: SwitchRequest?, isOpened: Bool = false
  ) -> Bool {
    // What is opened by undo or redo has no entrance, and comes in like what is loaded: without a section's loop.
    let entrance = entrance ?? (isOpened ? .opening : nil)
    if isOpened { compiler.open(next) }
    let section = arrangement.section(in: next, of: patch, as: entrance)
    let program = program(of: next, section: section)
    // As the song stands once it is compiled, which may take longer than a bar.
    let now = engine.status()
    let takeover = arrangement.takeover(by: next, of: patch, as: entrance, now)
    let shift = ProgramShift(takeover.shift, after: now.landings)
    guard engine.publish(program, at: takeover.moment, shift: shift) else { return false }
    arrangement.begin(takeover, message: engine.sent)
    // A pad of another map could not end the fill that it holds.
    if next.input != patch.input { _ = engine.send(.fill(false)) }
    return true
  }

  /// What `patch` plays, or only that section of its song.
  mutating func program(of patch: Patch, section: Int?) -> Program {
    compiler.program(of: deviceControls.played(patch), section: section)
  }

  /// Lets the drummer play as `patch` says.
  func steer(_ patch: Patch, always: Bool) { drummer.steer(patch.playableDrummer, always: always) }

  /// Clicks as recording asks for, from now on.
  mutating func setRecording(_ isRecording: Bool, _ patch: Patch) throws(CommandError) {
    try engine.ask(.metronome(Metronome(patch.metronome, isRecording: isRecording)))
    self.isRecording = isRecording
  }

  /// Plays `patch` and every other with these controls from now on.
  mutating func setDeviceControls(
    _ controls: DeviceControls, _ patch: Patch
  ) throws(CommandError) {
    let former = deviceControls
    deviceControls = controls
    guard publish(patch, insteadOf: patch, as: nil) else {
      deviceControls = former
      throw EngineLink.busy
    }
    engine.setInput(controls.played(patch).input)
  }

  private func metronome(of patch: Patch) -> Metronome {
    Metronome(patch.metronome, isRecording: isRecording)
  }
}
