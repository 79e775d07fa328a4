import GhostnoteTesting
import MusicalTime
import Rhythm
import Testing

@testable import Sequencing

/// The heaps of a program's reader, beside sorted arrays.
@Suite struct HeapTests {
  private static func cue(using dice: inout SplitMix64) -> Cue {
    Cue(
      voice: Voice(Drum(clampingIndex: .random(in: 0...3, using: &dice))),
      velocity: Velocity(clamping: .random(in: 100...101, using: &dice)),
      beat: Beats(.random(in: 0...20, using: &dice), over: 4))
  }

  @Test(arguments: 1...20 as ClosedRange<UInt64>)
  func `waiting cues come by beat, voice and velocity, in turns of any kind`(seed: UInt64) {
    var dice = SplitMix64(seed: seed)
    var heap = WaitingCues()
    var waiting: [Cue] = []
    var wrong = 0
    for _ in 0..<600 {
      if Int.random(in: 0..<5, using: &dice) < 3 {
        let cue = Self.cue(using: &dice)
        heap.push(cue)
        waiting.append(cue)
      } else if heap.firstBeat != nil {
        let cue = heap.popFirst()
        waiting.sort()
        if cue != waiting.removeFirst() { wrong += 1 }
      }
      if heap.firstBeat != waiting.map(\.beat).min() { wrong += 1 }
    }
    while heap.firstBeat != nil {
      waiting.sort()
      if heap.popFirst() != waiting.removeFirst() { wrong += 1 }
    }
    #expect(wrong == 0 && waiting.isEmpty)
  }

  @Test func `cues that are equal keep the order in which they were added`() {
    var heap = WaitingCues()
    for number in 0..<50 {
      var cue = Cue(voice: Voice(.snare), velocity: Velocity(clamping: 90), beat: .zero)
      // Not part of the order.
      cue.attack = Float(number)
      heap.push(cue)
    }
    var order: [Float] = []
    while heap.firstBeat != nil { order.append(heap.popFirst().attack) }
    #expect(order == (0..<50).map(Float.init))
  }

  @Test func `one cue too many is counted as dropped, and the others are not touched`() {
    var heap = WaitingCues()
    let cue = Cue(voice: Voice(.kick), velocity: Velocity(clamping: 90), beat: Beats(1))
    for _ in 0...WaitingCues.capacity { heap.push(cue) }
    let (dropped, added) = (heap.dropped, heap.added)
    #expect(dropped == 1 && added == UInt64(WaitingCues.capacity))
    heap.removeAll()
    let first = heap.firstBeat
    #expect(first == nil)
  }

  @Test(arguments: 1...20 as ClosedRange<UInt64>)
  func `streams come by the beat at which they can be heard, as their positions move on`(
    seed: UInt64
  ) throws {
    var dice = SplitMix64(seed: seed)
    var heap = StreamHeap()
    var truth: [Beats] = []
    var wrong = 0
    for _ in 0..<400 {
      let cursor = try Self.cursor(at: .random(in: 0...99, using: &dice))
      switch Int.random(in: 0..<4, using: &dice) {
      case 0 where heap.count > 0:
        heap.removeFirst()
        truth.removeFirst()
      case 1 where heap.count > 0:
        heap.replaceFirst(with: cursor)
        truth[0] = cursor.earliest
      default:
        heap.push(cursor)
        truth.append(cursor.earliest)
      }
      truth.sort()
      if heap.count != truth.count { wrong += 1 }
      if heap.count > 0, heap.first.earliest != truth[0] { wrong += 1 }
    }
    #expect(wrong == 0)
  }

  /// A stream whose next hit lies on that sixteenth.
  private static func cursor(at sixteenth: Int64) throws -> StreamCursor {
    let stroke = CompiledStroke(place: 0, voice: Voice(.kick), velocity: Velocity(clamping: 90))
    let program = Program(
      hits: [Hit(drum: .kick, velocity: stroke.velocity, beat: .zero)],
      length: Beats(1, over: 4), loops: true)
    var cursor = StreamCursor(stream: 0, section: 0, round: 0)
    cursor.cycle = sixteenth
    let isThere = unsafe cursor.moveToHit(
      of: program.image.pointee.streams[0], section: program.image.pointee.sections[0],
      start: .zero, groove: program.image.pointee.grooves[0])
    try #require(isThere)
    return cursor
  }
}

/// Chance that is a hash of the place.
@Suite struct StepRandomTests {
  private static func random(
    seed: UInt64 = 1, round: Int64 = 0, section: Int = 0, loop: Int64 = 0, drum: Drum = .snare,
    step: UInt16 = 0
  ) -> StepRandom {
    StepRandom(
      seed: seed, round: round, section: section, loop: loop, lane: Voice(drum), step: step)
  }

  @Test(arguments: [0, 1, 25, 50, 99, 100] as [UInt8])
  func `a step of a probability plays in as many of ten thousand loops`(percent: UInt8) {
    let played = (0..<10_000).count { Self.random(loop: $0).happens(percent) }
    // Four standard deviations.
    let share = Double(percent) / 100
    let bound = 4 * (10_000 * share * (1 - share)).squareRoot()
    #expect(abs(Double(played) - 100 * Double(percent)) <= bound)
  }

  @Test func `what plays with a probability plays with every higher one`() {
    for loop in 0..<500 as Range<Int64> {
      let random = Self.random(loop: loop)
      let plays = (0...100).map { random.happens($0) }
      #expect(plays == plays.sorted { !$0 && $1 })
    }
  }

  @Test func `seed, repeat, section, loop, lane and step each make another choice`() {
    let all = (0..<400 as Range<Int64>).flatMap { number -> [Double] in
      [
        Self.random(seed: UInt64(number)), Self.random(seed: 9_999, round: number),
        Self.random(seed: 9_998, section: Int(number)), Self.random(seed: 9_997, loop: number),
        Self.random(seed: 9_996, step: UInt16(number)),
        Self.random(seed: UInt64(number), drum: .kick),
      ].map { $0.loose(0).time }
    }
    #expect(Set(all).count == all.count)
    #expect(Self.random(loop: 7).loose(0).time == Self.random(loop: 7).loose(0).time)
  }

  @Test func `looseness is between -1 and 1, even on both sides, small more often than large`() {
    let loose = (0..<4_000).map { Self.random(loop: $0).loose(UInt8($0 % 8)) }
    for shift in [loose.map(\.time), loose.map(\.velocity)] {
      #expect(shift.allSatisfy { (-1...1).contains($0) })
      #expect(abs(shift.reduce(0, +) / 4_000) < 0.03)
      // Three quarters of a triangle lie within a half.
      #expect((2_850...3_150).contains(shift.count { abs($0) < 0.5 }))
    }
    let together = loose.map { $0.time * $0.velocity }.reduce(0, +) / 4_000
    #expect(abs(together) < 0.02)
  }
}
