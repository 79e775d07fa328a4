/// Tells of connections line by line, but of a storm of them only how many: a graph of a thousand ports
/// would drown all else that is said.
public struct ConnectionDigest: Sendable {
  /// Lines written in a second.
  public static let most = 16

  private var told = 0
  private var held = 0
  private var ends: ContinuousClock.Instant?

  /// Nothing was written yet.
  public init() {}

  /// `line` if it is to be written; nil if it is only counted.
  public mutating func line(_ line: String, at now: ContinuousClock.Instant) -> String? {
    if ends == nil { ends = now + .seconds(1) }
    told += 1
    guard told > Self.most else { return line }
    held += 1
    return nil
  }

  /// Says how many were only counted, once their second is over.
  public mutating func rest(at now: ContinuousClock.Instant) -> String? {
    guard let end = ends, now >= end else { return nil }
    defer { (told, held, ends) = (0, 0, nil) }
    return held > 0 ? "\(held) more connections and disconnections" : nil
  }
}
