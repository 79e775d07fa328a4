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
        _ = try CommandReader.command(String(decoding: line, as: UTF8.self))
      } catch { _ = error.description }
    }
  }
}
