public import Commands
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
  private var kitName: String
  /// When `tap` was asked for lately.
  var taps = TapTempo()
  /// How many programs were compiled so far.
  public internal(set) var programCount = 0
  let engine: EngineLink
  private let kits: any KitPlayer
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

  /// How things stand.
  public func status() -> MachineStatus {
    var status = MachineStatus(
      patch: patch, file: path, isEdited: isEdited, kit: kitName, keys: kits.keys,
      engine: engine.status(), clock: clock, drummer: drummerStatus(), heard: heard,
      arrangement: arrangementStatus, recording: recordingStatus(engine.status()))
    status.droppedHits += Int64(kits.droppedHits)
    return status
  }

  /// The pattern as text, with the step that is played marked while rolling; blocks of the pattern
  /// where it is wider than `columns`.
  public func drawing(columns: Int = PatternGrid.usualColumns) -> String {
    PatternGrid.drawing(of: patch.pattern, playhead: playhead, columns: columns)
  }

  /// The block of the drawing that is played.
  public func page(columns: Int) -> String {
    PatternGrid.page(of: patch.pattern, playhead: playhead, columns: columns)
  }

  /// The step of the selected pattern that is played; nil while another is, or at rest.
  private var playhead: Int? {
    let now = engine.status()
    let heard = heard.pattern(at: now.place)
    let isHeard = now.isRolling && heard.name == patch.pattern.name
    return isHeard ? patch.pattern.step(at: now.beatInLoop) : nil
  }

  /// Reads what came from the audio side: carries out what controllers ask for, frees what is done
  /// with. Call every few milliseconds. With `collectsHits`, what was struck is returned.
  public func attend(collectsHits: Bool = false) -> PollResult {
    // Looked at first: what fell before that is among the events.
    let seen = engine.status()
    var asked: [Command] = []
    var strokes: [HeardHit] = []
    var failures: [CommandError] = []
    var hits: [StruckHit] = []
    var learned: [AssignmentRow] = []
    let patch = patch
    while let event = engine.nextEvent() {
      if case .stroke(let stroke) = event { strokes.append(stroke) }
      if collectsHits, let hit = StruckHit(event) { hits.append(hit) }
      do throws(CommandError) {
        if learning != nil, case .control = event {
          if let row = try learn(from: event) { learned.append(row) }
          continue
        }
        guard let command = try engine.command(for: event, value: patch.setting) else { continue }
        // A fader on the move sends hundreds of values, of which only the last counts.
        if asked.last?.isOvertaken(by: command) == true { asked.removeLast() }
        asked.append(command)
      } catch { failures.append(error) }
    }
    failures += record(strokes, at: seen)
    for command in asked {
      do throws(CommandError) { _ = try perform(command) } catch { failures.append(error) }
    }
    engine.settleControls()
    do throws(CommandError) { learned += try learn().map { [$0] } ?? [] } catch {
      failures.append(error)
    }
    keepUnsaved()
    engine.collect()
    kits.collect()
    let now = engine.status()
    return PollResult(
      failures: failures, isRolling: now.isRolling, position: now.position,
      pattern: self.patch.pattern,
      leader: now.leader, clock: ClockStatus(now, setup: clock),
      losses: [
        .starvedBars: now.starvedBars, .hits: now.droppedHits, .cues: now.droppedCues,
        .messages: now.droppedMessages,
      ],
      needsDevices: now.isRolling || now.isCountingIn || clock.isAlwaysAwake, hits: hits,
      learned: learned, isEdited: isEdited)
  }

  /// The most messages that one command sends: tempo, program, the end of a fill, metronome and a Program
  /// Change, and one to spare.
  static let mostMessages = 6

  static let busy = CommandError("the engine takes no more for now: try again")

  func edit(_ command: Command) throws(CommandError) {
    var edited = patch
    do throws(PatternError) { try edited.apply(command.action) } catch {
      throw CommandError(error.description)
    }
    var request = KitRequest.ifChanged
    if case .kit(let soundFont, _, _) = command.action {
      request = soundFont == nil ? .again : .named
    }
    try change(
      command.undoName, to: edited, isStream: command.spec.isStream, kit: request)
  }

  /// Makes a change of the patch under that name.
  func edit(
    _ name: String, isStream: Bool = false, _ edit: (inout Patch) throws(CommandError) -> Void
  ) throws(CommandError) {
    var edited = patch
    try edit(&edited)
    try change(name, to: edited, isStream: isStream)
  }

  /// Makes `next` the document: loads its kit where that changed, then plays it, where nothing is
  /// said in place of what it was.
  func adopt(
    _ next: Patch, from file: String?, kit request: KitRequest = .ifChanged,
    as entrance: SwitchRequest? = nil
  ) throws(CommandError) {
    // Asked first, because a kit that is installed cannot be taken back.
    guard engine.room >= Self.mostMessages else { throw Self.busy }
    let kitChanges =
      request != .ifChanged || next.kit.soundFont != patch.kit.soundFont
      || next.kit.program != patch.kit.program || next.kit.bank != patch.kit.bank
      || next.kit.keyMap != patch.kit.keyMap || next.kit.sources != patch.kit.sources
      // Drums with effects are sounded apart, which takes a kit prepared for it.
      || (next.kit.hasEffects && !patch.kit.hasEffects)
      // A relative path means another file beside another patch.
      || ((next.kit.soundFont != nil || !next.kit.sources.isEmpty) && file != path)
    let loaded = try CommandError.wrapping { () throws(KitPlayerError) in
      kitChanges ? try kits.load(next.kit, of: file, isAskedFor: request == .named) : kitName
    }
    if next.tempo != patch.tempo { try send(.tempo(next.tempo)) }
    // What is not touched is not made again: a level or a tempo compiles nothing.
    if entrance != nil || !next.playsLike(patch, section: arrangement.loopedSection) {
      guard publish(next, as: entrance) else { throw Self.busy }
    }
    if next.metronome != patch.metronome { try send(.metronome(metronome(of: next))) }
    if kitChanges || next.kit != patch.kit { kits.apply(next.kit) }
    kitName = loaded
    let playable = next.playableDrummer
    if playable != patch.playableDrummer { drummer.steer(playable, always: true) }
    // What is selected is of one pattern, wherever that is moved and whatever it is called.
    if next.selected != patch.selected, next.pattern.name != patch.pattern.name { selection = nil }
    if next.input != patch.input { engine.setInput(played(next).input) }
    patch = next
  }

  /// Why a kit is loaded.
  enum KitRequest {
    /// Only where the patch says another.
    case ifChanged
    /// As asked for, changed or not: a MIDI program change may have been heard since.
    case again
    /// The same, and the SoundFont was named.
    case named
  }
}
