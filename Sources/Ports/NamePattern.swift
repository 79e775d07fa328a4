/// A shell-style pattern for names of clients and ports, as in `--connect`.
///
/// `*` matches any run of characters, `?` any one, `[a-c]` and `[!a-c]` one of a set, and `\` the
/// next character literally. A pattern is compared with "client:port" and, unless it contains a
/// colon, with the client's name alone; case is ignored. A text without wildcards is the exact name
/// of a client or a "client:port". Real-time: no. Thread-safe.
public struct NamePattern: Sendable, Hashable {
  /// The pattern as written.
  public let text: String

  private let elements: [Element]

  /// Every text is a pattern: an unclosed `[` is a literal character.
  public init(_ text: String) {
    self.text = text
    elements = NamePattern.parse(Array(text))
  }

  /// Whether the text has no wildcards.
  public var isExact: Bool {
    elements.allSatisfy { element in
      if case .character = element { true } else { false }
    }
  }

  /// Whether the pattern matches all ports of `client`, or its port `port`.
  public func matches(client: String, port: String) -> Bool {
    if names(client: client, port: port) { return true }
    if isExact { return false }
    let coversFullName = matchesWhole("\(client):\(port)")
    return coversFullName || (!text.contains(":") && matchesWhole(client))
  }

  /// Whether the pattern matches, and names a reserved port exactly.
  ///
  /// Reserved ports are never matched by a wildcard: our own, System, Midi Through, and those with
  /// NO_EXPORT.
  public func permits(client: String, port: String, isReserved: Bool) -> Bool {
    isReserved ? names(client: client, port: port) : matches(client: client, port: port)
  }

  /// Whether the text is the name itself, with wildcards taken literally.
  private func names(client: String, port: String) -> Bool {
    let name = isExact ? NamePattern.plain(elements) : text
    return name == client || name == "\(client):\(port)"
  }
}

extension NamePattern {
  /// One element of a pattern.
  private enum Element: Sendable, Hashable {
    case character(Character)
    case anyOne
    case anyRun
    case oneOf([ClosedRange<Character>], negated: Bool)

    func matches(_ character: Character) -> Bool {
      switch self {
      case .character(let own): NamePattern.folded(own) == NamePattern.folded(character)
      case .anyOne: true
      case .anyRun: false
      case .oneOf(let ranges, let negated):
        ranges.contains { range in
          range.contains(character) || range.contains(NamePattern.folded(character))
            || range.contains(NamePattern.raised(character))
        } != negated
      }
    }
  }

  private static func folded(_ character: Character) -> Character {
    let lowercase = character.lowercased()
    return lowercase.count == 1 ? lowercase.first ?? character : character
  }

  private static func raised(_ character: Character) -> Character {
    let uppercase = character.uppercased()
    return uppercase.count == 1 ? uppercase.first ?? character : character
  }

  private static func plain(_ elements: [Element]) -> String {
    String(
      elements.compactMap { element in
        if case .character(let character) = element { character } else { nil }
      })
  }

  private static func parse(_ text: [Character]) -> [Element] {
    var elements: [Element] = []
    var index = 0
    while index < text.count {
      switch text[index] {
      case "*": elements.append(.anyRun)
      case "?": elements.append(.anyOne)
      case "\\" where index + 1 < text.count:
        index += 1
        elements.append(.character(text[index]))
      case "[":
        if let (set, end) = parseSet(text, from: index + 1) {
          elements.append(set)
          index = end
        } else {
          elements.append(.character("["))
        }
      case let character: elements.append(.character(character))
      }
      index += 1
    }
    return elements
  }

  /// Parses the set whose first character is at `start`; returns it and the index of its closing
  /// bracket.
  private static func parseSet(_ text: [Character], from start: Int) -> (Element, end: Int)? {
    var index = start
    let negated = index < text.count && (text[index] == "!" || text[index] == "^")
    if negated { index += 1 }
    let first = index
    var ranges: [ClosedRange<Character>] = []
    while index < text.count {
      let low = text[index]
      if low == "]" && index > first { return (.oneOf(ranges, negated: negated), end: index) }
      if index + 2 < text.count, text[index + 1] == "-", text[index + 2] != "]" {
        let high = text[index + 2]
        if low <= high { ranges.append(low...high) }
        index += 3
      } else {
        ranges.append(low...low)
        index += 1
      }
    }
    return nil
  }

  /// Matches each `*` with the shortest run and extends only the last one: at most name × pattern
  /// steps.
  private func matchesWhole(_ name: String) -> Bool {
    let name = Array(name)
    var (position, place) = (0, 0)
    var retry: (place: Int, position: Int)?
    while position < name.count {
      if place < elements.count, elements[place] == .anyRun {
        retry = (place + 1, position)
        place += 1
      } else if place < elements.count, elements[place].matches(name[position]) {
        place += 1
        position += 1
      } else if let last = retry {
        retry = (last.place, last.position + 1)
        (place, position) = (last.place, last.position + 1)
      } else {
        return false
      }
    }
    return elements[place...].allSatisfy { $0 == .anyRun }
  }
}
