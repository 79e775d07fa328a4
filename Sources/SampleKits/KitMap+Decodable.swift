import MusicalTime
import Shell

extension KitMap: Decodable {
  private enum Keys: String, CodingKey, CaseIterable { case name, author, licence, drums }

  /// Reads an object; throws for a setting that it does not know.
  public init(from decoder: any Decoder) throws {
    try decoder.refuseOthers(than: Keys.self)
    let object = try decoder.container(keyedBy: Keys.self)
    name = try object.decodeIfPresent(String.self, forKey: .name)
    author = try object.decodeIfPresent(String.self, forKey: .author)
    licence = try object.decodeIfPresent(String.self, forKey: .licence)
    drums = try object.decode([String: Entry].self, forKey: .drums)
  }
}

extension KitMap.Entry: Decodable {
  private enum Keys: String, CodingKey, CaseIterable {
    case files, choke, pan, level, tuning, reverse, loop
  }

  /// Reads `{"files": […]}` or just the list; throws for a setting that it does not know.
  public init(from decoder: any Decoder) throws {
    if let list = try? decoder.singleValueContainer().decode([Files].self) {
      layers = list.map(\.names)
      return
    }
    try decoder.refuseOthers(than: Keys.self)
    let object = try decoder.container(keyedBy: Keys.self)
    layers = try object.decode([Files].self, forKey: .files).map(\.names)
    choke = try object.decodeIfPresent(GroupName.self, forKey: .choke)?.name
    // As in the control line `choke DRUM none`.
    if choke == "none" { choke = nil }
    pan = try object.decodeIfPresent(Double.self, forKey: .pan)
    level = try object.decodeIfPresent(Double.self, forKey: .level)
    tuning = try object.decodeIfPresent(Double.self, forKey: .tuning)
    reverse = try object.decodeIfPresent(Bool.self, forKey: .reverse)
    loop = try object.decodeIfPresent(Bool.self, forKey: .loop)
  }
}

/// A choke group, by a word or a number.
private struct GroupName: Decodable {
  var name: String

  init(from decoder: any Decoder) throws {
    let value = try decoder.singleValueContainer()
    if let word = try? value.decode(String.self) {
      name = word
    } else if let number = try? value.decode(Int.self) {
      name = "\(number)"
    } else {
      throw DecodingError.dataCorruptedError(
        in: value, debugDescription: "expected the name of a group, such as \"hats\"")
    }
  }
}

/// One file, or a layer's variants.
private struct Files: Decodable {
  var names: [String]

  init(from decoder: any Decoder) throws {
    let value = try decoder.singleValueContainer()
    if let one = try? value.decode(String.self) {
      names = [one]
    } else {
      names = try value.decode([String].self)
    }
  }
}

/// Any key of an object.
private struct AnyKey: CodingKey {
  let stringValue: String
  var intValue: Int? { nil }

  init(stringValue: String) { self.stringValue = stringValue }
  init?(intValue: Int) { nil }
}

extension Decoder {
  /// Throws where the object has a key that is none of `Keys`, with the key that was probably meant.
  fileprivate func refuseOthers<Keys>(than keys: Keys.Type) throws
  where Keys: CodingKey & CaseIterable & RawRepresentable<String> {
    let known = keys.allCases.map(\.rawValue)
    let found = try container(keyedBy: AnyKey.self).allKeys.map(\.stringValue).sorted()
    guard let other = found.first(where: { !known.contains($0) }) else { return }
    let guess = Spelling.nearest(to: other, among: known)
    let next =
      guess.map { "did you mean “\($0)”?" } ?? "there are \(known.joined(separator: ", "))"
    throw DecodingError.dataCorrupted(
      DecodingError.Context(
        codingPath: codingPath, debugDescription: "unknown setting \(other.quoted); \(next)"))
  }
}
