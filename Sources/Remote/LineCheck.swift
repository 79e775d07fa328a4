import CommandText
import Commands
import ControlSocket
import Rhythm

/// Lets a page's lines through that its access level allows, as the command table has it.
///
/// A line is read here as the session reads it: what cannot be read goes no further.
struct LineCheck: Sendable {
  let access: AccessLevel

  /// Why a line may not pass.
  struct Refusal: Error, Hashable {
    let message: String
    /// What the reply begins with; nil where the line had no tag, or an ill-formed one.
    var tag: String?
    /// Whether the words were wrong, as the session itself would say.
    var isUsage = false
  }

  /// The tag and the command of a line; throws where the page may not send it.
  ///
  /// The tag is cut off by the session's own reader: what that takes for the command is what is checked.
  func check(tagged line: String) throws(Refusal) -> (tag: String?, command: String) {
    let bytes = Array(line.utf8)
    let (tag, _, command) = RequestReader.split(bytes[...])
    guard !bytes.contains(where: Self.isControl) else {
      throw Refusal(message: Self.notOneLine, tag: tag, isUsage: true)
    }
    guard let command else { throw Refusal(message: RequestReader.badTag, isUsage: true) }
    do throws(Refusal) { try check(command) } catch {
      throw Refusal(message: error.message, tag: tag, isUsage: error.isUsage)
    }
    return (tag, command)
  }

  private static func isControl(_ byte: UInt8) -> Bool { byte < 0x20 || byte == 0x7F }

  private static let notOneLine = "expected one line without control characters"

  /// Throws for a line without a tag that the page may not send.
  func check(_ line: String) throws(Refusal) {
    guard !line.utf8.contains(where: Self.isControl) else {
      throw Refusal(message: Self.notOneLine, isUsage: true)
    }
    let commands: [Command]
    do throws(CommandError) { commands = try CommandReader.commands(line) } catch {
      throw Refusal(message: error.description, isUsage: error.isUsage)
    }
    for command in commands { try check(command) }
  }

  private func check(_ command: Command) throws(Refusal) {
    // No reply could follow on this connection.
    guard command.action != .connection(.listen) else {
      let problem = "sound has a WebSocket of its own, \(RequestCheck.listenPath)"
      throw Refusal(message: "\(command.spec.path): \(problem)", isUsage: true)
    }
    let needed = command.spec.access
    guard needed <= access else {
      throw Refusal(
        message: "\(command.spec.path): needs the access level \(needed.rawValue), this page has "
          + access.rawValue)
    }
    guard names(in: command).allSatisfy(Self.isName) else {
      throw Refusal(message: "\(command.spec.path): expected a name without a folder and an ending")
    }
    guard let action = Self.action(assignedBy: command) else { return }
    do throws(Refusal) { try check(action) } catch {
      throw Refusal(message: "\(command.spec.path): \(error.message)", isUsage: error.isUsage)
    }
  }

  /// The words that may name no file wherever it is: `admin` has none.
  private func names(in command: Command) -> [String] {
    guard access < .admin else { return [] }
    if command.spec.access == .files { return command.arguments }
    // A map of a controller with lights is found by its name, or read at a path.
    return zip(command.spec.parameters, command.arguments).compactMap { shape, word in
      shape.names.contains(.surface) ? word : nil
    }
  }

  // MARK: What controls do

  /// Throws where a control that does `action` would do what the page may not: it does so by the owner's hand, later.
  func check(_ action: ControlAction) throws(Refusal) {
    // At either end: what it gives to switches and as numbers is then the same command.
    for (value, isPressed) in [(UInt8(127), true), (0, false)] {
      // What is not a command does nothing; who assigns has read both ends of a range.
      guard let words = action.words(value: value, isPressed: isPressed),
        let command = try? CommandTable.command(ofControl: words)
      else { continue }
      try check(command)
    }
  }

  private static func action(assignedBy command: Command) -> ControlAction? {
    switch command.action {
    case .assigning(.assign(_, let action)), .assigning(.learn(let action)): action
    default: nil
    }
  }

  // MARK: Names

  /// Whether a patch's SoundFont is looked for in the folders of SoundFonts, rather than at a path.
  static func isFontName(_ name: String) -> Bool {
    let endings = [".sf2", ".sf3"]
    let ending = endings.first { name.lowercased().hasSuffix($0) } ?? ""
    return isName(String(name.dropLast(ending.count)))
  }

  /// Whether `word` names something in the folders where it is looked for, rather than a file. The session also looks
  /// where it was started and beside the patch, so that a name with an ending could be any file there.
  private static func isName(_ word: String) -> Bool {
    // Numbers of a bank, a program and a key may follow a SoundFont's name.
    !word.contains("/") && !word.contains("\\") && !word.contains("..")
      && !word.hasPrefix("~") && !word.hasPrefix(".")
      && !word.split(separator: ":").contains(where: hasEnding)
  }

  private static func hasEnding(_ name: Substring) -> Bool {
    guard let dot = name.lastIndex(of: ".") else { return false }
    let ending = name[name.index(after: dot)...]
    return (1...5).contains(ending.count) && ending.contains(where: \.isLetter)
  }
}
