import Rhythm

/// Commands about status and help.
enum HelpRows {
  static let all: [CommandSpec] = [
    CommandSpec("status", does: "the state of the session") { .status }.query,
    CommandSpec(
      "help", .optional(.helpTopic), does: "the commands, those of a topic, or one in full",
      as: "help", "help clock", "help step"
    ) { .help($0) }.alias("?").query,
  ]
}

extension Parameter where Value == String {
  fileprivate static var helpTopic: Self {
    let shape = ParameterShape(
      "TOPIC|COMMAND", "a topic or a command",
      .text(words: CommandTopic.allCases.map(\.rawValue), names: [.command]))
    return Self(shape) { words throws(CommandError) in words.rest().joined(separator: " ") }
  }
}
