import GhostnoteTesting
import MIDI
import MusicalTime
import Ports
import Testing

@testable import Playback

/// What is decided ahead, beside an array that is sorted after every change.
@Suite struct PlanTests {
  /// The slow truth: a stable order by frame.
  private struct SortedList {
    var events: [PlannedEvent] = []

    mutating func insert(_ event: PlannedEvent) {
      let place = events.firstIndex { event.frame < $0.frame } ?? events.count
      events.insert(event, at: place)
    }
  }

  private static func emptied(_ plan: inout Plan) -> [Int?] {
    var numbers: [Int?] = []
    while let event = plan.peek() {
      numbers.append(event.number)
      plan.removeFirst()
    }
    return numbers
  }

  @Test(arguments: 1...20 as ClosedRange<UInt64>)
  func `ten thousand insertions and removals come out as from a sorted list`(seed: UInt64) {
    var dice = SplitMix64(seed: seed)
    var plan = Plan(capacity: 64)
    var list = SortedList()
    var wrong = 0
    for number in 0..<1_000 {
      // Frames that fall together often, and places that wrap around the end of the memory.
      if Int.random(in: 0..<5, using: &dice) < 3 {
        let event = PlannedEvent.kick(number, on: .random(in: 0...30, using: &dice))
        let isTaken = plan.insert(event)
        if isTaken != (list.events.count < 64) { wrong += 1 }
        if isTaken { list.insert(event) }
      } else {
        if plan.peek()?.number != list.events.first?.number { wrong += 1 }
        plan.removeFirst()
        if !list.events.isEmpty { list.events.removeFirst() }
      }
      if plan.count != list.events.count { wrong += 1 }
    }
    let rest = Self.emptied(&plan)
    #expect(wrong == 0)
    #expect(rest == list.events.map(\.number))
  }

  @Test(arguments: [(1, 2), (2, 2), (3, 4), (64, 64), (65, 128)])
  func `it takes as much as it has room for, and again as much when that is gone`(
    asked: Int, room: Int
  ) {
    var plan = Plan(capacity: asked)
    for _ in 0..<3 {
      var taken = 0
      while plan.insert(.kick(taken, on: 0)) { taken += 1 }
      let numbers = Self.emptied(&plan)
      #expect(taken == room)
      #expect(numbers == Array(0..<room))
    }
    plan.removeFirst()
    let (count, first) = (plan.count, plan.peek()?.number)
    #expect(count == 0 && first == nil)
  }

  @Test(arguments: 1...20 as ClosedRange<UInt64>)
  func `what belongs later is forgotten wherever it lies, and the rest keeps its order`(
    seed: UInt64
  ) {
    var dice = SplitMix64(seed: seed)
    var plan = Plan(capacity: 32)
    // So that what follows lies across the end of the memory.
    for number in 0..<20 { _ = plan.insert(.kick(number, on: 0)) }
    for _ in 0..<20 { plan.removeFirst() }
    var list = SortedList()
    for number in 0..<30 {
      var event = PlannedEvent.kick(number, on: .random(in: 0...99, using: &dice))
      // A clock is sent earlier or later than what it belongs to.
      event.belongs = event.frame.advanced(by: .random(in: -20...20, using: &dice))
      _ = plan.insert(event)
      list.insert(event)
    }
    let limit = Frame(index: 50)
    let gone = list.events.filter { $0.belongs >= limit }
    let reaches = plan.reaches(limit)
    let earliest = plan.remove(from: limit, clockOffset: HostTime.Interval(nanoseconds: 0))
    let reachesStill = plan.reaches(limit)
    let kept = Self.emptied(&plan)
    #expect(reaches == !gone.isEmpty && !reachesStill)
    #expect(earliest == gone.map(\.sendTime).min())
    #expect(kept == list.events.filter { $0.belongs < limit }.map(\.number))
  }

  @Test func `a message that is taken back was sent by the clock's offset beside its sound`() {
    let offset = HostTime.Interval(nanoseconds: -3_000)
    var plan = Plan(capacity: 8)
    let sendTime = HostTime(nanoseconds: 90_000)
    _ = plan.insert(
      PlannedEvent(.start, frame: Frame(index: 7), belongs: Frame(index: 10), sendTime: sendTime))
    _ = plan.insert(.kick(1, on: 90))
    let latest = plan.latestSendTime()
    let earliest = plan.remove(from: Frame(index: 10), clockOffset: offset)
    #expect(latest == sendTime)
    #expect(earliest == HostTime(nanoseconds: 87_000))
    let nothing = plan.remove(from: Frame(index: 0), clockOffset: offset)
    let none = plan.latestSendTime()
    #expect(nothing == nil && none == nil)
  }

  @Test(arguments: [
    ([], false, false), ([], true, true), ([ShortMessage.start], false, true),
    ([.continue], false, true), ([.stop], true, false), ([.start, .stop], false, false),
    ([.stop, .songPosition(8), .continue], true, true), ([.timingClock], false, false),
    ([.timingClock], true, true),
  ])
  func `followers roll as the last of Start, Continue and Stop lets them`(
    messages: [ShortMessage], before: Bool, after: Bool
  ) {
    var plan = Plan(capacity: 8)
    for (index, message) in messages.enumerated() {
      let frame = Frame(index: Int64(index))
      _ = plan.insert(
        PlannedEvent(message, frame: frame, belongs: frame, sendTime: HostTime(nanoseconds: 0)))
    }
    let rolls = plan.letsFollowersRoll(before: before)
    #expect(rolls == after)
  }

  @Test func `only strokes held for longer than the gate are shortened, and clicks never`() {
    var plan = Plan(capacity: 8)
    for (number, length) in [(0, 100), (1, 2_400), (2, 2_401), (3, 90_000)] as [(Int, Int32)] {
      _ = plan.insert(.kick(number, on: Int64(number), length: length))
    }
    var click = PlannedEvent.kick(4, on: 4, length: 90_000)
    if let note = click.note { click.content = .click(note) }
    _ = plan.insert(click)
    plan.shortenNotes(to: 2_400)
    let lengths = (0..<5).map { plan.event($0)?.note?.length }
    #expect(lengths == [100, 2_400, 0, 0, 90_000])
    let beyond = plan.event(5)?.number
    #expect(beyond == nil)
  }

  @Test func `what was sent ahead is remembered, and an index after the last changes nothing`() {
    var plan = Plan(capacity: 4)
    for number in 0..<3 { _ = plan.insert(.kick(number, on: Int64(number))) }
    plan.markScheduled(1)
    plan.markScheduled(3)
    let unscheduled = (0..<3).map { plan.event($0)?.needsScheduling }
    let scheduled = (0..<3).map { plan.event($0)?.isScheduled }
    #expect(unscheduled == [true, false, true])
    #expect(scheduled == [false, true, false])
  }
}
