import MusicalTime
import Rhythm
import Sequencing
import Testing

@testable import HydrogenFiles

@Suite struct HydrogenGridTests {
  private func imported(size: Int = 192, _ notes: String) throws -> HydrogenImport {
    let patterns = Fixtures.pattern("a", size: size, notes)
    return try HydrogenImport(HydrogenSong(bytes: Fixtures.song(patterns: patterns)))
  }

  /// The ticks and velocities at which a drum is heard in the first loop of the first pattern.
  private func heard(_ found: HydrogenImport, _ drum: Drum = .kick) throws -> [[Double]] {
    let pattern = try found.patch(named: "x").patterns[0]
    let all = Program(try found.patch(named: "x")).cues(from: .zero, to: pattern.length)
    return all.filter { $0.voice.drum == drum }.map {
      [($0.beat.inBeats * 48 * 1_000).rounded() / 1_000, Double($0.velocity.value)]
    }
  }

  private func plain(_ ticks: [Int]) -> [[Double]] { ticks.map { [Double($0), 102] } }

  @Test func `played music stands on sixteenths, each hit at its tick`() throws {
    let (kick, snare) = ([1, 97, 119], [47, 143, 191])
    let found = try imported(
      Fixtures.notes(kick) + Fixtures.notes(snare, instrument: 1)
        + Fixtures.notes([0, 7], instrument: 3))
    let pattern = found.patterns[0]
    #expect(pattern.grid == .sixteenths)
    #expect(pattern.lanes.allSatisfy { $0.grid == nil })
    #expect(pattern.lane(of: Drum.kick)?.steps[8]?.offset == Beats(1, over: 48))
    #expect(pattern.lane(of: Drum.openHat)?.steps[1]?.offset == Beats(-5, over: 48))
    #expect(try heard(found) == plain(kick) && heard(found, .snare) == plain(snare))
    #expect(found.notices == [])
  }

  @Test func `played triplets stand on triplets`() throws {
    let ticks = [1, 15, 33, 47, 65, 79, 97, 112, 127]
    let alone = try imported(Fixtures.notes(ticks))
    #expect(alone.patterns[0].stepsPerBeat == 3)
    #expect(try heard(alone) == plain(ticks))
    // Among sixteenths, on a grid of their own.
    let mixed = try imported(Fixtures.notes(ticks) + Fixtures.notes([0, 12, 36], instrument: 1))
    #expect(mixed.patterns[0].stepsPerBeat == 4)
    #expect(mixed.patterns[0].lane(of: Drum.kick)?.grid?.stepsPerBeat == 3)
    #expect(try heard(mixed) == plain(ticks))
  }

  @Test func `lead and lag are added to the offset of a played hit`() throws {
    let note = Fixtures.Note(position: 13, more: "<leadlag>-0.5</leadlag>").xml
    let found = try imported(note)
    #expect(found.patterns[0].stepsPerBeat == 4)
    #expect(try heard(found) == [[10.5, 102]])
  }

  @Test func `a crowded lane has a marker for each note`() throws {
    let ticks = Array(0...9) + [100]
    let found = try imported(Fixtures.notes(ticks) + Fixtures.notes([0], instrument: 1))
    #expect(found.patterns[0].stepsPerBeat == 4)
    #expect(found.patterns[0].lane(of: Drum.kick)?.grid?.count == 11)
    #expect(try heard(found) == plain(ticks))
  }

  @Test func `more notes than a grid has markers become ratchets that play the same`() throws {
    let ticks = (0..<300).map { $0 * 7 }
    let found = try imported(size: 2_400, Fixtures.notes(ticks))
    #expect(found.patterns[0].lanes[0].steps.count <= 256)
    #expect(try heard(found) == plain(ticks))
    #expect(found.notices == [])
    // Two hits of a ratchet may differ in velocity.
    let notes = (0..<400).map {
      Fixtures.Note(position: $0 * 3, velocity: $0.isMultiple(of: 2) ? "1" : "0.5").xml
    }
    let loud = try imported(size: 1_200, notes.joined())
    #expect(try heard(loud) == (0..<400).map { [Double($0 * 3), $0.isMultiple(of: 2) ? 127 : 64] })
    #expect(loud.notices == [])
  }

  @Test func `of more notes than ratchets can play the loudest are kept and the others counted`()
    throws
  {
    // No three of them are evenly spaced, and every third is soft.
    let ticks = (0..<300).map { 8 * $0 + [0, 1, 3, 6, 2][$0 % 5] }
    let notes = ticks.enumerated().map {
      Fixtures.Note(position: $1, velocity: $0.isMultiple(of: 3) ? "0.5" : "1").xml
    }
    let found = try imported(
      size: 2_401, notes.joined() + Fixtures.notes([0, 480], instrument: 1))
    let kept = try heard(found)
    #expect(kept.count == 256 && kept.count { $0[1] == 127 } == 200)
    #expect(Set(kept.map { $0[0] }).isSubset(of: Set(ticks.map(Double.init))))
    #expect(try heard(found, .snare) == plain([0, 480]))
    #expect(found.patterns[0].length == Beats(2_401, over: 48))
    #expect(
      found.notices == ["notes of one drum beyond the 256 of a pattern, the loudest kept: 44"])
  }

  @Test func `a pattern of any length and density is imported`() throws {
    for size in [1, 47, 192, 12_289, 49_152] {
      let ticks = (0..<min(size, 700)).map { $0 * (size / min(size, 700)) }
      let found = try imported(size: size, Fixtures.notes(ticks))
      #expect(found.patterns[0].length == Beats(Int64(size), over: 48))
      #expect(try heard(found) == plain(ticks), "\(size)")
    }
  }

  @Test func `ratchets have as few hits as are enough, and never over other spacings`() {
    func note(_ tick: Int, _ velocity: Int = 100, late: Double = 0, chance: Int = 100) -> PlacedNote
    {
      PlacedNote(
        voice: Voice(.kick), tick: tick, late: late, velocity: Velocity(clamping: velocity),
        probability: chance)
    }
    func counts(_ notes: [PlacedNote], size: Int, most: Int) -> [Int]? {
      TickStep.fewer(notes, size: size, most: most)?.map(\.step.ratchet.count)
    }
    let even = (0..<8).map { note($0 * 2) }
    #expect(counts(even, size: 16, most: 8) == [1, 1, 1, 1, 1, 1, 1, 1])
    #expect(counts(even, size: 16, most: 4) == [2, 2, 2, 2])
    #expect(counts(even, size: 16, most: 1) == [8])
    // The last is longer than the others.
    #expect(counts(even, size: 20, most: 5) == [2, 2, 2, 1, 1])
    #expect(counts(even, size: 20, most: 2) == [7, 1])
    #expect(counts(even, size: 20, most: 1) == nil)
    #expect(counts([note(0), note(1, late: 1)], size: 2, most: 1) == nil)
    #expect(counts([note(0), note(1, chance: 50)], size: 2, most: 1) == nil)
    #expect(counts([note(0, 1), note(1, 51), note(2, 100)], size: 3, most: 1) == nil)
    #expect(counts([note(0, 1), note(1, 51), note(2, 101)], size: 3, most: 1) == [3])
  }
}
