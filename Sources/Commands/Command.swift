import MusicalTime

/// One thing that a person or a device asks for: a row of the table, and arguments in their ranges.
///
/// Only the table makes commands, from words or from JSON, so that an ill-formed one cannot be.
public struct Command: Sendable {
  /// What is to be done.
  public let action: Action
  /// Its row.
  public let spec: CommandSpec
  /// The words after the path, each in its usual spelling.
  public let arguments: [String]

  /// Whether the reply is wanted as JSON: the line ends in `--json`.
  public internal(set) var wantsJSON = false

  /// The file and the line that it was read from, as errors begin with them; nil for what was typed.
  public private(set) var place: String?

  /// Who sent it.
  public private(set) var origin = CommandOrigin.console

  /// The gesture that it is part of, by the mark that its client chose; nil for none.
  public private(set) var gesture: String?

  init(_ action: Action, _ spec: CommandSpec, _ arguments: [String]) {
    self.action = action
    self.spec = spec
    self.arguments = arguments
  }

  /// The same, read from that place, unless it was read from a file that is named there.
  package func read(from place: String) -> Self {
    var command = self
    command.place = self.place ?? place
    return command
  }

  /// The same, sent by `origin` as part of `gesture`.
  public func sent(by origin: CommandOrigin, in gesture: String? = nil) -> Self {
    var command = self
    command.origin = origin
    command.gesture = gesture
    return command
  }

  /// With which changes its own is one to undo; nil for what is a change by itself.
  public var group: UndoGroup? {
    if let gesture { return .gesture(gesture) }
    return spec.isStream ? .stream(origin) : nil
  }

  /// What undo calls it.
  public var undoName: String { spec.undoName(arguments) }

  /// The command as a line that reads back as the same one.
  public var line: String {
    let words = spec.takesRawText ? arguments : arguments.map(Self.quoted)
    return ([spec.path] + words).joined(separator: " ")
  }

  /// Whether `next` sets the same thing, so that this need not be done first.
  public func isOvertaken(by next: Command) -> Bool {
    guard spec.isStream, spec.path == next.spec.path, arguments.count == next.arguments.count,
      !arguments.isEmpty, !next.spec.isRelative
    else { return false }
    return arguments.dropLast() == next.arguments.dropLast()
  }

  /// `word` as a line has it to be one word.
  package static func quoted(_ word: String) -> String {
    let isPlain =
      !word.isEmpty && word.first != "'"
      && !word.contains { $0.isWhitespace || $0 == "\"" || $0 == ";" }
    guard !isPlain else { return word }
    guard word.contains("\"") else { return "\"\(word)\"" }
    guard word.contains("'") else { return "'\(word)'" }
    // Each double quote in single ones, and what is between them in double ones.
    return word.split(separator: "\"", omittingEmptySubsequences: false)
      .map { $0.isEmpty ? "" : "\"\($0)\"" }.joined(separator: "'\"'")
  }
}

extension Command: Hashable {
  public static func == (a: Self, b: Self) -> Bool { a.action == b.action }

  public func hash(into hasher: inout Hasher) { hasher.combine(action) }
}

extension Command: Codable {
  private enum Key: String, CodingKey { case command, arguments }

  /// An object with `command`, its path, and `arguments`: texts, numbers, true and false in order.
  /// Throws what is wrong with them, in the words of the table.
  public init(from decoder: any Decoder) throws {
    let values = try decoder.container(keyedBy: Key.self)
    let path = try values.decode(String.self, forKey: .command)
    let arguments = try values.decodeIfPresent([ArgumentValue].self, forKey: .arguments) ?? []
    self = try CommandTable.command(path, arguments)
  }

  /// The same object, with the arguments as words.
  public func encode(to encoder: any Encoder) throws {
    var values = encoder.container(keyedBy: Key.self)
    try values.encode(spec.path, forKey: .command)
    if !arguments.isEmpty { try values.encode(arguments, forKey: .arguments) }
  }
}

/// An argument as a program has it.
public enum ArgumentValue: Sendable, Hashable, Codable, ExpressibleByStringLiteral,
  ExpressibleByFloatLiteral, ExpressibleByIntegerLiteral, ExpressibleByBooleanLiteral
{
  case text(String)
  case number(Double)
  case flag(Bool)

  public init(stringLiteral value: String) { self = .text(value) }
  public init(floatLiteral value: Double) { self = .number(value) }
  public init(integerLiteral value: Int) { self = .number(Double(value)) }
  public init(booleanLiteral value: Bool) { self = .flag(value) }

  /// A text, a number, true or false.
  public init(from decoder: any Decoder) throws {
    let value = try decoder.singleValueContainer()
    if let flag = try? value.decode(Bool.self) {
      self = .flag(flag)
    } else if let number = try? value.decode(Double.self) {
      self = .number(number)
    } else {
      self = .text(try value.decode(String.self))
    }
  }

  /// The same value.
  public func encode(to encoder: any Encoder) throws {
    var value = encoder.singleValueContainer()
    switch self {
    case .text(let text): try value.encode(text)
    case .number(let number): try value.encode(number)
    case .flag(let flag): try value.encode(flag)
    }
  }

  /// The word that is typed for it.
  public var word: String {
    switch self {
    case .text(let text): text
    case .number(let number): number.written
    case .flag(let flag): flag ? "on" : "off"
    }
  }
}
