import MusicalTime
import PatchFiles
import Shell

/// A value in a map's file with its place, which every error names.
struct MapNode {
  let file: String
  let place: String
  let value: JSONValue

  /// Bytes of a name at most.
  private static let longestName = 256
  /// Bytes of a message at most.
  static let longestMessage = 32

  func error(_ problem: String) -> SurfaceMapError { SurfaceMapError(file, place, problem) }

  private func child(_ words: String, _ value: JSONValue) -> MapNode {
    MapNode(file: file, place: place.isEmpty ? words : "\(place), \(words)", value: value)
  }

  /// The members; throws if one has none of `keys`, where these are given.
  func members(_ keys: [String]? = nil) throws(SurfaceMapError) -> [(key: String, node: MapNode)] {
    guard case .object(let members) = value else { throw wrong("a group in braces") }
    for member in members {
      guard let keys, !keys.contains(member.key) else { continue }
      throw error("unknown key \(member.key.quoted)" + Self.next(member.key, among: keys))
    }
    return members.map { ($0.key, child($0.key, $0.value)) }
  }

  func list() throws(SurfaceMapError) -> [MapNode] {
    guard case .array(let elements) = value else { throw wrong("a list") }
    return elements.enumerated().map { child("\($0 + 1)", $1) }
  }

  func string() throws(SurfaceMapError) -> String {
    guard case .string(let text) = value else { throw wrong("a text") }
    return text
  }

  /// A name or a pattern of names, whose comparison takes a time that grows with the length of both.
  func shortString() throws(SurfaceMapError) -> String {
    let text = try string()
    guard text.utf8.count <= Self.longestName else {
      throw error("expected at most \(Self.longestName) bytes, found \(text.utf8.count)")
    }
    return text
  }

  func bool() throws(SurfaceMapError) -> Bool {
    guard case .bool(let bool) = value else { throw wrong("true or false") }
    return bool
  }

  func whole(_ range: ClosedRange<Int>) throws(SurfaceMapError) -> Int {
    guard case .number(let number) = value else { throw wrong("a number") }
    guard let whole = Int(exactly: number), range.contains(whole) else {
      let found = Int(exactly: number).map(String.init) ?? "\(number)"
      throw error(range.expected(found: found))
    }
    return whole
  }

  /// One number, or up to three for dim, half and full.
  func levels(_ range: ClosedRange<Int>) throws(SurfaceMapError) -> [Int] {
    guard case .array(let elements) = value else { return [try whole(range)] }
    let counts = 1...3
    guard counts.contains(elements.count) else {
      throw error(
        "expected \(counts.words()) numbers, for dim, half and full, found \(elements.count)")
    }
    var levels: [Int] = []
    for element in try list() { levels.append(try element.whole(range)) }
    return levels
  }

  /// One of several words.
  func word<Meaning>(_ meanings: [(String, Meaning)]) throws(SurfaceMapError) -> Meaning {
    let word = try string()
    if let found = meanings.first(where: { $0.0 == word }) { return found.1 }
    throw error("unknown word \(word.quoted)" + Self.next(word, among: meanings.map(\.0)))
  }

  func wrong(_ expected: String) -> SurfaceMapError {
    error("expected \(expected), found \(value.kind)")
  }

  /// What may be meant instead of `word`.
  static func next(_ word: String, among known: [String]) -> String {
    if let nearest = Spelling.nearest(to: word, among: known) {
      return "; did you mean “\(nearest)”?"
    }
    return "; expected \(known.joined(separator: ", "))"
  }
}
