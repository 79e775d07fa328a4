import GhostnoteTesting
import Rhythm
import Testing

@testable import FluidSynthesizer

/// Which keys of a preset sound, read from the tables of a SoundFont, damaged ones among them.
@Suite struct SoundFontZonesTests {
  /// A zone: its range of keys, and the instrument or sample that it plays; nil for what it lacks.
  private struct Zone {
    var keys: ClosedRange<Int>?
    var plays: Int?
  }

  private static func little(_ number: Int) -> [UInt8] {
    [UInt8(number & 255), UInt8(number >> 8)]
  }

  /// A table of owners with these zones, and the record that ends it.
  private static func table(
    _ owners: [[Zone]], size: Int, zoneAt: Int, player: Int
  ) -> SoundFontZones.Table {
    var (records, bags, generators) = ([UInt8](), [UInt8](), [UInt8]())
    for owner in owners + [[]] {
      var record = [UInt8](repeating: 0, count: size)
      record.replaceSubrange(zoneAt..<zoneAt + 2, with: little(bags.count / 4))
      records += record
      for zone in owner {
        bags += little(generators.count / 4) + [0, 0]
        if let keys = zone.keys {
          generators += little(43) + [UInt8(keys.lowerBound), UInt8(keys.upperBound)]
        }
        if let plays = zone.plays { generators += little(player) + little(plays) }
      }
    }
    bags += little(generators.count / 4) + [0, 0]
    return SoundFontZones.Table(
      owners: records, recordSize: size, zoneAt: zoneAt, zones: bags, generators: generators,
      modulators: [], player: player)
  }

  private static func presets(_ owners: [Zone]...) -> SoundFontZones.Table {
    table(owners, size: 38, zoneAt: 24, player: 41)
  }

  private static func instruments(_ owners: [Zone]...) -> SoundFontZones.Table {
    table(owners, size: 22, zoneAt: 20, player: 53)
  }

  private static func keys(
    _ presets: SoundFontZones.Table, _ instruments: SoundFontZones.Table, of number: Int = 0
  ) -> [Int] {
    var zones = SoundFontZones(presets: presets, instruments: instruments)
    let keys = zones.keys(ofPreset: number)
    return (0...127).filter { keys.contains(UInt8($0)) }
  }

  @Test func `a key sounds where a zone of the preset and one of its instrument have it`() {
    let instruments = Self.instruments(
      [Zone(keys: 30...40, plays: 0), Zone(keys: 50...60, plays: 1)], [Zone(plays: 2)])
    #expect(
      Self.keys(Self.presets([Zone(keys: 35...55, plays: 0)]), instruments)
        == Array(35...40) + Array(50...55))
    #expect(Self.keys(Self.presets([Zone(keys: 35...55, plays: 1)]), instruments) == Array(35...55))
    #expect(Self.keys(Self.presets([Zone(plays: 1)]), instruments) == Array(0...127))
    let both = Self.presets([Zone(keys: 0...31, plays: 0), Zone(keys: 100...101, plays: 1)])
    #expect(Self.keys(both, instruments) == [30, 31, 100, 101])
  }

  @Test func `each preset has its own zones`() {
    let presets = Self.presets([Zone(keys: 1...2, plays: 0)], [], [Zone(keys: 5...5, plays: 0)])
    let instruments = Self.instruments([Zone(plays: 0)])
    #expect(presets.count == 4, "with the one that ends the list")
    #expect((0..<3).map { Self.keys(presets, instruments, of: $0) } == [[1, 2], [], [5]])
  }

  @Test func `a first zone that plays nothing is for all, a later one for none`() {
    let shared = Self.instruments([
      Zone(keys: 36...38), Zone(plays: 0), Zone(keys: 50...50, plays: 0),
    ])
    #expect(Self.keys(Self.presets([Zone(plays: 0)]), shared) == [36, 37, 38, 50])
    let later = Self.instruments([
      Zone(keys: 50...50, plays: 0), Zone(keys: 36...38), Zone(plays: 0),
    ])
    #expect(Self.keys(Self.presets([Zone(plays: 0)]), later) == Array(0...127))
  }

  @Test func `an instrument that is not there, and a preset that is not, have no keys`() {
    let instruments = Self.instruments([Zone(plays: 0)])
    #expect(Self.keys(Self.presets([Zone(plays: 7)]), instruments) == [])
    #expect(Self.keys(Self.presets([Zone(plays: 0)]), instruments, of: 3) == [])
    #expect(Self.keys(Self.presets([Zone(plays: 0)]), instruments, of: -1) == [])
  }

  @Test func `tables that were cut or changed are read without harm`() {
    let presets = Self.presets([Zone(keys: 1...90, plays: 0)], [Zone(plays: 1)])
    let instruments = Self.instruments([Zone(keys: 5...9), Zone(plays: 0)], [Zone(plays: 1)])
    var chance = SplitMix64(seed: 7)
    for turn in 0..<60 {
      func damaged(_ bytes: [UInt8]) -> [UInt8] {
        var bytes = bytes
        if chance.once(in: 2) { bytes.removeLast(Int.random(in: 0...bytes.count, using: &chance)) }
        for _ in 0..<(turn % 4) where !bytes.isEmpty {
          bytes[Int.random(in: 0..<bytes.count, using: &chance)] = .random(
            in: 0...255, using: &chance)
        }
        return bytes
      }
      func damaged(_ table: SoundFontZones.Table) -> SoundFontZones.Table {
        SoundFontZones.Table(
          owners: damaged(table.owners), recordSize: table.recordSize, zoneAt: table.zoneAt,
          zones: damaged(table.zones), generators: damaged(table.generators), modulators: [],
          player: table.player)
      }
      let found = Self.keys(damaged(presets), damaged(instruments), of: turn % 3)
      #expect(found == found.sorted())
    }
  }

  @Test func `a range whose ends are swapped has no keys`() {
    var generators: [UInt8] = [43, 0, 60, 40, 53, 0, 0, 0]
    let ranges = { (generators: [UInt8]) in
      SoundFontZones.Table(
        owners: [UInt8](repeating: 0, count: 20) + Self.little(0)
          + [UInt8](repeating: 0, count: 20) + Self.little(1), recordSize: 22, zoneAt: 20,
        zones: [0, 0, 0, 0, 2, 0, 0, 0], generators: generators, modulators: [], player: 53)
    }
    #expect(Self.keys(Self.presets([Zone(plays: 0)]), ranges(generators)) == [])
    generators[2...3] = [40, 60]
    #expect(Self.keys(Self.presets([Zone(plays: 0)]), ranges(generators)) == Array(40...60))
  }

  @Test func `voices are as many as were asked for, within bounds, or as the machine can play`() {
    #expect([1, 16, 300, 9_999].map { Polyphony.voices($0).prepared } == [16, 16, 300, 4_096])
    #expect(Polyphony.affordable.prepared == 256)
    // A voice that costs a thousandth of its time: 400 would take 40 %.
    #expect(
      [0.001, 0.004, 0.1, 0, -1].map { Polyphony.affordable(at: $0) } == [256, 100, 64, 256, 256])
  }
}
