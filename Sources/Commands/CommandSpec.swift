import Playback
import Rhythm

/// What may be asked by whom; each level may ask what those before it may.
public enum AccessLevel: String, Sendable, Hashable, Codable, CaseIterable, Comparable {
  /// Looks and lists.
  case watch
  /// Starts, stops, strikes, and what is held while playing.
  case play
  /// Changes the document and how it is played.
  case edit
  /// Reads and writes files of the user's folders by name.
  case files
  /// Ends the process, and reads and writes files wherever they are.
  case admin

  /// Ordered by what they allow: watch, play, edit, files, admin.
  public static func < (a: Self, b: Self) -> Bool {
    allCases.firstIndex(of: a) ?? 0 < allCases.firstIndex(of: b) ?? 0
  }
}

/// What a command changes, so that no more than that is made again.
public enum Aspect: String, Sendable, Hashable, Codable, CaseIterable {
  /// The rhythm: the program is compiled again.
  case music
  /// How drums sound.
  case kit
  case tempo
  /// Metronome and count-in.
  case clicks
  /// What notes and controllers mean.
  case input
  case drummer
  /// Whose clock leads and what is sent.
  case clock
  case transport
}

/// What a command is about, as `help` groups them.
public enum CommandTopic: String, Sendable, Hashable, Codable, CaseIterable {
  case transport, files, steps, sound, selection, grid, groove, pattern, song, record, drummer,
    clock
  case midi, connection, help

  /// One line for `help`.
  public var meaning: String {
    switch self {
    case .transport: "play, stop, tempo"
    case .files: "load, save, import, undo"
    case .steps: "write and silence drums"
    case .sound: "kit, levels and how each drum sounds"
    case .selection: "select hits and markers, and change them"
    case .grid: "grids, uneven time, and what writes rhythms"
    case .groove: "swing, grooves and human timing"
    case .pattern: "several patterns, and the pattern as text"
    case .song: "an order of patterns"
    case .record: "record what is played; metronome"
    case .drummer: "the drummer that invents"
    case .clock: "follow or send a clock"
    case .midi: "pads, faders and buttons"
    case .connection: "for clients of the control socket"
    case .help: "status and help"
    }
  }
}

/// A command's row in the table: everything that is known of it before it is carried out.
public struct CommandSpec: Sendable {
  /// The words it begins with, as in `clock source`.
  public let path: String
  /// What it does, in one line.
  public let meaning: String
  /// Lines as they are typed, one at least.
  public let examples: [String]
  /// Other words for `path`.
  public private(set) var aliases: [String] = []
  /// The topic of `help` that lists it.
  public internal(set) var topic = CommandTopic.help
  /// What it takes after `path`.
  private(set) var arguments: CommandArguments
  private var traits = CommandTraits()
  /// What it sets, as it stands.
  private(set) var state = CommandState()
  private var undo = UndoName()

  init(
    _ path: String, _ meaning: String, _ examples: [String],
    _ described: (shapes: [ParameterShape], probes: [Probe]),
    read: @escaping @Sendable (inout ArgumentReader) throws(CommandError) -> Command.Action
  ) {
    self.path = path
    self.meaning = meaning
    self.examples = examples.isEmpty ? [path] : examples
    arguments = CommandArguments(
      parameters: described.shapes, probes: described.probes, read: read)
  }

  /// Parameters as they are shown, and as they are tried.
  static func described<each Value: Sendable>(
    _ parameter: repeat Parameter<each Value>
  ) -> (shapes: [ParameterShape], probes: [Probe]) {
    var shapes: [ParameterShape] = []
    var probes: [Probe] = []
    for one in repeat each parameter {
      shapes.append(one.shape)
      probes.append(
        Probe(shape: one.shape) { words throws(CommandError) in _ = try one.read(&words) })
    }
    return (shapes, probes)
  }

  /// A command that a part of the machine carries out, to which its family belongs.
  init<each Value: Sendable>(
    _ path: String, _ parameter: repeat Parameter<each Value>, does meaning: String,
    as examples: String...,
    make:
      @escaping @Sendable (repeat each Value) throws(CommandError) -> Command.Action
  ) {
    let all = (repeat each parameter)
    self.init(path, meaning, examples, Self.described(repeat each parameter)) {
      (words: inout ArgumentReader) throws(CommandError) -> Command.Action in
      try make(repeat try (each all).read(&words))
    }
  }

  /// A command that changes the patch and asks nothing else of anybody: `change` is all of it.
  init<each Value: Sendable>(
    editing path: String, _ parameter: repeat Parameter<each Value>, does meaning: String,
    as examples: String...,
    change:
      @escaping @Sendable (inout Patch, repeat each Value) throws(CommandError) -> Void
  ) {
    let all = (repeat each parameter)
    self.init(path, meaning, examples, Self.described(repeat each parameter)) {
      (words: inout ArgumentReader) throws(CommandError) -> Command.Action in
      let values = (repeat try (each all).read(&words))
      return .edit(
        PatchEdit(path, words.taken) { (patch: inout Patch) throws(CommandError) in
          try change(&patch, repeat each values)
        })
    }
  }

  /// A command that asks something of the engine alone: `message` is all of it.
  init<each Value: Sendable>(
    engine path: String, _ parameter: repeat Parameter<each Value>, does meaning: String,
    as examples: String...,
    message:
      @escaping @Sendable (repeat each Value) throws(CommandError) -> EngineMessage
  ) {
    let all = (repeat each parameter)
    self.init(path, meaning, examples, Self.described(repeat each parameter)) {
      (words: inout ArgumentReader) throws(CommandError) -> Command.Action in
      let message = try message(repeat try (each all).read(&words))
      return .engine(EngineOrder(path, words.taken, message))
    }
  }

  /// The line as it is typed, with what follows in place of arguments.
  public var usage: String {
    // Asked without arguments, it says how that is set.
    let isShown = state.question != nil
    let words = parameters.map { isShown ? $0.optional.usage : $0.usage }
    return ([path] + words).joined(separator: " ")
  }

  /// What undo calls a command of this row with these arguments.
  func undoName(_ arguments: [String]) -> String { undo.text(path, arguments) }

  /// Whether it is meant by these words, where several rows have one path.
  func accepts(_ words: ArgumentReader) -> Bool { arguments.accepts(words) }

  /// What it asks for with the arguments that `words` has.
  func read(_ words: inout ArgumentReader) throws(CommandError) -> Command.Action {
    try arguments.read(&words)
  }
}

// MARK: What is known of a row

extension CommandSpec {
  /// What it takes, in order.
  public var parameters: [ParameterShape] { arguments.parameters }
  /// What a client must be allowed to do to give it.
  public var access: AccessLevel { traits.access }
  /// What it changes of what is played.
  public var touches: Set<Aspect> { traits.touches }
  /// Whether a fader may send many of them in a row, of which the last counts.
  public var isStream: Bool { traits.isStream }
  /// Whether it goes on from what there is: of many in a row each counts.
  public var isRelative: Bool { traits.isRelative }
  /// Whether it goes before all that is being carried out: it acts on the next block.
  public var isUrgent: Bool { traits.isUrgent }
  /// Whether all of the line after `path` is one argument, quotes and semicolons included.
  public var takesRawText: Bool { traits.takesRawText }
  /// Whether it concerns the connection that its line came by: only a client of the control socket can ask for it.
  public var isOfConnection: Bool { traits.isOfConnection }
  /// Whether it only looks: its reply is what it is for.
  public var isQuery: Bool { access == .watch }
}

// MARK: What a row says besides

extension CommandSpec {
  func alias(_ words: String...) -> Self { with { $0.aliases = words } }
  func access(_ level: AccessLevel) -> Self { with { $0.traits.access = level } }
  func touching(_ aspects: Aspect...) -> Self { with { $0.traits.touches = Set(aspects) } }
  func undone(as name: String, naming count: Int = 0) -> Self {
    with { $0.undo = UndoName(words: name, arguments: count) }
  }
  func undone(naming count: Int) -> Self { with { $0.undo.arguments = count } }
  func when(_ accepts: @escaping @Sendable (ArgumentReader) -> Bool) -> Self {
    with { $0.arguments.accepts = accepts }
  }
  /// Without arguments it says what `answer` reads from the session, where the patch alone does not tell.
  func showing(inSession answer: @escaping @Sendable (SessionState) -> SettingAnswer) -> Self {
    with { $0.state.question = .askSession(SessionQuestion(path, [], read: answer)) }
  }
  /// Without arguments it says what `answer` reads from the patch.
  func showing(from answer: @escaping @Sendable (Patch) -> SettingAnswer) -> Self {
    with { $0.state.question = .ask(PatchQuestion(path, [], read: answer)) }
  }
  /// A fader that moves it picks up this value, given the arguments without the last one.
  func faded(by current: @escaping @Sendable (Patch, [String]) -> Double?) -> Self {
    with { $0.state.current = current }
  }
  /// The same of a setting that has no other argument.
  func faded(from current: @escaping @Sendable (Patch) -> Double) -> Self {
    faded { patch, arguments in arguments.isEmpty ? current(patch) : nil }
  }
  /// The same as a question.
  var asking: Self {
    with { $0.traits.becomeQuestion() }
  }
  /// A fader may send many of them in a row.
  var stream: Self { with { $0.traits.isStream = true } }
  /// It goes on from what there is.
  var relative: Self { with { $0.traits.isRelative = true } }
  /// It goes before what is being carried out.
  var urgent: Self { with { $0.traits.isUrgent = true } }
  var rawText: Self { with { $0.traits.takesRawText = true } }
  /// It concerns the connection that its line came by.
  var ofConnection: Self { with { $0.traits.isOfConnection = true } }
  /// Its reply is what it is for.
  var query: Self { access(.watch) }

  func of(_ topic: CommandTopic) -> Self { with { $0.topic = topic } }

  private func with(_ change: (inout Self) -> Void) -> Self {
    var spec = self
    change(&spec)
    return spec
  }
}
