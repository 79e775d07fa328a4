import Rhythm

/// How a command is carried out, and by whom it may be given.
struct CommandTraits: Sendable {
  var access = AccessLevel.edit
  var touches: Set<Aspect> = []
  var isStream = false
  var isRelative = false
  var isUrgent = false
  var takesRawText = false
  var isOfConnection = false

  /// The same command, asked: it changes nothing.
  mutating func becomeQuestion() { (access, touches, isStream) = (.watch, [], false) }
}

/// What a command takes after its path: how it is shown, tried and read.
struct CommandArguments: Sendable {
  let parameters: [ParameterShape]
  /// The parameters, read only to see how far words go.
  let probes: [CommandSpec.Probe]
  /// What the command asks for with the arguments that are read.
  let read: @Sendable (inout ArgumentReader) throws(CommandError) -> Command.Action
  /// Whether the command is meant by these words, where several rows have one path.
  var accepts: @Sendable (ArgumentReader) -> Bool = { _ in true }
}

/// What a command sets, as it stands in the patch.
struct CommandState: Sendable {
  /// What the command asks where it is given without arguments; nil where it needs them.
  var question: Command.Action?
  /// What a fader that moves it picks up: the setting's value, from the patch and the arguments without
  /// the last one; nil where these are not meant.
  var current: @Sendable (Patch, [String]) -> Double? = { _, _ in nil }
}

/// What undo calls a command.
struct UndoName: Sendable {
  /// The words, where they are not the command's path.
  var words: String?
  /// How many arguments are named beside them.
  var arguments = 0

  func text(_ path: String, _ arguments: [String]) -> String {
    ([words ?? path] + arguments.prefix(self.arguments)).joined(separator: " ")
  }
}
