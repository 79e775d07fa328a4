internal import Rhythm

/// Finds the keys with sounds in a SoundFont's presets: zones of presets and of their instruments as
/// in sections 7.2 to 7.8 of the SoundFont 2.04 specification. Damaged presets have no keys.
struct SoundFontZones {
  /// One table of zones: where each owner's begin, where each zone's generators begin, and those.
  struct Table {
    let owners: [UInt8]
    /// Bytes of an owner's record, and where in it the number of its first zone is.
    let (recordSize, zoneAt): (Int, Int)
    let zones: [UInt8]
    let generators: [UInt8]
    /// The generator that ends a zone and says what it plays; a zone without is for all of them.
    let player: Int
  }

  private let presets: Table
  private let instruments: Table
  private var known: [Int: KeySet] = [:]
  /// Most zones and generators read: a damaged file could refer to the same ones without end.
  private var patience = 1 << 19

  private static let keyRange = 43

  init(presets: Table, instruments: Table) {
    self.presets = presets
    self.instruments = instruments
  }

  /// The keys of the preset with this number in the file.
  mutating func keys(ofPreset number: Int) -> KeySet {
    var keys = KeySet()
    for zone in zones(of: number, in: presets) {
      var heard = keysOfInstrument(zone.plays)
      heard = heard.intersection(zone.keys)
      keys.formUnion(heard)
    }
    return keys
  }

  private mutating func keysOfInstrument(_ number: Int) -> KeySet {
    if let keys = known[number] { return keys }
    var keys = KeySet()
    for zone in zones(of: number, in: instruments) { keys.formUnion(zone.keys) }
    known[number] = keys
    return keys
  }

  /// The zones that play something, each with its keys: its own, or the first zone's where that is for
  /// all.
  private mutating func zones(of owner: Int, in table: Table) -> [(keys: KeySet, plays: Int)] {
    let first = Self.number(table.owners, owner * table.recordSize + table.zoneAt)
    let end = Self.number(table.owners, (owner + 1) * table.recordSize + table.zoneAt)
    guard let first, let end, first <= end else { return [] }
    var shared = KeySet.all
    var found: [(keys: KeySet, plays: Int)] = []
    for number in first..<end {
      let zone = zone(number, in: table)
      if let plays = zone.plays {
        found.append((zone.keys ?? shared, plays))
      } else if number == first, let keys = zone.keys {
        shared = keys
      }
    }
    return found
  }

  private mutating func zone(
    _ number: Int, in table: Table
  ) -> (keys: KeySet?, plays: Int?) {
    patience -= 1
    guard patience > 0, let first = Self.number(table.zones, 4 * number),
      let end = Self.number(table.zones, 4 * (number + 1)), first <= end
    else { return (nil, nil) }
    var keys: KeySet?
    for generator in first..<end {
      patience -= 1
      guard patience > 0, let kind = Self.number(table.generators, 4 * generator),
        let amount = Self.number(table.generators, 4 * generator + 2)
      else { return (nil, nil) }
      if kind == Self.keyRange {
        let (low, high) = (UInt8(amount & 255), UInt8(amount >> 8))
        keys = low <= high ? KeySet(low...high) : KeySet()
      }
      if kind == table.player { return (keys, amount) }
    }
    return (keys, nil)
  }

  /// Two bytes as a number; nil beyond the end.
  private static func number(_ bytes: [UInt8], _ place: Int) -> Int? {
    guard place >= 0, place + 2 <= bytes.count else { return nil }
    return Int(bytes[place]) | Int(bytes[place + 1]) << 8
  }
}
