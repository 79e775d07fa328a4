/// A length divided into equal parts, some of whose beginnings are chosen. Beats count from 0.
public struct Subdivision: Sendable, Hashable {
  /// The number of parts.
  public let count: Int
  /// The chosen beats in order, at least one, each below `count`.
  public let beats: [Int]

  /// The range of `count`.
  public static let counts = Grid.counts

  /// `count` parts, all chosen; throws if `count` is not within `counts`.
  public init(_ count: Int) throws(TemperamentError) {
    try self.init(count, beats: nil)
  }

  /// Throws if no beat is given, or if beats are out of order or out of range.
  public init(_ count: Int, beats: [Int]) throws(TemperamentError) {
    try self.init(count, beats: Optional(beats))
  }

  /// The pulses of a Euclidean rhythm; throws if it has none.
  public init(_ rhythm: Euclid) throws(TemperamentError) {
    try self.init(rhythm.steps, beats: rhythm.onsets)
  }

  private init(_ count: Int, beats chosen: [Int]?) throws(TemperamentError) {
    guard Self.counts.contains(count) else { throw .parts(count) }
    let beats = chosen ?? Array(0..<count)
    guard !beats.isEmpty else { throw .noBeats }
    for (index, beat) in beats.enumerated() {
      guard (0..<count).contains(beat) else { throw .beat(beat, of: count) }
      guard index == 0 || beats[index - 1] < beat else { throw .beatOrder(beat, of: count) }
    }
    self.count = count
    self.beats = beats
  }
}

extension Subdivision: CustomStringConvertible {
  /// `5`, or with the chosen beats (from 1) as in `8(1,4,7)`; parses to the same subdivision.
  public var description: String {
    if beats.count == count { return "\(count)" }
    return "\(count)(\(beats.map { "\($0 + 1)" }.joined(separator: ",")))"
  }

  /// Parses `5`, `8(1,4,7)` (beats from 1), or a Euclidean rhythm: `E(3,8)`, or rotated `E(3,8,2)`.
  public init(_ text: some StringProtocol) throws(TemperamentError) {
    let unreadable = TemperamentError.subdivisionText(String(text))
    let parts = text.split(separator: "(", omittingEmptySubsequences: false)
    if parts.count == 1 {
      guard let count = Int(text) else { throw unreadable }
      try self.init(count)
      return
    }
    guard parts.count == 2, parts[1].last == ")" else { throw unreadable }
    let words = parts[1].dropLast().split(separator: ",", omittingEmptySubsequences: false)
    let numbers = words.compactMap { Int($0) }
    guard numbers.count == words.count else { throw unreadable }
    if parts[0] == "E" {
      guard (2...3).contains(numbers.count) else { throw unreadable }
      let rhythm: Euclid
      do throws(EuclidError) {
        rhythm = try Euclid(
          numbers[0], in: numbers[1], turnedBy: numbers.count == 3 ? numbers[2] : 0)
      } catch { throw .euclid(error) }
      try self.init(rhythm)
    } else {
      guard let count = Int(parts[0]), numbers.allSatisfy({ $0 > .min }) else { throw unreadable }
      try self.init(count, beats: numbers.map { $0 - 1 })
    }
  }
}
