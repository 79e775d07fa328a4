import Commands
import Files
import LiveDrummer
import PatchFiles
import Playback
import Rhythm

/// The document and what plays it: both change together, or neither does.
struct PlayedDocument: Sendable {
  private(set) var document: EditedDocument
  private(set) var player: Player
  /// Tells the time by which a fader's values belong together.
  let moment: @Sendable () -> ContinuousClock.Instant

  init(
    _ document: EditedDocument, player: Player,
    moment: @escaping @Sendable () -> ContinuousClock.Instant
  ) {
    self.document = document
    self.player = player
    self.moment = moment
  }

  var patch: Patch { document.patch }
  var engine: EngineLink { player.engine }

  /// What is heard of the document now.
  var playing: Playing { player.playing(patch) }

  /// What was heard of it where the engine stood so.
  func playing(at status: EngineStatus) -> Playing { player.playing(patch, at: status) }

  /// What a command sees.
  func context(for command: Command) -> CommandContext {
    CommandContext(
      document: document, playing: playing, name: command.undoName, origin: command.origin)
  }

  /// Does what `command` comes to; changes of one group are one to undo.
  mutating func carryOut(
    _ outcome: CommandOutcome, of command: Command
  ) throws(CommandError) -> Reply {
    switch outcome {
    case .reply(let reply): return reply
    case .change(let change, let reply):
      try make(change, group: command.group)
      return reply
    case .turn(let next, let entrance, let message):
      guard message == nil || engine.hasRoom else { throw EngineLink.busy }
      try turn(to: next, as: entrance)
      if let message { try engine.ask(.send(message)) }
      return .done
    case .ask(let message):
      try engine.ask(message)
      return .done
    case .select(let selection):
      document.select(selection, by: command.origin)
      return .selection(SelectionAnswer(selection))
    case .travel(let direction, let count):
      return try travel(direction, by: count, in: command.group).reply
    }
  }

  /// Makes a change of the patch; throws and leaves everything as it was where it can't be played.
  mutating func make(
    _ change: PatchChange, group: UndoGroup? = nil
  ) throws(CommandError) {
    let entrance = change.replacesSong ? songEntrance : change.entrance
    try play(change.patch, kit: change.kit, as: entrance)
    document.make(change, group: group, at: moment())
  }

  /// Makes a change of the patch under that name.
  mutating func edit(
    _ name: String, group: UndoGroup? = nil,
    _ edit: (inout Patch) throws(CommandError) -> Void
  ) throws(CommandError) {
    var edited = patch
    try edit(&edited)
    try make(PatchChange(name, to: edited), group: group)
  }

  /// Makes what joins the change before it.
  mutating func join(_ next: Patch) throws(CommandError) {
    try play(next)
    document.join(next)
  }

  /// Makes another patch the document, of that version of a file, and plays it from its beginning.
  mutating func open(
    _ next: Patch, from file: String?, _ version: FileVersion?, isEdited: Bool, as name: String,
    recovering recovered: UnsavedEdits? = nil
  ) throws(CommandError) {
    try play(next, from: file, as: .opening)
    document.open(
      next, from: file, version, isEdited: isEdited, as: name, recovering: recovered, at: moment())
  }

  /// Notes that the patch is in that file now, which is that version.
  mutating func wasSaved(
    as target: String, _ version: FileVersion?, moved: (KitDescription) -> KitDescription
  ) {
    document.wasSaved(as: target, version, moved: moved)
  }

  /// Gives the drummer other settings. Only another seed for a humanised pattern takes a new program; throws and leaves
  /// everything as it was where the engine takes none.
  mutating func steer(_ settings: DrummerSettings, as command: Command) throws(CommandError) {
    let isSwitched = settings.isOn != patch.drummer.isOn
    var next = patch
    next.drummer = settings
    if !next.playsLike(patch, isOpened: false) {
      guard engine.hasRoom, player.publish(next, insteadOf: patch, as: nil) else {
        throw EngineLink.busy
      }
    }
    document.make(
      PatchChange(command.undoName, to: next), group: command.group, at: moment())
    player.steer(patch, always: isSwitched)
  }

  /// A `select` of `origin` could not be carried out.
  mutating func selectFailed(by origin: CommandOrigin) { document.selectFailed(by: origin) }

  /// No command of `origin` comes any more.
  mutating func forget(_ origin: CommandOrigin) { document.forget(origin) }

  /// What is not kept yet; see `EditedDocument`.
  mutating func takeUnsaved() -> (patch: Patch?, file: String?, recovered: UnsavedEdits?)? {
    document.takeUnsaved()
  }

  /// Clicks as recording asks for, from now on.
  mutating func setRecording(_ isRecording: Bool) throws(CommandError) {
    try player.setRecording(isRecording, patch)
  }

  /// Plays every patch with these controls from now on.
  mutating func setDeviceControls(_ controls: DeviceControls) throws(CommandError) {
    try player.setDeviceControls(controls, patch)
  }

  /// Plays the patch as the drummer would, where it asks for that and the engine began without.
  mutating func humanise() throws(CommandError) {
    guard try player.compiler.humaniser(for: patch) != nil else { return }
    guard player.publish(patch, insteadOf: patch, as: nil) else { throw EngineLink.busy }
  }

  private mutating func turn(to next: Patch, as entrance: SwitchRequest) throws(CommandError) {
    try play(next, as: entrance)
    document.turn(to: next)
  }

  /// Goes back or forth in the history; says whether a change that is undone or redone sets the tempo.
  mutating func travel(
    _ direction: UndoError.Direction, by count: Int, in group: UndoGroup?
  ) throws(CommandError) -> (reply: Reply, setsTempo: Bool) {
    let journey: EditedDocument.Journey
    do throws(UndoError) {
      // Of a gesture, undo takes back what that did, and nothing else.
      if direction == .undo, case .gesture(let gesture)? = group {
        journey = try document.journey(before: gesture, by: count)
      } else {
        journey = try document.journey(direction, by: count)
      }
    } catch {
      throw CommandError(error.description)
    }
    let entrance = journey.replacesSong && !journey.opens ? songEntrance : nil
    try play(
      journey.target.patch, from: journey.target.file, as: entrance, opens: journey.opens)
    document.end(journey)
    let remark: Remark =
      direction == .undo
      ? .undone(count: count, name: journey.name) : .redone(count: count, name: journey.name)
    return (.remark(remark), journey.setsTempo)
  }

  /// How another song takes over: when every edit does, and without the loop of a section, which is one of the song
  /// before.
  private var songEntrance: SwitchRequest {
    SwitchRequest(moment: playing.waiting ?? .now, section: nil)
  }

  private mutating func play(
    _ next: Patch, kit: KitRequest = .ifChanged, as entrance: SwitchRequest? = nil
  ) throws(CommandError) {
    try play(next, from: document.file, kit: kit, as: entrance)
  }

  private mutating func play(
    _ next: Patch, from file: String?, kit: KitRequest = .ifChanged,
    as entrance: SwitchRequest? = nil, opens: Bool = false
  ) throws(CommandError) {
    try player.play(
      next, from: file, insteadOf: document.current, kit: kit, as: entrance, opens: opens)
  }
}
