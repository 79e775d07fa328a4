/// What commands take in one place: a type that knows how it is shown, and how it is read from words.
protocol CommandArgument: Sendable {
  /// As help, completion and pages show it.
  static var parameterShape: ParameterShape { get }

  /// Takes it from the words of a command.
  static func read(_ words: inout ArgumentReader) throws(CommandError) -> Self
}
