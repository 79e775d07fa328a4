import GhostnoteTesting
import MusicalTime
import Rhythm
import Testing

@testable import Playback

/// The drummer's bars as the engine keeps them.
@Suite struct BarTableTests {
  private static func hits(_ count: Int, using chance: inout SplitMix64) -> [Hit] {
    (0..<count).map { _ in
      Hit(
        drum: Drum(clampingIndex: Int.random(in: 0..<Drum.count, using: &chance)),
        velocity: .random(using: &chance),
        beat: Beats(units: Int64.random(in: -200_000..<4 * Beats.unitsPerBeat, using: &chance)))
    }
  }

  private final class Bars {
    let table = BarTable()

    func put(_ number: Int64, _ hits: [Hit] = []) {
      table.put(CompiledBar(number: number, hits: hits))
    }

    func holds(_ number: Int64) -> Bool { table.holds(number) }

    func hits(in number: Int64) -> [Hit] {
      var hits: [Hit] = []
      while let hit = table.hit(hits.count, in: number) { hits.append(hit) }
      return hits
    }
  }

  @Test func `a bar has what lies in it, in order`() {
    let grain = Beats(units: 1)
    let beats: [Beats] = [
      Beats(3), CompiledBar.length, CompiledBar.length - grain, CompiledBar.earliest,
      CompiledBar.earliest - grain, .zero,
    ]
    let bar = CompiledBar(
      number: 5,
      hits: beats.map { Hit(drum: .kick, velocity: Velocity(clamping: 100), beat: $0) })
    #expect(
      (0..<bar.count).map { bar.hit($0).beat } == [
        CompiledBar.earliest, .zero, Beats(3), CompiledBar.length - grain,
      ])
  }

  @Test func `of too many hits the softest are left out`() {
    let hits = (0..<300).map { index in
      Hit(
        drum: .snare, velocity: Velocity(clamping: index % 2 == 0 ? 100 : 20),
        beat: Beats(Int64(index), over: 100))
    }
    let bar = CompiledBar(number: 0, hits: hits)
    let kept = (0..<bar.count).map { bar.hit($0) }
    #expect(bar.count == CompiledBar.capacity && kept == kept.sorted())
    #expect(kept.count { $0.velocity.value == 100 } == 150)
  }

  @Test func `the first sixteen bars have slots of their own, and the others the latest`() {
    let places = (0..<5_000).map { CompiledBar.place(of: $0) }
    #expect(Set(places) == Set(0..<BarTable.count))
    #expect(Array(places[..<16]) == Array(0..<16))
    #expect(places[16...].allSatisfy { $0 >= 16 })
    for first in stride(from: 16, to: 4_900, by: 63) {
      #expect(Set(places[first..<first + 64]).count == 64)
    }
  }

  @Test(arguments: 1...4 as ClosedRange<UInt64>)
  func `bars are found as they were put, until another takes the slot`(seed: UInt64) {
    var chance = SplitMix64(seed: seed)
    let bars = Bars()
    var places: [Int: CompiledBar] = [:]
    for _ in 0..<300 {
      let number = Int64.random(in: 0..<200, using: &chance)
      let bar = CompiledBar(
        number: number, hits: Self.hits(Int.random(in: 0..<20, using: &chance), using: &chance))
      bars.table.put(bar)
      places[CompiledBar.place(of: number)] = bar
    }
    for number in 0..<200 as Range<Int64> {
      let kept = places[CompiledBar.place(of: number)]
      #expect(bars.holds(number) == (kept?.number == number))
      guard let kept, kept.number == number else { continue }
      #expect(bars.hits(in: number) == (0..<kept.count).map { kept.hit($0) })
    }
  }

  @Test func `the first hit at or after a beat is found`() {
    var chance = SplitMix64(seed: 8)
    let bars = Bars()
    bars.put(3, Self.hits(150, using: &chance))
    let hits = bars.hits(in: 3)
    let beats =
      hits.map(\.beat) + [Beats(-1), Beats(5)]
      + (0..<100).map { _ in Beats(units: Int64.random(in: -300_000..<9_000_000, using: &chance)) }
    for beat in beats {
      let expected = hits.firstIndex { $0.beat >= beat } ?? hits.count
      let found = bars.table.index(in: 3, atOrAfter: beat)
      #expect(found == expected)
    }
  }

  @Test func `a bar that is late is played like another, and is silent like one that is gone`() {
    var chance = SplitMix64(seed: 9)
    let bars = Bars()
    bars.put(20, Self.hits(12, using: &chance))
    let hits = bars.hits(in: 20)
    bars.table.put(21, like: 20)
    #expect(bars.holds(21) && bars.hits(in: 21) == hits)
    // Both have one place: the later bar takes it, and the hits with it.
    bars.table.put(84, like: 20)
    #expect(bars.holds(84) && !bars.holds(20) && bars.hits(in: 84) == hits)
    bars.table.put(22, like: 20)
    #expect(bars.holds(22) && bars.hits(in: 22).isEmpty)
  }

  @Test func `what is in neither range is forgotten`() {
    let bars = Bars()
    for number in 0..<60 as Range<Int64> { bars.put(number) }
    bars.table.keepOnly(BarRange(first: 30, last: 33), and: BarRange(first: 2, last: 3))
    #expect((0..<100).filter { bars.holds($0) } == [2, 3, 30, 31, 32, 33])
    bars.table.keepOnly(BarRange(first: 9, last: 8), and: BarRange(first: 33, last: 33))
    #expect((0..<100).filter { bars.holds($0) } == [33])
  }

  @Test func `no bar before the song's first is there, and what plays like it is silent`() {
    var chance = SplitMix64(seed: 10)
    let bars = Bars()
    #expect(!bars.holds(-1))
    bars.put(0, Self.hits(12, using: &chance))
    bars.table.keepOnly(BarRange(first: 1, last: 4), and: BarRange(first: 1, last: 0))
    #expect(!bars.holds(0) && !bars.holds(-1))
    bars.table.put(1, like: -1)
    #expect(bars.holds(1) && bars.hits(in: 1).isEmpty)
  }
}
