import Commands
public import LiveDrummer
import MusicalTime
public import PatchFiles
public import Playback
public import Rhythm

/// The one door in: applies commands to the patch and hands the engine what it plays.
///
/// Nothing else changes the document. A command that cannot be carried out throws and changes
/// nothing. Thread-safe. Real-time: no.
public actor Machine {
  var patch: Patch {
    didSet {
      hasToKeep = true
      documentRevision += 1
    }
  }
  /// Counts the changes of the patch.
  var documentRevision = 0
  var path: String? { didSet { hasToKeep = true } }
  var isEdited = false { didSet { hasToKeep = true } }
  /// Whether the recovery has not heard of the document as it is now.
  var hasToKeep = false
  var selection: Selection? {
    didSet { hasFailedToSelect = false }
  }
  /// Whether the last `select` failed, and nothing was selected since.
  var hasFailedToSelect = false
  var history = UndoHistory<Document>()
  let moment: @Sendable () -> ContinuousClock.Instant
  var arrangement = Arrangement()
  var recording = Recording()
  var exports = WrittenFiles()
  var saves = WrittenFiles()
  /// The kit that sounds.
  var kitName: String
  /// When `tap` was asked for lately.
  var taps = TapTempo()
  /// How often a tempo was asked for while another program's beat led, and the last one.
  var askedTempo: (count: Int, last: Tempo?) = (0, nil)
  /// How many programs were compiled so far.
  public internal(set) var programCount = 0
  let engine: EngineLink
  let kits: any KitPlayer
  let store: any PatchStore
  nonisolated let devices: any ClockDevices
  let drummer: LiveDrummer
  /// What is said in place of every patch that is read again.
  let adapt: @Sendable (inout Patch) -> Void
  let recovery: any RecoveryStore
  /// Where assignments are kept that every patch gets.
  let assignments: any AssignmentStore
  /// The controllers with lights.
  let surfaces: any SurfaceDevices
  /// Whether the patch belongs to a session, which alone says where it is kept.
  let isInSession: Bool
  var deviceControls: [ControlAssignment] = []
  /// What the next control that is used is to do.
  var learning: Learning?

  /// A machine whose engine already plays `patch` by `clock`, with its kit loaded as `kitName`;
  /// `devices` already do what `clock` asks of them, and `drummer` what the patch does. `moment`
  /// tells the time by which a fader's values belong together. What `adapting` does to `patch`, it
  /// does to every patch that is read again. A patch that `isInSession` keeps its path: others are read
  /// into it, and copies are saved of it.
  public init(
    patch: Patch, path: String?, kitName: String, engine: consuming sending EngineControl,
    kits: any KitPlayer, store: any PatchStore, clock: ClockSetup, devices: any ClockDevices,
    drummer: LiveDrummer, recovery: any RecoveryStore = NoRecovery(),
    assignments: any AssignmentStore = NoAssignments(),
    surfaces: any SurfaceDevices = NoSurfaces(), isInSession: Bool = false,
    adapting: @escaping @Sendable (inout Patch) -> Void = { _ in },
    moment: @escaping @Sendable () -> ContinuousClock.Instant = { ContinuousClock.now }
  ) {
    self.patch = patch
    self.path = path
    self.kitName = kitName
    self.engine = EngineLink(engine, clock: clock, input: patch.input)
    self.kits = kits
    self.store = store
    self.devices = devices
    self.drummer = drummer
    adapt = adapting
    self.recovery = recovery
    self.assignments = assignments
    self.surfaces = surfaces
    self.isInSession = isInSession
    self.moment = moment
    if patch.metronome != MetronomeSettings() {
      _ = self.engine.send(.metronome(Metronome(patch.metronome, isRecording: false)))
    }
  }

  /// Ends cleanly: Stop, and the note-offs of what sounds; returns once the engine has made
  /// them leave, or after half a second without a driver.
  public func finish() async {
    guard engine.send(.finish) else { return }
    await settle()
  }

  /// Ends all notes held by hand, when their device has gone and will not end them.
  public func releaseHeldNotes() { _ = engine.send(.releaseHeld) }

  /// Waits until the engine has done what it was asked for, half a second at most.
  public func settle() async {
    for _ in 0..<100 where !engine.isCaughtUp() {
      try? await Task.sleep(for: .milliseconds(5))
    }
  }

  /// Waits until the engine takes all that a command may ask of it: with long periods that is up to the
  /// next block. Gives up where it carries out nothing for a second, as under a server that hangs.
  public func makeRoom() async {
    var done = engine.status().messagesDone
    var looks = 0
    while engine.room < Self.mostMessages, looks < 200 {
      engine.collect()
      try? await Task.sleep(for: .milliseconds(5))
      let now = engine.status().messagesDone
      (done, looks) = (now, now == done ? looks + 1 : 0)
    }
  }

  /// The most messages that one command sends: tempo, program, the end of a fill, metronome and a Program
  /// Change, and one to spare.
  static let mostMessages = 6

  static let busy = CommandError("the engine takes no more for now: try again")
}
