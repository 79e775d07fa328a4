import Control

/// Cuts bytes into lines, and drops a line that goes on and on instead of keeping it.
struct LineSplitter {
  /// The most bytes that a line may have: what `text line` writes of a pattern as full as can
  /// be goes through a pipe. A terminal's own limit is 4,095.
  static let longest = PasteLines.longest

  enum Line {
    case whole(String)
    case tooLong
  }

  private var line: [UInt8] = []
  private var isTooLong = false

  /// Takes the next byte; answers the line that it ends.
  mutating func take(_ byte: UInt8) -> Line? {
    if byte == UInt8(ascii: "\n") { return finish() }
    if line.count < Self.longest { line.append(byte) } else { isTooLong = true }
    return nil
  }

  /// What stands behind the last line end, if anything.
  mutating func end() -> Line? { line.isEmpty ? nil : finish() }

  private mutating func finish() -> Line {
    defer {
      line.removeAll(keepingCapacity: true)
      isTooLong = false
    }
    return isTooLong ? .tooLong : .whole(String(decoding: line, as: UTF8.self))
  }
}
