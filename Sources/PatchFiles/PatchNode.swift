import MusicalTime
public import Rhythm
import Shell

/// A value in a patch file with its place, which every error names.
struct PatchNode {
  let file: String
  let place: String
  let value: JSONValue

  func error(_ problem: PatchError.Reason) -> PatchError {
    PatchError(file: file, place: place, problem)
  }

  /// A child `value`, with `words` added to the place.
  func child(_ words: String, _ value: JSONValue) -> PatchNode {
    PatchNode(file: file, place: place.isEmpty ? words : "\(place), \(words)", value: value)
  }

  func string() throws(PatchError) -> String {
    guard case .string(let text) = value else { throw wrongType("a text") }
    return text
  }

  func bool() throws(PatchError) -> Bool {
    guard case .bool(let bool) = value else { throw wrongType("true or false") }
    return bool
  }

  func list() throws(PatchError) -> [JSONValue] {
    guard case .array(let elements) = value else { throw wrongType("a list") }
    return elements
  }

  /// The members; an error if any key is not among `keys`.
  func group(_ keys: [String]? = nil) throws(PatchError) -> PatchGroup {
    guard case .object(let members) = value else { throw wrongType("a group in braces") }
    for member in members {
      guard let keys, !keys.contains(member.key) else { continue }
      let nearest = Spelling.nearest(to: member.key, among: keys)
      throw error(.unknownKey(member.key, nearest: nearest, known: keys))
    }
    return PatchGroup(node: self, members: members)
  }

  /// A number within the knob's range; an integer if the knob is.
  func number(_ knob: Knob) throws(PatchError) -> Double {
    guard case .number(let number) = value else { throw wrongType("a number") }
    guard knob.range.contains(number) else {
      throw error(.outOfRange(knob.expected(found: number)))
    }
    guard !knob.isWhole || number == number.rounded() else {
      throw error(.notWhole(JSONWriter.number(number)))
    }
    return number
  }

  /// The drum named by a string or a note number.
  func drum() throws(PatchError) -> Drum {
    if case .number(let note) = value, let exact = UInt8(exactly: note),
      let drum = Drum(note: exact)
    {
      return drum
    }
    let name = try string()
    guard let drum = Drum(name: name) else {
      throw error(.unknownDrum(name, nearest: Drum.nearest(toName: name)))
    }
    return drum
  }

  /// One of several words.
  func word<Meaning>(_ meanings: [(String, Meaning)]) throws(PatchError) -> Meaning {
    let word = try string()
    if let found = meanings.first(where: { $0.0 == word }) { return found.1 }
    let known = meanings.map(\.0)
    throw error(
      .unknownWord(word, nearest: Spelling.nearest(to: word, among: known), known: known))
  }

  func wrongType(_ expected: String) -> PatchError {
    error(.wrongType(expected: expected, found: value.kind))
  }
}

/// The members of a JSON object.
struct PatchGroup {
  let node: PatchNode
  let members: [JSONValue.Member]

  /// The member with a key; nil if there is none.
  subscript(key: String) -> PatchNode? {
    members.first { $0.key == key }.map { node.child(key, $0.value) }
  }

  func required(_ key: String) throws(PatchError) -> PatchNode {
    guard let found = self[key] else { throw node.error(.missing(key: key)) }
    return found
  }

  func bool(_ key: String, otherwise standard: Bool) throws(PatchError) -> Bool {
    guard let found = self[key] else { return standard }
    return try found.bool()
  }

  func number(_ knob: Knob) throws(PatchError) -> Double {
    guard let found = self[knob.key] else { return knob.standard }
    return try found.number(knob)
  }
}

extension Drum {
  /// Other common names, for suggestions only.
  private static let nicknames: [String: Drum] = [
    "hat": .closedHat, "hihat": .closedHat, "hh": .closedHat, "ch": .closedHat, "oh": .openHat,
    "bd": .kick, "bass": .kick, "bassdrum": .kick, "sd": .snare, "rim": .sideStick,
    "rimshot": .sideStick, "cp": .clap, "cymbal": .crash, "floortom": .tom6, "bell": .rideBell,
    "tom": .tom3, "bongos": .bongo, "tamb": .tambourine, "cow": .cowbell,
  ]

  /// The drum whose name is most similar to `name`; nil if none is similar.
  public static func nearest(toName name: String) -> Drum? {
    let folded = name.lowercased().filter { $0.isLetter || $0.isNumber }
    if let drum = nicknames[folded] { return drum }
    let names = all.map(\.name) + all.map(\.generalMIDIName)
    return Spelling.nearest(to: name, among: names).flatMap { Drum(name: $0) }
  }
}
