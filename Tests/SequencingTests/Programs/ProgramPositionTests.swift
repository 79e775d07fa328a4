import GhostnoteTesting
import MusicalTime
import Rhythm
import Sequencing
import Testing

/// Where a beat is in a song, against a walk through all of its loops.
@Suite struct ProgramPositionTests {
  /// A song of patterns of 1 to 7 beats, as it is written.
  private struct Written {
    var sections: [(length: Int64, repeats: Int64)]
    let loops: Bool

    init(seed: UInt64, loops: Bool) {
      var chance = SplitMix64(seed: seed)
      sections = (0..<Int.random(in: 1...5, using: &chance)).map { _ in
        (Int64.random(in: 1...7, using: &chance), Int64.random(in: 1...4, using: &chance))
      }
      self.loops = loops
    }

    var length: Int64 { sections.map { $0.length * $0.repeats }.reduce(0, +) }

    func patch() throws -> Patch {
      var patch = Patch()
      try patch.setPatterns(
        try (1...7).map { beats in
          try Pattern(
            rows: "kick " + String(repeating: "x", count: beats), stepsPerBeat: 1, name: "p\(beats)"
          )
        })
      try patch.setSong(
        Song(
          sections: sections.map { Section(pattern: "p\($0.length)", repeats: Int($0.repeats)) },
          loops: loops))
      patch.playsSong = true
      return patch
    }

    struct Position: Equatable {
      var round: Int64
      var section: Int
      var loop: Int64
      var loopStart: Int64
      var sectionStart: Int64
      /// Nil after the end of a song that does not loop.
      var sectionEnd: Int64?
      var length: Int64
    }

    /// Walks from the beginning; past the end of a song that does not loop its last pattern goes on.
    func place(at beat: Int64) -> Position {
      var (start, round) = (Int64(0), Int64(0))
      while true {
        for (number, section) in sections.enumerated() {
          let isLast = !loops && number == sections.count - 1
          let end = start + section.length * section.repeats
          var loop: Int64 = 0
          while loop < section.repeats || isLast {
            let loopStart = start + loop * section.length
            if beat < loopStart + section.length {
              return Position(
                round: round, section: number, loop: loop, loopStart: loopStart,
                sectionStart: start, sectionEnd: beat < end ? end : nil, length: section.length)
            }
            loop += 1
          }
          start = end
        }
        round += 1
      }
    }

    /// The bar line at `beat` or later: bars of four where four beats divide the loop or one of a beat
    /// goes into them, else the loop is a bar. A loop of a bar or more ends one, and so does each section.
    func barLine(atOrAfter beat: Int64) -> Int64 {
      let place = place(at: beat)
      let isOfOne = place.length == 1
      let bar = isOfOne || place.length == 4 ? 4 : place.length
      var line = isOfOne ? place.sectionStart : place.loopStart
      while line < beat { line += bar }
      return min(line, isOfOne ? place.sectionEnd ?? line : place.loopStart + place.length)
    }
  }

  @Test(arguments: 1...10 as ClosedRange<UInt64>, [false, true])
  func `a beat has the round, section and loop that a walk finds`(seed: UInt64, loops: Bool) throws
  {
    let song = Written(seed: seed, loops: loops)
    let program = Program(try song.patch())
    defer { withExtendedLifetime(program) {} }
    let image = unsafe program.image.pointee
    #expect(image.length == Beats(song.length) && image.isSong && image.loops == loops)
    for beat in 0..<2 * song.length + 10 {
      // On the beat, and just before the next one.
      for inside in [Beats(beat), Beats(beat + 1) - Beats(units: 1)] {
        let (found, place) = (image.place(at: inside), song.place(at: beat))
        #expect(found.round == place.round && found.section == place.section)
        #expect(found.loop == place.loop && found.loopStart == Beats(place.loopStart))
        #expect(found.patternLength == Beats(place.length))
      }
      let line = image.place(at: Beats(beat)).barLine(atOrAfter: Beats(beat))
      #expect(line == Beats(song.barLine(atOrAfter: beat)))
    }
  }

  @Test(arguments: 1...10 as ClosedRange<UInt64>, [false, true])
  func `bars are numbered from the song's beginning, whatever their lengths`(
    seed: UInt64, loops: Bool
  ) throws {
    let song = Written(seed: seed, loops: loops)
    let program = Program(try song.patch())
    defer { withExtendedLifetime(program) {} }
    let image = unsafe program.image.pointee
    var (start, number) = (0 as Int64, 1 as Int64)
    for beat in 0..<(loops ? 2 : 1) * song.length {
      if beat > start, song.barLine(atOrAfter: beat) == beat {
        start = beat
        number += 1
      }
      let bar = image.place(at: Beats(beat)).countedBar(at: Beats(beat))
      #expect(bar.start == Beats(start) && bar.number == number)
    }
  }

  @Test func `before the beginning it is the beginning`() throws {
    let program = Program(try Written(seed: 3, loops: true).patch())
    defer { withExtendedLifetime(program) {} }
    let place = unsafe program.image.pointee.place(at: Beats(-5))
    #expect(place.round == 0 && place.section == 0 && place.loop == 0 && place.loopStart == .zero)
  }

  /// A song whose sections have tempi, or none.
  private static func tempi(_ tempi: [Double?], loops: Bool) throws -> Program {
    var patch = Patch()
    try patch.setPatterns([Pattern(rows: "kick x.", stepsPerBeat: 1, name: "a")])
    try patch.setSong(
      Song(
        sections: tempi.map { Section(pattern: "a", tempo: $0.map { Tempo(clampingBPM: $0) }) },
        loops: loops))
    patch.playsSong = true
    return Program(patch)
  }

  @Test(
    arguments: [
      [nil, 90, nil, 100], [80, nil, nil, nil], [nil, nil, nil, 70], [60, 60, 61, 60],
      [nil, nil, nil, nil],
    ] as [[Double?]])
  func `the changes of tempo are those between the tempi of the beats`(tempi: [Double?]) throws {
    for loops in [false, true] {
      let program = try Self.tempi(tempi, loops: loops)
      defer { withExtendedLifetime(program) {} }
      let image = unsafe program.image.pointee
      var beat = Beats.zero
      var tempo = image.tempo(at: .zero)
      let end = Beats(loops ? 24 : 8)
      while let change = image.tempoChange(from: beat + Beats(units: 1), before: end) {
        // Until the change, the tempo of the beats is the one before.
        #expect(image.tempo(at: change.beat - Beats(units: 1)) == tempo)
        #expect(image.tempo(at: change.beat) == change.tempo)
        (beat, tempo) = (change.beat, change.tempo)
      }
      #expect(image.tempo(at: end - Beats(units: 1)) == tempo)
    }
  }
}
