import CommandText
import Commands
import Control
import PatchFiles
import Rhythm

/// Patterns and control lines: read, written and read again.
enum TextDoors {
  static func pattern(_ bytes: [UInt8]) {
    let text = String(decoding: bytes, as: UTF8.self)
    _ = try? PatternNotation.lanes(text)
    guard let pattern = try? PatternNotation.pattern(text) else { return }
    do {
      let again = try PatternNotation.pattern(PatternNotation.text(pattern))
      precondition(again == pattern, "a pattern changes when it is written: \(text)")
    } catch { fatalError("a pattern that was written can't be read: \(error)") }
  }

  static func lines(_ bytes: [UInt8]) {
    for line in bytes.split(separator: 0x0A).prefix(64) {
      do throws(CommandError) {
        for command in try CommandReader.commands(String(decoding: line, as: UTF8.self)) {
          // What a line gives can be written down, and is read as the same.
          let again = try? CommandReader.command(command.line)
          precondition(again == command, "a command changes when it is written: \(command.line)")
        }
      } catch { _ = error.description }
    }
  }
}
