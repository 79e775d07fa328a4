/// The keys on which a SoundFont has a kit's drums: a name, or drums with their keys, as in
/// `kick2=36 tom1=47`. Drums that are not named are on their notes of General MIDI.
public struct KeyMap: Sendable, Hashable {
  private var keys: [Drum: UInt8]

  /// Every drum on its own note.
  public static let generalMIDI = KeyMap(keys: [:])

  /// The kits of AVL Drumkits (Debian's `avldrums.lv2-soundfont`): one kick, a rack tom and a floor tom with
  /// two sounds each, a third crash on 60, maracas on 61, and chokes on 48, 50, 52 and 58.
  public static let avl = KeyMap(
    keys: [
      .kick2: 36, .tom1: 47, .tom2: 45, .china: 60, .vibraslap: 61, .bongo: 47,
    ])

  /// The maps with names.
  public static let named: [(name: String, map: KeyMap)] = [("gm", .generalMIDI), ("avl", .avl)]

  private init(keys: [Drum: UInt8]) { self.keys = keys }

  /// Reads a name, or drums with their keys, 0 to 127; nil for anything else and for a drum that is named
  /// twice.
  public init?(_ text: String) {
    if let found = Self.named.first(where: { $0.name == text }) {
      self = found.map
      return
    }
    var keys: [Drum: UInt8] = [:]
    for entry in text.split(separator: " ") {
      let parts = entry.split(separator: "=", omittingEmptySubsequences: false)
      guard parts.count == 2, let drum = Drum(name: String(parts[0])), keys[drum] == nil,
        let key = UInt8(parts[1]), Voice.notes.contains(Int(key))
      else { return nil }
      keys[drum] = key
    }
    guard !keys.isEmpty else { return nil }
    self.init(keys: keys.filter { $0.value != $0.key.note })
  }

  /// The key of a drum, 0 to 127.
  public subscript(drum: Drum) -> UInt8 { keys[drum] ?? drum.note }
}

extension KeyMap: CustomStringConvertible {
  /// The name, or the drums that have other keys than their notes; reads as the same.
  public var description: String {
    if let found = Self.named.first(where: { $0.map == self }) { return found.name }
    return keys.sorted { $0.key < $1.key }.map { "\($0.key.name)=\($0.value)" }
      .joined(separator: " ")
  }
}
