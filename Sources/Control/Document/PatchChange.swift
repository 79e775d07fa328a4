import Commands
import MIDI
import Playback
import Rhythm

/// What a command makes of the patch: one change, which `undo` takes back under its name.
struct PatchChange: Sendable {
  var name: String
  var patch: Patch
  /// What is selected then; nil leaves what is.
  var selection: Selection??
  /// Why its kit is loaded.
  var kit = KitRequest.ifChanged
  /// How what is played then takes over; nil goes on where the song is.
  var entrance: SwitchRequest?
  /// Whether it puts another song in place of the one before, whose loop of a section ends then, also with undo and
  /// redo; it needs no entrance.
  var replacesSong = false

  init(
    _ name: String, to patch: Patch, selecting selection: Selection?? = nil,
    kit: KitRequest = .ifChanged, as entrance: SwitchRequest? = nil, replacesSong: Bool = false
  ) {
    self.name = name
    self.patch = patch
    self.selection = selection
    self.kit = kit
    self.entrance = entrance
    self.replacesSong = replacesSong
  }

  /// The change that a row of the table declares.
  init(_ edit: PatchEdit, in context: CommandContext) throws(CommandError) {
    var edited = context.patch
    try edit.apply(to: &edited)
    self.init(context.name, to: edited)
  }

  /// A change that the patch's rules may refuse.
  init(
    _ name: String, of patch: Patch, as entrance: SwitchRequest? = nil,
    _ edit: (inout Patch) throws(PatchRuleError) -> Void
  ) throws(CommandError) {
    var edited = patch
    do throws(PatchRuleError) { try edit(&edited) } catch {
      throw CommandError(error.description)
    }
    self.init(name, to: edited, as: entrance)
  }
}

/// How a program begins that takes over.
struct SwitchRequest: Sendable, Hashable {
  var moment: SwitchMoment
  /// The only section to play.
  var section: Int?
  /// Whether it is of a patch that is opened.
  var opens = false

  /// At once and from a document that is opened.
  static let opening = SwitchRequest(moment: .now, section: nil, opens: true)
}

/// What a command comes to that asks for nothing but the document.
enum CommandOutcome: Sendable {
  /// It looks only, or has nothing to do.
  case reply(Reply)
  /// It changes the patch.
  case change(PatchChange, Reply)
  /// It plays another pattern or the song: no edit, so that undo leaves it as it is. The message is sent
  /// to other devices.
  case turn(to: Patch, as: SwitchRequest, telling: ShortMessage? = nil)
  /// It asks something of the engine.
  case ask(EngineMessage)
  /// It selects.
  case select(Selection?)
  /// It goes back or forth in the history.
  case travel(UndoError.Direction, by: Int)
}

/// What a command sees: the document, and what of it is played.
struct CommandContext: Sendable {
  var document: EditedDocument
  var playing: Playing

  var patch: Patch { document.patch }

  /// The name that undo has for what is asked.
  var name: String
  /// Who asks.
  var origin = CommandOrigin.console

  /// Refuses an edit of what is selected after a `select` of the same origin that failed.
  func checkSelection() throws(CommandError) {
    try document.checkSelection(for: name, by: origin)
  }

  /// Refuses an edit at a place that it names where lanes have grids of their own: on which one it is, what is selected
  /// decides.
  func checkSelectedGrid() throws(CommandError) {
    guard patch.pattern.lanes.contains(where: { $0.grid != nil }) else { return }
    try checkSelection()
  }
}
