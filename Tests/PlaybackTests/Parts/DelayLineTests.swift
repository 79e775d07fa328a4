import GhostnoteTesting
import MIDI
import MusicalTime
import Ports
import Testing

@testable import Playback

/// Messages that wait for their frame; what must stay in order does, whatever its delay.
@Suite struct DelayLineTests {
  private struct Waiting: Hashable {
    var number: Int
    var due: Int64
    var port: OutputPort
    var message: ShortMessage
  }

  /// Notes of three keys on two channels, controllers and clock, each with a velocity of its own.
  private static func message(
    _ number: Int, using dice: inout SplitMix64
  ) -> (OutputPort, ShortMessage) {
    let channel = UInt8.random(in: 8...9, using: &dice)
    let note = UInt8.random(in: 36...38, using: &dice)
    switch Int.random(in: 0..<8, using: &dice) {
    case 0: return (.clock, .timingClock)
    case 1: return (.clock, .songPosition(number))
    case 2: return (.notes, .controlChange(channel: channel, controller: 7, value: 90))
    case 3: return (.notes, .noteOff(channel: channel, note: note))
    default: return (.notes, .noteOn(channel: channel, note: note, velocity: 100))
    }
  }

  /// Whether a later message must not leave before an earlier one.
  private static func isOrdered(_ one: Waiting, _ other: Waiting) -> Bool {
    guard one.port == other.port else { return false }
    if one.port == .clock { return true }
    let kinds: Set<UInt8> = [0x80, 0x90]
    guard kinds.contains(one.message.kind), kinds.contains(other.message.kind) else { return true }
    return one.message.channel == other.message.channel
      && one.message.data1 == other.message.data1
  }

  /// The slow truth: each is due when it is, or as late as the latest before it that it must not overtake.
  private static func truth(_ inserted: [Waiting]) -> [Waiting] {
    var made: [Waiting] = []
    for var new in inserted {
      for old in made where isOrdered(old, new) { new.due = max(new.due, old.due) }
      made.append(new)
    }
    return made.sorted { ($0.due, $0.number) < ($1.due, $1.number) }
  }

  private static func left(_ line: inout DelayLine, before end: Int64) -> [Waiting] {
    var left: [Waiting] = []
    while let next = line.removeFirst(before: Frame(index: end)) {
      left.append(
        Waiting(number: 0, due: next.due.index, port: next.port, message: next.message))
    }
    return left
  }

  private static func anonymous(_ waiting: [Waiting]) -> [Waiting] {
    waiting.map {
      Waiting(number: 0, due: $0.due, port: $0.port, message: $0.message)
    }
  }

  @Test(arguments: 1...25 as ClosedRange<UInt64>)
  func `no note overtakes one of its key, no clock another, and all else leaves when due`(
    seed: UInt64
  ) {
    var dice = SplitMix64(seed: seed)
    var inserted: [Waiting] = []
    var line = DelayLine(capacity: 128)
    for number in 0..<120 {
      let (port, message) = Self.message(number, using: &dice)
      let due = Int64.random(in: 0...400, using: &dice)
      inserted.append(Waiting(number: number, due: due, port: port, message: message))
      _ = line.insert(message, by: port, due: Frame(index: due))
    }
    let left = Self.left(&line, before: 1_000)
    #expect(left == Self.anonymous(Self.truth(inserted)))
  }

  @Test(arguments: 1...10 as ClosedRange<UInt64>)
  func `blocks of any size let go of the same, each in the block that it is due in`(seed: UInt64) {
    var dice = SplitMix64(seed: seed)
    var inserted: [Waiting] = []
    var line = DelayLine(capacity: 64)
    var left: [Waiting] = []
    var end: Int64 = 0
    var outside = 0
    for number in 0..<300 {
      // What is inserted is never due before what has left.
      let (port, message) = Self.message(number, using: &dice)
      let due = end + .random(in: 0...60, using: &dice)
      inserted.append(Waiting(number: number, due: due, port: port, message: message))
      let isTaken = line.insert(message, by: port, due: Frame(index: due))
      if !isTaken { outside += 1 }
      guard dice.once(in: 3) else { continue }
      let next = end + .random(in: 1...30, using: &dice)
      let now = Self.left(&line, before: next)
      outside += now.count { !(end..<next).contains($0.due) }
      left += now
      end = next
    }
    left += Self.left(&line, before: .max)
    #expect(outside == 0)
    #expect(left == Self.anonymous(Self.truth(inserted)))
  }

  @Test func `full, it takes nothing until something has left`() {
    var line = DelayLine(capacity: 4)
    let taken = (0..<5).map { line.insert(.timingClock, by: .clock, due: Frame(index: $0)) }
    #expect(taken == [true, true, true, true, false])
    let first = Self.left(&line, before: 1).count
    let isTaken = line.insert(.timingClock, by: .clock, due: Frame(index: 9))
    let rest = Self.left(&line, before: 100).map(\.due)
    #expect(first == 1 && isTaken)
    #expect(rest == [1, 2, 3, 9])
  }

  @Test func `hurried, all leaves by one frame at the latest and in its order`() {
    var line = DelayLine(capacity: 8)
    for (note, due) in [(36, 5), (38, 900), (42, 50)] as [(UInt8, Int64)] {
      _ = line.insert(
        .noteOn(channel: 9, note: note, velocity: 1), by: .notes, due: Frame(index: due))
    }
    line.hasten(to: Frame(index: 20))
    let left = Self.left(&line, before: 21)
    #expect(left.map(\.due) == [5, 20, 20])
    #expect(left.map(\.message.data1) == [36, 42, 38])
  }
}

/// How much later than their sound the messages of one port leave.
@Suite struct PortDelayTests {
  @Test(arguments: [32, 64, 1_000], [0, 128, 2_000] as [Int32])
  func `a latency is reached after a hundred times the frames it changes by`(
    block: Int, target: Int32
  ) {
    var delay = PortDelay()
    delay.approach(500, during: 1, atOnce: true)
    #expect(delay.frames == 500)
    let way = Int(abs(target - 500)) * 100
    var passed = 0
    var last = delay.frames
    var steps = 0
    while delay.frames != Int64(target), passed < 10 * way {
      delay.approach(target, during: block, atOnce: false)
      passed += block
      // It comes nearer all the time and never passes beyond.
      let step = delay.frames - last
      if target > 500 ? !(0...Int64(block)).contains(step) : !(-Int64(block)...0).contains(step) {
        steps += 1
      }
      last = delay.frames
    }
    #expect(steps == 0)
    // Half a frame counts as a frame.
    #expect((way - 50 - block...way + block).contains(passed))
    delay.approach(target, during: block, atOnce: false)
    #expect(delay.frames == Int64(target))
  }

  @Test(arguments: [[7, 93], [1, 99], [50, 50], [100]])
  func `blocks of any size bring it equally near in the same time`(sizes: [Int]) {
    var delay = PortDelay()
    for _ in 0..<50 {
      for size in sizes { delay.approach(2_000, during: size, atOnce: false) }
    }
    #expect(delay.frames == 50)
  }

  @Test func `a latency before now is none`() {
    var delay = PortDelay()
    delay.approach(-77, during: 64, atOnce: true)
    #expect(delay.frames == 0)
  }
}
