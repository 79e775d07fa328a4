import MusicalTime

/// A sequence of clips to write on markers, as in `1*2 -*1 3 + ? 1`: clip numbers and repeat
/// counts.
///
/// `-` is a rest, `+` extends the current hit into the next marker, `?` is a random clip. The
/// sequence repeats over all markers.
public struct ClipCode: Sendable, Hashable {
  /// What is written on a marker.
  public enum Content: Sendable, Hashable {
    /// The clip with this index.
    case clip(Int)
    case rest, hold, any
  }

  /// What is written on a marker, and its column in the text, counted from 0.
  public struct Item: Sendable, Hashable {
    /// What is written.
    public let content: Content
    /// The column in the text, counted from 0.
    public let column: Int
  }

  /// The sequence before it repeats, at least one item.
  public let items: [Item]

  /// How often an item can be repeated.
  public static let repetitions = 1...256
  /// The maximum length in markers.
  public static let mostItems = 4_096

  /// Parses `text`; items are separated by spaces.
  public init(_ text: some StringProtocol) throws(ClipCodeError) {
    var items: [Item] = []
    let characters = Array(text)
    var column = 0
    while column < characters.count {
      guard !characters[column].isWhitespace else {
        column += 1
        continue
      }
      let word = String(characters[column...].prefix { !$0.isWhitespace })
      let (content, count) = try Self.part(word, column: column)
      guard items.count + count <= Self.mostItems else { throw ClipCodeError(.tooLong, column) }
      items += Array(repeating: Item(content: content, column: column), count: count)
      column += word.count
    }
    guard !items.isEmpty else { throw ClipCodeError(.empty, 0) }
    self.items = items
  }

  /// The item for marker number `place`, counted from 0.
  public subscript(place: Int) -> Item { items[place % items.count] }

  private static func part(
    _ word: String, column: Int
  ) throws(ClipCodeError) -> (Content, count: Int) {
    let halves = word.split(separator: "*", maxSplits: 1, omittingEmptySubsequences: false)
    let content: Content
    switch halves.first ?? "" {
    case "-": content = .rest
    case "+": content = .hold
    case "?": content = .any
    case let number:
      guard let clip = Int(number) else { throw ClipCodeError(.unknown(word), column) }
      guard Clip.numbers.contains(clip) else { throw ClipCodeError(.clip(clip), column) }
      content = .clip(clip - 1)
    }
    guard halves.count == 2 else { return (content, 1) }
    guard let count = Int(halves[1]) else { throw ClipCodeError(.unknown(word), column) }
    guard repetitions.contains(count) else { throw ClipCodeError(.repetitions(count), column) }
    return (content, count)
  }
}

extension ClipCode: CustomStringConvertible {
  /// Parses to the same items; runs of equal items are written with a count.
  public var description: String {
    var parts: [(content: Content, count: Int)] = []
    for item in items {
      if let last = parts.last, last.content == item.content,
        last.count < Self.repetitions.upperBound
      {
        parts[parts.count - 1].count += 1
      } else {
        parts.append((item.content, 1))
      }
    }
    return parts.map { part in
      let name =
        switch part.content {
        case .clip(let number): "\(number + 1)"
        case .rest: "-"
        case .hold: "+"
        case .any: "?"
        }
      return part.count == 1 ? name : "\(name)*\(part.count)"
    }.joined(separator: " ")
  }
}

/// Why text is not a valid clip code. The column counts from 0 here and from 1 in messages.
public struct ClipCodeError: Error, Hashable, CustomStringConvertible {
  /// Reasons for the failure.
  public enum Reason: Sendable, Hashable {
    case empty
    case tooLong
    /// A clip number out of range, as written.
    case clip(Int)
    case repetitions(Int)
    case unknown(String)
  }

  /// The reason.
  public let problem: Reason
  /// The number of characters before it.
  public let column: Int

  init(_ problem: Reason, _ column: Int) {
    self.problem = problem
    self.column = column
  }

  /// Where the text is wrong, why, and the limit.
  public var description: String {
    switch problem {
    case .empty:
      "the code is empty: clips \(Clip.numbers.words()), -, + or ?, each with *2 to repeat it"
    case .tooLong: "column \(column + 1): a code is at most \(ClipCode.mostItems) markers long"
    case .clip(let number):
      "column \(column + 1): " + Clip.numbers.expected("a clip", found: number)
    case .repetitions(let count):
      "column \(column + 1), after *: " + ClipCode.repetitions.expected(found: count)
    case .unknown(let word):
      "column \(column + 1): expected a clip of \(Clip.numbers.words()), -, + or ?, "
        + "with *2 to repeat it, found \(word.asFound)"
    }
  }
}
