import CommandText
public import Commands
public import Files
public import LiveDrummer
public import MusicalTime
public import PatchFiles
public import Playback
public import Rhythm

/// The one door in: carries out commands on the document, and hands the engine what it plays.
///
/// Nothing else changes the document. A command that cannot be carried out throws and changes
/// nothing. Each part owns its state and its rules; here is said which part a command is for.
/// Thread-safe. Real-time: no.
public actor Machine {
  /// The document and what plays it.
  var played: PlayedDocument
  private var files: DocumentFiles
  private var musicFiles = MusicFiles()
  var recording = PatternRecording()
  private var tempo = TempoCommands()
  var assignments: ControlAssignments
  let steering: DrummerSteering
  private let clock: ClockControl
  private let surfaces: any SurfaceDevices
  private nonisolated let transport: TransportControls
  nonisolated let engine: EngineLink

  /// A machine whose engine already plays `patch` by `clock`, with its kit loaded as `kitName`;
  /// `devices` already do what `clock` asks of them, and `drummer` what the patch does. `moment`
  /// tells the time by which a fader's values belong together. What `adapting` does to `patch`, it
  /// does to every patch that is read again. A patch that `isInSession` keeps its path: others are read
  /// into it, and copies are saved of it.
  public init(
    patch: Patch, path: String?, version: FileVersion? = nil, kitName: String,
    engine: consuming sending EngineControl,
    kits: any KitPlayer, store: any PatchStore, clock: ClockSetup, devices: any ClockDevices,
    drummer: LiveDrummer, recovery: any RecoveryStore = NoRecovery(),
    assignments: any AssignmentStore = NoAssignments(),
    surfaces: any SurfaceDevices = NoSurfaces(), isInSession: Bool = false,
    adapting: @escaping @Sendable (inout Patch) -> Void = { _ in },
    moment: @escaping @Sendable () -> ContinuousClock.Instant = { ContinuousClock.now }
  ) {
    let engine = EngineLink(engine, clock: clock, input: patch.input)
    self.engine = engine
    transport = TransportControls(engine: engine, devices: devices)
    played = PlayedDocument(
      EditedDocument(
        patch, file: path, version ?? path.flatMap { FileVersion(of: AbsolutePath.of($0)) }),
      player: Player(
        engine, kit: SoundingKit(kits, name: kitName), drummer: drummer, playing: patch),
      moment: moment)
    files = DocumentFiles(
      store, recovery: recovery, isInSession: isInSession, adapting: adapting)
    self.assignments = ControlAssignments(assignments)
    self.surfaces = surfaces
    steering = DrummerSteering(drummer: drummer)
    self.clock = ClockControl(engine: engine, devices: devices)
  }

  // MARK: Commands

  /// Carries out `command`, or throws and leaves everything as it was.
  public func perform(_ command: Command) throws(CommandError) -> Reply {
    if let reply = try transport.overtake(command) { return reply }
    defer { keepUnsaved() }
    let silence = played.patch.drummerSilence
    let reply = try carryOut(command)
    // After each command, since a pattern that was both renamed and edited is not found again.
    recording.follow(played.patch)
    guard let now = played.patch.drummerSilence, now != silence else { return reply }
    return reply.warning(now)
  }

  private func carryOut(_ command: Command) throws(CommandError) -> Reply {
    switch command.action {
    case .edit, .engine, .kit, .keep, .keepBar, .humanise, .arrange, .grid, .groove, .text,
      .editing:
      let outcome = try outcome(of: command)
      guard case .travel(let direction, let count) = outcome else {
        return try played.carryOut(outcome, of: command)
      }
      let before = played.patch.tempo
      let (reply, setsTempo) = try played.travel(direction, by: count, in: command.group)
      if setsTempo { tempo.follow(from: before, in: played) }
      return reply
    case .transport(let asked):
      // The drummer hears of a jump of our own before it is made.
      if case .locate(let beat) = asked, played.patch.drummer.isOn,
        !transport.leavesTransportToJACK
      {
        steering.expect(beat)
      }
      try transport.perform(asked)
      return .done
    case .tempo(let asked): return try tempo.perform(asked, as: command, in: &played)
    case .clock(let asked): return try clock.perform(asked, asked: tempo.asked)
    case .drummer(let asked): return try steering.perform(asked, as: command, in: &played)
    case .recording(let asked): return try recording.perform(asked, as: command, in: &played)
    case .file(let asked): return try files.perform(asked, in: &played)
    case .midiFile(let asked): return try musicFiles.perform(asked, in: &played)
    case .assigning(let asked): return try assignments.perform(asked, as: command, in: &played)
    case .surface(let asked): return try surfaces.perform(asked)
    case .source(let file):
      throw CommandError("source \(file): only a line can ask for a file's lines")
    case .connection: throw CommandError.needsConnection(command.spec.path)
    case .status, .show, .help, .ask, .askSession, .quit: return try answer(command)
    }
  }

  /// What a command comes to that asks for nothing but the document and the engine.
  private func outcome(of command: Command) throws(CommandError) -> CommandOutcome {
    let context = played.context(for: command)
    switch command.action {
    case .edit(let edit): return .change(try PatchChange(edit, in: context), .done)
    case .engine(let order): return .ask(order.message)
    case .arrange(let asked): return try asked.outcome(in: context)
    case .grid(let asked): return try asked.outcome(in: context)
    case .groove(let asked): return try asked.outcome(in: context)
    case .text(let asked): return try asked.outcome(in: context)
    case .keep(let bars): return try steering.keep(bars: bars, in: context.patch)
    case .keepBar(let number, let choice):
      return try steering.keep(bar: number, as: choice, in: context.patch)
    case .humanise(let asked): return try played.player.compiler.humanising(context.patch, asked)
    case .kit(let soundFont, let program, let bank):
      return context.patch.outcome(
        ofKit: soundFont, program: program, bank: bank, as: context.name)
    case .editing(let asked):
      do throws(CommandError) {
        return try asked.outcome(in: context, seed: UInt64.random(in: .min ... .max))
      } catch {
        if case .select = asked { played.selectFailed(by: command.origin) }
        throw error
      }
    // What a part of the machine carries out, or `answer` replies to.
    case .transport, .tempo, .clock, .drummer, .recording, .file, .midiFile, .assigning, .surface,
      .connection, .source, .status, .show, .help, .ask, .askSession, .quit:
      return .reply(.done)
    }
  }

  private func answer(_ command: Command) throws(CommandError) -> Reply {
    switch command.action {
    case .show: return .text(drawing())
    case .help(let subject):
      return .text(try CommandHelp.text(subject, byConnection: command.origin.isConnection))
    case .ask(let question): return .setting(question.answer(by: played.patch))
    case .askSession(let question):
      return .setting(question.answer(by: SessionState(patch: played.patch, status: status())))
    case .quit: return .quit
    default: return .status(status())
    }
  }

  // MARK: Besides commands

  /// Carries out `command` at once where it is urgent, whatever else is being carried out: the engine
  /// does it in its next block. Nil where it is not, and nothing was done. Thread-safe.
  public nonisolated func overtake(_ command: Command) throws(CommandError) -> Reply? {
    try transport.overtake(command)
  }

  /// Carries out what controllers ask for that is urgent, and leaves the rest to `attend`; says what
  /// could not be done. Calls `expect` before, where there is something. Thread-safe; call it while `attend` has to
  /// wait, or between two.
  public nonisolated func attendUrgent(expecting expect: () -> Void = {}) -> [CommandError] {
    transport.attend(expecting: expect)
  }

  /// Whether a control is assigned to something urgent, besides those that work from the beginning. Thread-safe.
  public nonisolated var hasUrgentControls: Bool { engine.hasUrgentControls }

  /// How many frames the engine has made. Thread-safe.
  public nonisolated var framesMade: Int64 { engine.status().frame.index }

  /// Whether the song moved in the latest block. Thread-safe.
  public nonisolated var isRolling: Bool { engine.status().isRolling }

  /// Lets everything stop on `beat`, or nowhere. Thread-safe.
  public nonisolated func limit(to beat: Beats?) throws(CommandError) {
    try engine.ask(.limit(beat))
  }

  /// A `select` of `origin` could not be read: no edit of its own goes on as if it had been.
  public func selectFailed(by origin: CommandOrigin) { played.selectFailed(by: origin) }

  /// No command of `origin` comes any more: a client has gone.
  public func forget(_ origin: CommandOrigin) { played.forget(origin) }

  /// Plays the patch with a drummer's timing where it asks for that, and the engine began without; throws
  /// why there is none.
  public func humanise() throws(CommandError) { try played.humanise() }

  /// Plays every patch with what is kept for this machine from now on; throws where it cannot be read.
  public func takeDeviceControls() throws(CommandError) {
    try assignments.takeKept(in: &played)
  }

  /// What was edited and not saved, but for what is played, the latest first.
  public func unsavedEdits() -> [UnsavedEdits] {
    files.unsaved(besides: played.document.recovered)
  }

  /// The name of the patch that is played.
  public var patchName: String { played.patch.name }

  /// Hands over what is edited and not saved, as often as that changes.
  func keepUnsaved() { files.keepUnsaved(of: &played) }

  /// Ends cleanly: Stop, and the note-offs of what sounds; returns once the engine has made
  /// them leave, or after half a second without a driver.
  public func finish() async {
    guard engine.send(.finish) else { return }
    await engine.settle()
  }

  /// Ends all notes held on pads, when their device has gone and will not end them; `attend` ends the
  /// switches that are held.
  public func releaseHeldNotes() {
    _ = engine.send(.releaseHeld)
    engine.releaseSwitches()
  }

  /// Waits until the engine has done what it was asked for, half a second at most.
  public func settle() async { await engine.settle() }

  /// Waits until the engine has moved the song as it was asked to last, half a second at most: what is asked for after
  /// that goes by the place where the song is.
  public func settleMove() async { await engine.settleMove() }

  /// What is left of `patience` where it is to be waited until the engine takes all that a command may ask of it; nil
  /// where it takes that, or has carried out nothing for a second.
  public func awaitsRoom(_ patience: RoomPatience) -> RoomPatience? { engine.awaitsRoom(patience) }

  /// Waits until the engine takes all that a command may ask of it, or has carried out nothing for a second.
  public func makeRoom() async {
    var patience = RoomPatience()
    while let left = awaitsRoom(patience) {
      patience = left
      try? await Task.sleep(for: RoomPatience.pause)
    }
  }
}

extension Reply {
  /// The same with a warning, where it says what was done.
  fileprivate func warning(_ text: String) -> Reply {
    switch self {
    case .done: .remark(.warning(text: text))
    case .remarks(let remarks): .remarks(remarks + [.warning(text: text)])
    default: self
    }
  }
}
