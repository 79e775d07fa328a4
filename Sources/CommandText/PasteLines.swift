/// Joins the lines of a pattern that is pasted as several: after a line of only `paste` or
/// `paste pattern` come its lines, until an empty one.
public struct PasteLines: Sendable {
  private var begun: [String] = []
  private var byteCount = 0

  /// The most bytes that a line may have and that are joined, 2 MiB: room for a pattern of 64 lanes of
  /// 256 steps with everything that a step can have.
  public static let longest = 2 << 20

  /// Joins nothing until `paste` comes.
  public init() {}

  /// Whether lines are being joined.
  public var isOpen: Bool { !begun.isEmpty }

  /// The command line that `line` completes, as a rule itself; nil where more lines follow.
  public mutating func take(_ line: String) -> String? {
    guard isOpen else {
      guard let head = Self.head(line) else { return line }
      (begun, byteCount) = ([head], 0)
      return nil
    }
    guard !line.allSatisfy(\.isWhitespace) else { return end() }
    begun.append(line)
    byteCount += line.utf8.count
    return byteCount > Self.longest ? end() : nil
  }

  /// `paste` or `paste pattern`, as the command is spelt, where a line says that and no more; of others only the
  /// beginning is read.
  private static func head(_ line: String) -> String? {
    guard line.drop(while: \.isWhitespace).prefix(5).lowercased() == "paste" else { return nil }
    let words = line.split(whereSeparator: \.isWhitespace).joined(separator: " ").lowercased()
    return ["paste", "paste pattern"].contains(words) ? words : nil
  }

  /// What has been joined when no more lines come; nil where nothing is open.
  public mutating func end() -> String? {
    guard let head = begun.first else { return nil }
    defer { begun = [] }
    return head + " " + begun.dropFirst().joined(separator: "\n")
  }
}
