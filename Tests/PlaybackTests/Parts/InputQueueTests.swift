import GhostnoteTesting
import MIDI
import MusicalTime
import Rhythm
import Testing

@testable import Playback

/// What players send, in the order in which it is heard: as a stable sort would have it.
@Suite struct InputQueueTests {
  @Test(arguments: 1...10 as ClosedRange<UInt64>)
  func `live messages come by their frames, and of one frame in the order they came in`(
    seed: UInt64
  ) {
    var dice = SplitMix64(seed: seed)
    var queue = LiveQueue()
    for block in 0..<3 {
      var staged: [(offset: Int32, number: Int)] = []
      for number in 0..<(100 * block + 20) {
        let offset = Int32.random(in: -3...40, using: &dice)
        staged.append((offset, number))
        _ = queue.insert(.songPosition(number), offset: offset)
      }
      var found: [Int] = []
      var offsets: [Int32] = []
      while let offset = queue.nextOffset() {
        offsets.append(offset)
        let message = queue.removeFirst()
        found.append(Int(message.data1) | Int(message.data2) << 7)
      }
      let sorted = staged.sorted { ($0.offset, $0.number) < ($1.offset, $1.number) }
      #expect(found == sorted.map(\.number))
      #expect(offsets == sorted.map(\.offset))
      queue.removeAll()
    }
  }

  @Test func `what arrives while some have been taken is still in order`() {
    var queue = LiveQueue()
    for offset: Int32 in [0, 10, 20] { _ = queue.insert(.timingClock, offset: offset) }
    _ = queue.removeFirst()
    // Late: it comes next, and not before what was taken.
    _ = queue.insert(.stop, offset: -5)
    let (offset, message) = (queue.nextOffset(), queue.removeFirst())
    let after = queue.nextOffset()
    #expect(offset == -5 && message == .stop && after == 10)
  }

  @Test func `a block takes 512 live messages`() {
    var queue = LiveQueue()
    var taken = 0
    while queue.insert(.timingClock, offset: 0) { taken += 1 }
    let isFull = queue.isFull
    queue.removeAll()
    let (isEmpty, next) = (!queue.isFull, queue.nextOffset())
    #expect(taken == 512 && isFull && isEmpty && next == nil)
  }

  private static func stroke(_ number: Int, due: Int64) -> DelayedStrokes.Entry {
    DelayedStrokes.Entry(
      stroke: DrumStroke(.snare, Velocity(clamping: number)),
      struck: HostTime(nanoseconds: 0), due: HostTime(nanoseconds: due))
  }

  @Test(arguments: 1...10 as ClosedRange<UInt64>)
  func `delayed strokes come when they are due, and of one moment in the order they came in`(
    seed: UInt64
  ) {
    var dice = SplitMix64(seed: seed)
    var strokes = DelayedStrokes()
    var waiting: [(due: Int64, number: Int)] = []
    var wrong = 0
    for number in 1...120 {
      let due = Int64.random(in: 0...20, using: &dice)
      if strokes.insert(Self.stroke(number, due: due)) { waiting.append((due, number)) }
      guard dice.once(in: 2) else { continue }
      waiting.sort { ($0.due, $0.number) < ($1.due, $1.number) }
      let first = strokes.removeFirst()
      if first.map({ Int($0.stroke.velocity.value) }) != waiting.first?.number { wrong += 1 }
      if !waiting.isEmpty { waiting.removeFirst() }
    }
    #expect(wrong == 0)
  }

  @Test func `64 strokes wait at once, and forgetting them makes room`() {
    var strokes = DelayedStrokes()
    var taken = 0
    while strokes.insert(Self.stroke(1, due: 0)) { taken += 1 }
    strokes.removeAll()
    let first = strokes.removeFirst()?.due
    let isTaken = strokes.insert(Self.stroke(1, due: 0))
    #expect(taken == 64 && first == nil && isTaken)
  }

  @Test(
    arguments: [
      (-500, 0), (0, 0), (1, 1), (63, 63), (64, nil), (4_000, nil),
    ] as [(Int64, Int32?)])
  func `a stroke is struck in the block in which it is heard, late ones at once`(
    frame: Int64, offset: Int32?
  ) {
    let stage = Stage()
    stage.begin(frames: 64)
    var strokes = DelayedStrokes()
    // In the middle of the frame, so that rounding does not matter.
    let due = Stage.hearing(frame).nanoseconds + 10_000
    _ = strokes.insert(Self.stroke(1, due: due))
    let found = strokes.nextOffset(in: stage.block)
    #expect(found == offset)
  }
}
