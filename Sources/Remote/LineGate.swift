import CommandText
import Commands

/// Lets a page's lines through that its access level allows, as the command table has it.
///
/// A line is read here as the session reads it: what cannot be read goes no further.
struct LineGate: Sendable {
  let access: AccessLevel

  /// Why a line may not pass.
  struct Refusal: Error, Hashable {
    let message: String
  }

  /// Throws for a line that the page may not send.
  func check(_ line: String) throws(Refusal) {
    guard !line.unicodeScalars.contains(where: { $0.value < 0x20 || $0.value == 0x7F }) else {
      throw Refusal(message: "expected one line without control characters")
    }
    // What is watched concerns the connection; the table has only what concerns the machine.
    let verb = line.split(whereSeparator: \.isWhitespace).first?.lowercased()
    if verb == "watch" || verb == "oneshot" { return }
    let commands: [Command]
    do throws(CommandError) { commands = try CommandReader.commands(line) } catch {
      throw Refusal(message: error.description)
    }
    for command in commands { try check(command) }
  }

  private func check(_ command: Command) throws(Refusal) {
    // A file's lines could be anything, and are read by the session only; MIDI files are looked for and
    // written where the session was started, whatever is there (a page's own come by `FileExchange`).
    let needed = Self.anywhere.contains(command.spec.path) ? .admin : command.spec.access
    guard needed <= access else {
      throw Refusal(
        message: "\(command.spec.path): needs the access level \(needed.rawValue), this page has "
          + access.rawValue)
    }
    if needed == .files, access == .files, !command.arguments.allSatisfy(Self.isName) {
      throw Refusal(message: "\(command.spec.path): expected a name without a folder and an ending")
    }
  }

  private static let anywhere: Set = ["source", "reload", "import", "export"]

  /// Whether `word` names something in the one folder where it is looked for, rather than a path.
  private static func isName(_ word: String) -> Bool {
    let ending = word.split(separator: ".", omittingEmptySubsequences: false).dropFirst().last
    let hasEnding = ending.map { (1...5).contains($0.count) && $0.contains(where: \.isLetter) }
    return !word.contains("/") && !word.contains("\\") && !word.contains("..")
      && !word.hasPrefix("~") && !word.hasPrefix(".") && hasEnding != true
  }
}
