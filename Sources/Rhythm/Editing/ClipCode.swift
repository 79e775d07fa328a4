/// What to put on markers, one after the other: clips by number and how often, as in
/// `1*2 -*1 3 + ? 1`.
///
/// `-` is a rest, `+` holds what sounds into the next marker, `?` is any clip. It repeats for as long
/// as there are markers.
public struct ClipCode: Sendable, Hashable {
  /// What one marker gets.
  public enum Content: Sendable, Hashable {
    /// The clip of that number, from 0.
    case clip(Int)
    case rest, hold, any
  }

  /// What one marker gets, and where the text says so, counted from 0.
  public struct Item: Sendable, Hashable {
    public let content: Content
    public let column: Int
  }

  /// What the markers get before it repeats, at least one.
  public let items: [Item]

  /// How often a clip can be repeated.
  public static let repetitions = 1...256
  /// How many markers it can be long.
  public static let mostItems = 4_096

  /// The code that `text` writes; its parts are separated by blanks.
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

  /// What marker number `place` of those to fill gets, counted from 0.
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
      guard (1...Clip.count).contains(clip) else { throw ClipCodeError(.clip(clip), column) }
      content = .clip(clip - 1)
    }
    guard halves.count == 2 else { return (content, 1) }
    guard let count = Int(halves[1]) else { throw ClipCodeError(.unknown(word), column) }
    guard repetitions.contains(count) else { throw ClipCodeError(.repetitions(count), column) }
    return (content, count)
  }
}

extension ClipCode: CustomStringConvertible {
  /// Reads as the same contents again: repeated ones are counted.
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

/// Text that is no code; the column is counted from 0 in here and from 1 in words.
public struct ClipCodeError: Error, Hashable, CustomStringConvertible {
  public enum Problem: Sendable, Hashable {
    case empty
    case tooLong
    /// There is no clip of that number, counted from 1 as it was written.
    case clip(Int)
    case repetitions(Int)
    case unknown(String)
  }

  public let problem: Problem
  /// Characters before it.
  public let column: Int

  init(_ problem: Problem, _ column: Int) {
    self.problem = problem
    self.column = column
  }

  /// Where, what is wrong and what the limit is, in words.
  public var description: String {
    switch problem {
    case .empty: "the code is empty: clips 1 to 16, -, + or ?, each with *2 to repeat it"
    case .tooLong: "column \(column + 1): a code is at most 4096 markers long"
    case .clip(let number): "column \(column + 1): there is no clip \(number), only 1 to 16"
    case .repetitions(let count): "column \(column + 1): *\(count) is not *1 to *256"
    case .unknown(let word):
      "column \(column + 1): “\(word)” is none of a clip 1 to 16, -, + and ?, with *2 to repeat it"
    }
  }
}
