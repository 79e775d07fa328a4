import GhostnoteTesting
import MusicalTime
import Rhythm
import Sequencing
import Testing

@Suite struct ProgramTests {
  /// The hits in a window of beats, found the way a program does it.
  private static func hits(of program: Program, from: Beats, to: Beats) -> [Hit] {
    program.cues(from: from, to: to).compactMap(\.hit)
  }

  /// The same by looking at every hit of every loop.
  private static func scan(
    _ hits: [Hit], length: Beats, loops: Bool, from: Beats, to: Beats
  ) -> [Hit] {
    let rounds = loops ? 0...max(0, to.units / length.units) : 0...0
    var found: [Hit] = []
    for round in rounds {
      for var hit in hits where hit.beat >= .zero && hit.beat < length {
        hit.beat = hit.beat + length * round
        if hit.beat >= from, hit.beat < to { found.append(hit) }
      }
    }
    return found.sorted()
  }

  @Test(arguments: [true, false])
  func `a window holds what a look at every hit of every loop finds`(loops: Bool) {
    var dice = SplitMix64(seed: loops ? 1 : 2)
    for _ in 0..<300 {
      let length = Beats(units: .random(in: 1...40, using: &dice) * 1_001)
      let hits = (0..<Int.random(in: 0...12, using: &dice)).map { _ in
        Hit(
          drum: Drum(clampingIndex: .random(in: 0...25, using: &dice)),
          velocity: Velocity(clamping: .random(in: 1...127, using: &dice)),
          beat: Beats(units: .random(in: -2...42, using: &dice) * 1_001))
      }
      let program = Program(hits: hits, length: length, loops: loops)
      for _ in 0..<10 {
        let from = Beats(units: .random(in: 0...120_000, using: &dice))
        let to = from + Beats(units: .random(in: 0...60_000, using: &dice))
        let expected = Self.scan(hits, length: length, loops: loops, from: from, to: to)
        #expect(Self.hits(of: program, from: from, to: to) == expected)
      }
    }
  }

  @Test func `an empty program plays nothing, looping or not`() {
    for loops in [true, false] {
      let program = Program(hits: [], length: Beats(4), loops: loops)
      #expect(Self.hits(of: program, from: .zero, to: Beats(1_000)).isEmpty)
    }
    let pointless = Program(hits: [], length: .zero, loops: true)
    #expect(unsafe pointless.image.pointee.length == Beats(units: 1))
  }

  @Test func `bar 10 000 of a long program plays what is written there`() {
    let hits = (0..<40_000).map {
      Hit(drum: .kick, velocity: Velocity(clamping: $0 % 127 + 1), beat: Beats(Int64($0)))
    }
    let program = Program(hits: hits.shuffled(), length: Beats(40_000), loops: true)
    #expect(
      Self.hits(of: program, from: Beats(39_996), to: Beats(40_000)) == Array(hits[39_996...]))
    let next = Self.hits(of: program, from: Beats(40_000), to: Beats(40_002))
    #expect(next.map(\.velocity) == hits[0..<2].map(\.velocity))
    #expect(next.map(\.beat) == [Beats(40_000), Beats(40_001)])
  }

  @Test func `a short curve or choke list leaves the other drums as they are`() {
    let program = Program(
      hits: [], length: Beats(4), loops: true, chokes: [DrumSet([.snare])],
      curves: [Array(repeating: 90, count: 128), [0, 0]])
    let image = unsafe program.image
    #expect(unsafe image.pointee.choked(by: .kick2) == DrumSet([.snare]))
    #expect(unsafe image.pointee.choked(by: .bongo).isEmpty)
    let soft = Velocity(clamping: 5)
    #expect(unsafe image.pointee.shaped(soft, of: .kick2).value == 90)
    #expect(unsafe image.pointee.shaped(soft, of: .kick) == soft)
    #expect(unsafe image.pointee.shaped(Velocity(clamping: 1), of: .kick).value == 1)
    #expect(unsafe image.pointee.shaped(soft, of: .bongo) == soft)
  }
}
