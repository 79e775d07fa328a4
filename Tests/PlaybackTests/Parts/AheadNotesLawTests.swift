import GhostnoteTesting
import MIDI
import MusicalTime
import Testing

@testable import Playback

/// What outputs that schedule ahead were given, against a plain list of it.
@Suite struct AheadNotesLawTests {
  private static func time(_ nanoseconds: Int64) -> HostTime { HostTime(nanoseconds: nanoseconds) }

  /// A random note of two channels and three keys, and moments that are often equal.
  private static func note(using chance: inout SplitMix64) -> AheadNote {
    let begins = Int64.random(in: 0..<50, using: &chance)
    var note = AheadNote(
      channel: UInt8.random(in: 8...9, using: &chance),
      note: UInt8.random(in: 36...38, using: &chance), begins: Frame(index: begins),
      noteOnTime: time(Int64.random(in: 0..<50, using: &chance)),
      ends: Frame(index: begins + Int64.random(in: 1..<30, using: &chance)))
    note.isHeld = chance.once(in: 5)
    if chance.once(in: 2) {
      note.hasEnd = true
      note.endFrame = Frame(index: Int64.random(in: 0..<80, using: &chance))
      note.noteOffTime = time(Int64.random(in: 0..<80, using: &chance))
    }
    return note
  }

  private static func notes(_ count: Int, seed: UInt64) -> [AheadNote] {
    var chance = SplitMix64(seed: seed)
    return (0..<count).map { _ in note(using: &chance) }
  }

  private static func kept(_ notes: [AheadNote]) -> AheadNotes {
    var kept = AheadNotes()
    for note in notes { _ = kept.begin(note) }
    return kept
  }

  /// All that is said of a note, in an order that does not depend on its place.
  private static func rows(_ notes: [AheadNote]) -> [[Int64]] {
    notes.map { note in
      [
        Int64(note.channel), Int64(note.note), note.begins.index, note.noteOnTime.nanoseconds,
        note.ends.index, note.isHeld ? 1 : 0, note.hasEnd ? 1 : 0, note.endFrame.index,
        note.noteOffTime.nanoseconds,
      ]
    }.sorted { $0.lexicographicallyPrecedes($1) }
  }

  private static func rows(_ kept: borrowing AheadNotes) -> [[Int64]] {
    var notes: [AheadNote] = []
    for place in 0..<kept.count { notes.append(kept[place]) }
    return rows(notes)
  }

  @Test(arguments: 1...20 as ClosedRange<UInt64>)
  func `what is asked for is what a look at every note finds`(seed: UInt64) {
    let notes = Self.notes(Int(seed) * 2, seed: seed)
    let kept = Self.kept(notes)
    let open = notes.filter { !$0.hasEnd }
    let first = kept.firstToEnd().map { kept[$0].ends.index }
    #expect(first == open.map(\.ends.index).min())
    let latest = kept.latestEnd()
    #expect(latest == notes.filter(\.hasEnd).map(\.noteOffTime).max())
    for channel in [8, 9] as [UInt8] {
      for key in [36, 37, 38] as [UInt8] {
        let own = notes.filter { $0.isKey(channel, key) }
        let found = kept.open(channel, key).map { kept[$0].isKey(channel, key) && !kept[$0].hasEnd }
        #expect(found == (own.contains { !$0.hasEnd } ? true : nil))
        for time in stride(from: 0, to: 50, by: 7).map({ Self.time($0) }) {
          let left = kept.open(channel, key, sentBy: time).map { kept[$0].noteOnTime <= time }
          #expect(left == (own.contains { !$0.hasEnd && $0.noteOnTime <= time } ? true : nil))
          let next = kept.next(channel, key, after: time).map { kept[$0].noteOnTime }
          #expect(next == own.map(\.noteOnTime).filter { $0 > time }.min())
        }
      }
    }
    for limit in stride(from: 0, to: 90, by: 9).map({ Frame(index: $0) }) {
      let earliest = kept.earliestEnd(from: limit)
      let ends = notes.filter { $0.hasEnd && $0.endFrame >= limit }
      #expect(earliest == ends.map(\.noteOffTime).min())
    }
  }

  @Test(arguments: 1...20 as ClosedRange<UInt64>)
  func `notes whose end was sent are forgotten, and no others`(seed: UInt64) {
    let notes = Self.notes(40, seed: seed)
    var kept = Self.kept(notes)
    kept.forget(before: Self.time(40))
    let rows = Self.rows(kept)
    #expect(rows == Self.rows(notes.filter { !$0.hasEnd || $0.noteOffTime >= Self.time(40) }))
  }

  @Test(arguments: 1...20 as ClosedRange<UInt64>)
  func `what begins later is taken back, and the ends of what does not`(seed: UInt64) {
    let notes = Self.notes(40, seed: seed)
    var kept = Self.kept(notes)
    let limit = Frame(index: 30)
    kept.takeBack(from: limit)
    let rows = Self.rows(kept)
    let left = notes.filter { $0.begins < limit }.map { note in
      var note = note
      if note.endFrame >= limit { note.hasEnd = false }
      return note
    }
    #expect(rows == Self.rows(left))
  }

  @Test(arguments: 1...20 as ClosedRange<UInt64>)
  func `a note that lasts is shortened, one that is held or has its end is not`(seed: UInt64) {
    let notes = Self.notes(40, seed: seed)
    var kept = Self.kept(notes)
    kept.shorten(to: Frame(index: 35), from: Frame(index: 20), gate: 6)
    let rows = Self.rows(kept)
    let shortened = notes.map { note in
      var note = note
      guard !note.hasEnd, !note.isHeld else { return note }
      let latest: Int64 = note.begins.index < 20 ? 35 : note.begins.index + 6
      note.ends = Frame(index: min(note.ends.index, latest))
      return note
    }
    #expect(rows == Self.rows(shortened))
  }

  @Test func `as many as there is room for are remembered, and room is made by one that goes`() {
    var kept = AheadNotes()
    let note = Self.notes(1, seed: 1)[0]
    var begun = 0
    while kept.begin(note) { begun += 1 }
    #expect(begun == AheadNotes.capacity)
    kept.remove(0)
    let fits = [kept.begin(note), kept.begin(note)]
    #expect(fits == [true, false])
  }

  @Test func `an end that comes at once never overtakes its beginning`() {
    let note = AheadNote(
      channel: 9, note: 36, begins: Frame(index: 0), noteOnTime: Self.time(5_000_000),
      ends: Frame(index: 9))
    // Up to a millisecond after its send time, it may not be sent yet.
    let soonest = [4, 5, 6, 7].map { note.soonestEnd(at: Self.time($0 * 1_000_000)).nanoseconds }
    #expect(soonest == [5_000_000, 5_000_000, 0, 0])
    #expect(note.soonestEnd(at: Self.time(5_999_999)).nanoseconds == 5_000_000)
    #expect(note.off == .noteOff(channel: 9, note: 36))
  }
}
