/// Cuts a client's bytes into requests within a bound. Real-time: no.
public struct RequestReader: Sendable {
  /// What the next line asks.
  public enum Item: Sendable, Hashable {
    case line(tag: String?, gesture: String? = nil, String)
    /// A line that cannot be a request, and why.
    case refused(tag: String?, String)
  }

  /// The most bytes of a line without its end.
  public static let longestLine = 65_536
  /// The most characters of a tag, and of a gesture.
  public static let longestTag = 32

  private var bytes: [UInt8] = []
  /// Where the first line that was not taken begins.
  private var start = 0
  /// Up to where no line ends.
  private var searched = 0
  /// A line too long is being dropped; its tag.
  private var dropped: String??

  /// No bytes have come.
  public init() {}

  /// Whether more bytes may come before lines are taken.
  public var hasRoom: Bool { bytes.count - start <= Self.longestLine }

  /// Bytes that are kept.
  public var byteCount: Int { bytes.count - start }

  /// Keeps what was received.
  public mutating func receive(_ received: some Sequence<UInt8>) {
    if start > 0, start >= bytes.count / 2 {
      bytes.removeFirst(start)
      searched -= start
      start = 0
    }
    bytes.append(contentsOf: received)
  }

  /// Whether `next` has something to say.
  public mutating func hasNext() -> Bool { findEnd() || byteCount > Self.longestLine }

  /// Takes the next request; nil where no line has ended.
  public mutating func next() -> Item? {
    while true {
      guard findEnd() else {
        dropEndless()
        return nil
      }
      let line = bytes[start..<searched]
      searched += 1
      start = searched
      if let tag = dropped {
        dropped = nil
        return .refused(tag: tag, Self.tooLong)
      }
      let (tag, gesture, rest) = Self.split(line)
      if line.count > Self.longestLine { return .refused(tag: tag, Self.tooLong) }
      guard let rest else { return .refused(tag: nil, Self.badTag) }
      return .line(tag: tag, gesture: gesture, rest)
    }
  }

  /// What follows the last line end when no more comes.
  public mutating func end() { if byteCount > 0, bytes.last != 0x0A { bytes.append(0x0A) } }

  private static let tooLong = "expected at most \(longestLine) bytes a line, found more"
  /// Why a line that begins with @ is not a request.
  public static let badTag =
    "expected a tag of 1–\(longestTag) letters, digits, “.”, “_” or “-” after @, and the same after +"

  private mutating func findEnd() -> Bool {
    searched = max(searched, start)
    while searched < bytes.count {
      if bytes[searched] == 0x0A { return true }
      searched += 1
    }
    return false
  }

  /// Forgets the beginning of a line that is longer than any may be.
  private mutating func dropEndless() {
    guard byteCount > Self.longestLine else { return }
    if dropped == nil {
      dropped = .some(Self.split(bytes[start...].prefix(2 * Self.longestTag + 3)).tag)
    }
    bytes.removeAll()
    (start, searched) = (0, 0)
  }

  /// The tag, the gesture and what follows them; nothing follows a tag or a gesture that is none.
  ///
  /// A program that checks lines before it sends them here splits them by this, so that both read the same.
  public static func split(
    _ line: ArraySlice<UInt8>
  ) -> (tag: String?, gesture: String?, rest: String?) {
    var line = line
    if line.last == 0x0D { line.removeLast() }
    guard line.first == UInt8(ascii: "@") else {
      return (nil, nil, String(decoding: line, as: UTF8.self))
    }
    let head = line.dropFirst().prefix { $0 != 0x20 }
    let tag = head.prefix { $0 != UInt8(ascii: "+") }
    let gesture = head.dropFirst(tag.count + 1)
    guard isTag(tag), tag.count == head.count || isTag(gesture) else { return (nil, nil, nil) }
    return (
      String(decoding: tag, as: UTF8.self),
      gesture.isEmpty ? nil : String(decoding: gesture, as: UTF8.self),
      String(decoding: line.dropFirst(2 + head.count), as: UTF8.self)
    )
  }

  private static func isTag(_ bytes: ArraySlice<UInt8>) -> Bool {
    (1...longestTag).contains(bytes.count) && bytes.allSatisfy(isTagByte)
  }

  private static func isTagByte(_ byte: UInt8) -> Bool {
    switch byte {
    case UInt8(ascii: "a")...UInt8(ascii: "z"), UInt8(ascii: "A")...UInt8(ascii: "Z"),
      UInt8(ascii: "0")...UInt8(ascii: "9"), UInt8(ascii: "."), UInt8(ascii: "_"),
      UInt8(ascii: "-"):
      true
    default: false
    }
  }
}
