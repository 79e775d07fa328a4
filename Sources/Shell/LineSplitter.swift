/// Cuts bytes into lines, and drops a line that goes on and on instead of keeping it.
public struct LineSplitter: Sendable {
  /// The most bytes that a line may have, 2 MiB: more than the longest pattern needs that `text line`
  /// writes. A terminal's own limit is 4,095.
  public static let longest = 2 << 20

  /// A line without its end.
  public enum Line: Sendable, Hashable {
    case whole(String)
    /// It had more bytes than `longest`, and was dropped.
    case tooLong
  }

  private var line: [UInt8] = []
  private var isTooLong = false

  public init() {}

  /// Takes the next byte; answers the line that it ends.
  public mutating func take(_ byte: UInt8) -> Line? {
    if byte == UInt8(ascii: "\n") { return finish() }
    if line.count < Self.longest { line.append(byte) } else { isTooLong = true }
    return nil
  }

  /// What stands behind the last line end, if anything.
  public mutating func end() -> Line? { line.isEmpty ? nil : finish() }

  private mutating func finish() -> Line {
    defer {
      line.removeAll(keepingCapacity: line.capacity <= 4_096)
      isTooLong = false
    }
    return isTooLong ? .tooLong : .whole(String(decoding: line, as: UTF8.self))
  }
}
