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
    let modulators: [UInt8]
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
    let numbers = table.zoneNumbers(of: owner)
    var shared = KeySet.all
    var found: [(keys: KeySet, plays: Int)] = []
    for number in numbers {
      let zone = zone(number, in: table)
      if let plays = zone.plays {
        found.append((zone.keys ?? shared, plays))
      } else if number == numbers.lowerBound, let keys = zone.keys {
        shared = keys
      }
    }
    return found
  }

  private mutating func zone(
    _ number: Int, in table: Table
  ) -> (keys: KeySet?, plays: Int?) {
    patience -= 1
    guard patience > 0 else { return (nil, nil) }
    var keys: KeySet?
    for (kind, amount) in table.generators(ofZone: number) {
      patience -= 1
      guard patience > 0 else { return (nil, nil) }
      if kind == Self.keyRange {
        let (low, high) = (UInt8(amount & 255), UInt8(amount >> 8 & 255))
        keys = low <= high ? KeySet(low...high) : KeySet()
      }
      if kind == table.player { return (keys, amount & 0xFFFF) }
    }
    return (keys, nil)
  }
}

extension SoundFontZones.Table {
  /// The owners, with the one that only ends the list.
  var count: Int { owners.count / recordSize }

  /// The numbers of an owner's zones; none where the table is damaged.
  func zoneNumbers(of owner: Int) -> Range<Int> {
    range(owners, owner * recordSize + zoneAt, (owner + 1) * recordSize + zoneAt)
  }

  /// A zone's generators: number and signed amount.
  func generators(ofZone number: Int) -> some Sequence<(kind: Int, amount: Int)> {
    range(zones, 4 * number, 4 * (number + 1)).lazy.map {
      (
        kind: Self.number(generators, 4 * $0) ?? 0,
        amount: Self.signed(Self.number(generators, 4 * $0 + 2) ?? 0)
      )
    }
  }

  /// A zone's modulators: the generator that each changes, and its signed amount.
  func modulators(ofZone number: Int) -> some Sequence<(target: Int, amount: Int)> {
    range(zones, 4 * number + 2, 4 * (number + 1) + 2).lazy.map {
      (
        target: Self.number(modulators, 10 * $0 + 2) ?? 0,
        amount: Self.signed(Self.number(modulators, 10 * $0 + 4) ?? 0)
      )
    }
  }

  private func range(_ bytes: [UInt8], _ first: Int, _ end: Int) -> Range<Int> {
    guard let first = Self.number(bytes, first), let end = Self.number(bytes, end), first <= end
    else { return 0..<0 }
    return first..<end
  }

  private static func signed(_ number: Int) -> Int {
    Int(Int16(bitPattern: UInt16(truncatingIfNeeded: number)))
  }

  /// Two bytes as a number; nil beyond the end.
  static func number(_ bytes: [UInt8], _ place: Int) -> Int? {
    guard place >= 0, place + 2 <= bytes.count else { return nil }
    return Int(bytes[place]) | Int(bytes[place + 1]) << 8
  }
}
