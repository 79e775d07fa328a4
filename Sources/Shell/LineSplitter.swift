/// Splits bytes into lines and drops lines that are too long.
public struct LineSplitter: Sendable {
  /// The maximum length of a line in bytes, 2 MiB: longer than any pattern written by `text line`.
  /// A terminal's own limit is 4,095.
  public static let longest = 2 << 20

  /// A line without its line end.
  public enum Line: Sendable, Hashable {
    case whole(String)
    /// The line was longer than `longest` and was dropped.
    case tooLong
  }

  private var line: [UInt8] = []
  private var isTooLong = false

  /// A splitter without input.
  public init() {}

  /// Processes the next byte; returns the line that it ends, if any.
  public mutating func take(_ byte: UInt8) -> Line? {
    if byte == UInt8(ascii: "\n") { return finish() }
    if line.count < Self.longest { line.append(byte) } else { isTooLong = true }
    return nil
  }

  /// The text after the last line end, if any.
  public mutating func end() -> Line? { line.isEmpty ? nil : finish() }

  private mutating func finish() -> Line {
    defer {
      line.removeAll(keepingCapacity: line.capacity <= 4_096)
      isTooLong = false
    }
    return isTooLong ? .tooLong : .whole(String(decoding: line, as: UTF8.self))
  }
}
