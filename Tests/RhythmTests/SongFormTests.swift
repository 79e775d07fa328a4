import GhostnoteTesting
import MusicalTime
import Rhythm
import Testing

/// A song in time, against a walk from its beginning.
@Suite struct SongFormTests {
  private static func patch(seed: UInt64, loops: Bool) throws -> Patch {
    var chance = SplitMix64(seed: seed)
    var patch = Patch()
    patch.tempo = Tempo(clampingBPM: 100)
    try patch.setPatterns(
      [3, 4, 8].map { steps in
        try Pattern(
          rows: "kick " + String(repeating: "x", count: steps), stepsPerBeat: 2, name: "p\(steps)")
      })
    let sections = (0..<Int.random(in: 1...6, using: &chance)).map { _ in
      let steps = [3, 4, 8][Int.random(in: 0..<3, using: &chance)]
      return Section(
        pattern: "p\(steps)", repeats: Int.random(in: 1...3, using: &chance),
        tempo: chance.once(in: 2) ? Self.tempo(using: &chance) : nil,
        tempi: (0..<Int.random(in: 0...3, using: &chance)).map {
          TempoChange(beat: Beats(Int64(2 * $0 + 1), over: 2), tempo: Self.tempo(using: &chance))
        })
    }
    try patch.setSong(Song(sections: sections, loops: loops))
    return patch
  }

  /// One of three, so that changes to the same tempo are frequent.
  private static func tempo(using chance: inout SplitMix64) -> Tempo {
    Tempo(clampingBPM: [90.0, 100, 110][Int.random(in: 0..<3, using: &chance)])
  }

  /// The tempo of every half beat of one round, and where the sections begin.
  private static func walk(_ patch: Patch) throws -> (tempi: [Tempo], borders: [Int]) {
    var (tempi, borders, tempo) = ([Tempo](), [0], patch.tempo)
    for section in patch.song.sections {
      let pattern = try #require(patch.patterns.first { $0.name == section.pattern })
      let count = Int((pattern.length * 2 * Int64(section.repeats)).inBeats)
      if let own = section.tempo { tempo = own }
      for half in 0..<count {
        if let change = section.tempi.first(where: { $0.beat == Beats(Int64(half), over: 2) }) {
          tempo = change.tempo
        }
        tempi.append(tempo)
      }
      borders.append(tempi.count)
    }
    return (tempi, borders)
  }

  /// The beats in halves at which a tempo is another than before, and the first.
  private static func changes(_ tempi: [Tempo]) -> [[Double]] {
    tempi.indices.filter { $0 == 0 || tempi[$0] != tempi[$0 - 1] }.map {
      [Double($0), tempi[$0].bpm]
    }
  }

  @Test(arguments: 1...30 as ClosedRange<UInt64>, [false, true])
  func `sections, their tempi and all changes are those that a walk finds`(
    seed: UInt64, loops: Bool
  ) throws {
    let patch = try Self.patch(seed: seed, loops: loops)
    let form = patch.songForm
    let (tempi, borders) = try Self.walk(patch)
    #expect(form.borders == borders.map { Beats(Int64($0), over: 2) })
    #expect(form.length == Beats(Int64(tempi.count), over: 2))
    #expect(form.tempos.map { [2 * $0.beat.inBeats, $0.tempo.bpm] } == Self.changes(tempi))
    for number in patch.song.sections.indices {
      #expect(form.tempo(ofSection: number) == tempi[borders[number]])
    }
    #expect(form.tempo(ofSection: borders.count - 1) == tempi.last)
  }

  @Test(arguments: 1...20 as ClosedRange<UInt64>)
  func `a song that loops begins each round at its first tempo`(seed: UInt64) throws {
    let patch = try Self.patch(seed: seed, loops: true)
    let round = try Self.walk(patch).tempi
    for halves in [round.count, round.count + 1, 3 * round.count - 2] {
      let all = (0..<halves).map { round[$0 % round.count] }
      let found = patch.songForm.tempos(until: Beats(Int64(halves), over: 2))
      #expect(found.map { [2 * $0.beat.inBeats, $0.tempo.bpm] } == Self.changes(all))
    }
    var once = patch
    try once.setSong(Song(sections: patch.song.sections, loops: false))
    let found = once.songForm.tempos(until: Beats(1_000))
    #expect(found.map(\.beat) == patch.songForm.tempos.map(\.beat))
  }

  @Test func `a song without sections has a beginning`() {
    let form = Patch().songForm
    #expect(form.borders == [.zero] && form.length == .zero && form.tempos.count == 1)
    #expect(form.tempo(ofSection: 0) == .standard && form.tempo(ofSection: 7) == .standard)
    #expect(form.tempos(until: Beats(100)).count == 1)
  }

  @Test func `a section's repeats and tempi are within their bounds, also when they are set`() {
    var section = Section(
      pattern: "a", repeats: 0,
      tempi: [2, 2, 1, 0, 3].map { TempoChange(beat: Beats($0), tempo: .standard) })
    #expect(section.repeats == 1 && section.tempi.map(\.beat) == [Beats(2), Beats(3)])
    section.repeats = 5_000
    #expect(section.repeats == 999)
    section.tempi = (0..<5_000).map { TempoChange(beat: Beats($0), tempo: .standard) }
    #expect(section.tempi.count == Section.mostTempi - 1, "the first is on beat 0")
  }
}
