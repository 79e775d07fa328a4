/// What a change is called: as its command, or by what the commands of a gesture have in common.
struct ChangeName: Sendable {
  /// As `undo` and `history` show it.
  private(set) var text: String
  /// The words that all names begin with.
  private var common: Substring
  /// The names that are counted, by their hashes, since a name may be as long as a line.
  private var counted: Set<Int>
  /// Whether there are names that are not counted.
  private var hasMore = false

  /// How many names are counted; of more, the text says that there are more.
  static let mostNames = 256

  init(_ name: String) {
    text = name
    common = name[...]
    counted = [name.hashValue]
  }

  /// Takes in the name of another command of the same gesture.
  mutating func take(_ name: String) {
    if counted.contains(name.hashValue) {
      if common.isEmpty { text = name }
      return
    }
    if counted.count < Self.mostNames { counted.insert(name.hashValue) } else { hasMore = true }
    common = Self.beginning(of: common, and: name)
    text = common.isEmpty ? name : "\(common) ×\(counted.count)\(hasMore ? "+" : "")"
  }

  /// The words that both begin with.
  private static func beginning(of common: Substring, and name: String) -> Substring {
    var end = common.startIndex
    for (word, other) in zip(common.split(separator: " "), name.split(separator: " ")) {
      guard word == other else { break }
      end = word.endIndex
    }
    return common[..<end]
  }
}
