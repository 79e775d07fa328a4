/// Names for patterns that commands can say, each given once.
struct PatternNames {
  private var taken: Set<String>
  /// The number that the next pattern of a name gets.
  private var numbers: [Substring: Int] = [:]

  init(taken: [String] = []) { self.taken = Set(taken) }

  /// What `name` becomes: on one line, at most 64 letters, no number alone, and unique.
  mutating func unique(_ name: String) -> String {
    let plain = Self.plain(name)
    let isReserved =
      plain.isEmpty || Int(plain) != nil || Self.reserved.contains(plain)
      || plain.first == "x" && Int(plain.dropFirst()) != nil
    let base = isReserved ? (plain.isEmpty ? "pattern" : "pattern \(plain)") : plain
    var found = base
    let start = base.prefix(Self.longest - 5)
    while !taken.insert(found).inserted {
      let number = numbers[start, default: 2]
      found = "\(start) \(number)"
      numbers[start] = number + 1
    }
    return found
  }

  /// `name` on one line, without control characters, and of at most 64 letters; empty where nothing is left.
  static func plain(_ name: String) -> String {
    var words = name.split { $0.isWhitespace || $0.isNewline }.map { word in
      String(word.unicodeScalars.filter { $0.properties.generalCategory != .control })
    }
    words.removeAll(where: \.isEmpty)
    return String(words.joined(separator: " ").prefix(longest))
  }

  /// Letters of a name at most, of a pattern or a patch.
  static let longest = 64
  /// Words that mean something else after `pattern`.
  private static let reserved: Set<String> = [
    "list", "new", "copy", "rename", "delete", "move", "next", "previous", "at", "off", "now",
  ]
}

extension String {
  fileprivate init(_ scalars: some Sequence<Unicode.Scalar>) {
    self.init()
    unicodeScalars.append(contentsOf: scalars)
  }
}
