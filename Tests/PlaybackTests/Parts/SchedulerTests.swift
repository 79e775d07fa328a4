import GhostnoteTesting
import MIDI
import MusicalTime
import Ports
import Rhythm
import Sequencing
import Testing

@testable import Playback

/// What is decided ahead of the block, beside a sorted list, and what an output that schedules ahead holds of
/// it. 48 kHz and 120 bpm: a beat is 24 000 frames.
@Suite struct SchedulerTests {
  private static func stage(offset milliseconds: Int64) -> Stage {
    var configuration = Stage.ahead
    configuration.clockOffset = HostTime.Interval(nanoseconds: milliseconds * 1_000_000)
    return Stage(configuration)
  }

  private static func cue(
    _ drum: Drum, _ number: Int, on frame: Int64, lasting frames: Int64 = 0
  ) -> Cue {
    var cue = Cue(
      voice: Voice(drum), velocity: Velocity(clamping: number),
      beat: Beats(units: frame * Beats.unitsPerBeat / 24_000))
    cue.duration = Beats(units: frames * Beats.unitsPerBeat / 24_000)
    return cue
  }

  /// What an output holds: all that was sent, less what was withdrawn.
  private struct Outside {
    struct Held: Hashable {
      var message: ShortMessage
      var time: Int64
    }
    private(set) var held: [Held] = []

    mutating func take(_ events: [OutgoingEvent]) {
      for event in events {
        switch event.action {
        case .send: held.append(Held(message: event.message, time: event.time.nanoseconds))
        case .withdraw: held.removeAll { $0.time >= event.time.nanoseconds }
        }
      }
    }

    var counts: [Held: Int] { Self.counts(held) }

    static func counts(_ held: [Held]) -> [Held: Int] {
      Dictionary(held.map { ($0, 1) }, uniquingKeysWith: +)
    }
  }

  @Test(
    arguments: [
      (0, false, 0, 0), (0, true, 960, 0), (-15, false, 720, 720), (-15, true, 1_680, 720),
      (15, false, 0, 0), (15, true, 960, 0),
    ] as [(Int64, Bool, Int64, Int64)])
  func `20 ms are planned ahead where an output schedules, and what the clock sends early`(
    milliseconds: Int64, ahead: Bool, horizon: Int64, lead: Int64
  ) {
    var configuration = EngineConfiguration()
    configuration.clockOffset = HostTime.Interval(nanoseconds: milliseconds * 1_000_000)
    configuration.schedulesAhead = ahead
    let scheduler = Scheduler(configuration)
    let found = (scheduler.horizon, scheduler.clockLead)
    #expect(found == (horizon, lead))
  }

  @Test(arguments: 1...10 as ClosedRange<UInt64>, [-15, 0, 15] as [Int64])
  func `an output holds what is planned and nothing else, however often it is taken back`(
    seed: UInt64, offset: Int64
  ) {
    var dice = SplitMix64(seed: seed)
    let stage = Self.stage(offset: offset)
    var outside = Outside()
    for _ in 0..<60 {
      stage.begin(frames: 256, late: .random(in: -3_000_000...3_000_000, using: &dice))
      let start = stage.scheduler.plannedThrough.index
      let end = start + 400
      for number in 1..<Int.random(in: 2...6, using: &dice) {
        let frame = Int64.random(in: start..<end, using: &dice)
        if dice.once(in: 2) {
          let cue = Self.cue(.snare, number, on: frame)
          stage.scheduler.insert(cue, on: Stage.line, in: stage.block)
        } else {
          let message = ShortMessage.songPosition(Int(frame))
          stage.scheduler.insert(message, at: Frame(index: frame), in: &stage.block)
        }
      }
      stage.scheduler.closeWindow(at: Frame(index: end), in: stage.block)
      var place = 0
      let limit = Frame(index: end - 200)
      while let event = stage.scheduler.takeNote(from: &place, before: limit) {
        let on = event.note.map { $0.noteOn(channel: 9) } ?? .stop
        stage.block.schedule(.send, .notes, on, at: event.sendTime)
      }
      if dice.once(in: 3) {
        let frame = Frame(index: .random(in: max(end - 1_500, 0)...end, using: &dice))
        stage.scheduler.takeBack(to: frame, notes: &stage.notes, in: &stage.block)
      }
      outside.take(stage.scheduled())
    }
    let planned = stage.due().compactMap { event -> Outside.Held? in
      if let message = event.message {
        let time = event.sendTime.nanoseconds + offset * 1_000_000
        return Outside.Held(message: message, time: time)
      }
      guard event.isScheduled, let note = event.note else { return nil }
      return Outside.Held(message: note.noteOn(channel: 9), time: event.sendTime.nanoseconds)
    }
    #expect(!planned.isEmpty && outside.counts == Outside.counts(planned))
  }

  @Test(arguments: 1...20 as ClosedRange<UInt64>)
  func `what is planned later is sent later, whatever the driver thinks of the time`(seed: UInt64) {
    var dice = SplitMix64(seed: seed)
    let stage = Stage()
    var latest = Int64.min
    for window in 0..<60 as Range<Int64> {
      stage.begin(frames: 480, late: .random(in: -9_000_000...9_000_000, using: &dice))
      for frame in (0..<4).map({ _ in Int64.random(in: 0..<480, using: &dice) }) + [479] {
        let frame = Frame(index: window * 480 + frame)
        stage.scheduler.insert(.timingClock, at: frame, in: &stage.block)
      }
      stage.scheduler.closeWindow(at: Frame(index: (window + 1) * 480), in: stage.block)
      stage.block.finish()
      let times = stage.scheduled().map(\.time.nanoseconds)
      #expect(times.count == 5 && times.allSatisfy { $0 > latest })
      latest = times.max() ?? latest
    }
  }

  @Test(arguments: 1...12 as ClosedRange<UInt64>, [-15, 0, 15] as [Int64])
  func `it hands out in order of frames, the clock by its offset beside, less what was taken back`(
    seed: UInt64, offset: Int64
  ) {
    struct Item: Hashable {
      var number: Int
      var frame: Int64
      var belongs: Int64
    }
    var dice = SplitMix64(seed: seed)
    let stage = Self.stage(offset: offset)
    stage.begin(frames: 64)
    var items: [Item] = []
    for number in 1...100 {
      let frame = Int64.random(in: 0...2_000, using: &dice)
      let due = number.isMultiple(of: 2) ? frame + offset * 48 : frame
      let place = items.firstIndex { due < $0.frame } ?? items.count
      items.insert(Item(number: number, frame: due, belongs: frame), at: place)
      if number.isMultiple(of: 2) {
        let message = ShortMessage.songPosition(number)
        stage.scheduler.insert(message, at: Frame(index: frame), in: &stage.block)
      } else {
        let cue = Self.cue(.kick, number, on: frame)
        stage.scheduler.insert(cue, on: Stage.line, in: stage.block)
      }
    }
    let limit = Int64.random(in: 500...1_500, using: &dice)
    stage.scheduler.withdraw(from: Frame(index: limit), notes: &stage.notes, in: &stage.block)
    let kept = items.filter { $0.belongs < limit }
    let next = stage.scheduler.nextFrame()
    #expect(next?.index == kept.first?.frame)
    let found = stage.due().map { event in
      Item(
        number: event.note.map { Int($0.velocity.value) } ?? event.message.map { Int($0.data1) }
          ?? 0,
        frame: event.frame.index, belongs: event.belongs.index)
    }
    #expect(found == kept)
    let none = stage.scheduler.nextFrame()
    #expect(none == nil)
  }

  @Test func `a note is held as long as its cue lasts, for a frame at least, or as ever`() {
    let stage = Stage()
    stage.begin(frames: 64)
    for (number, frames) in [(1, 0), (2, 1), (3, 12_000), (4, 240_000)] as [(Int, Int64)] {
      let cue = Self.cue(.kick, number, on: 1_000, lasting: frames)
      stage.scheduler.insert(cue, on: Stage.line, isInvented: number == 3, in: stage.block)
    }
    var short = Self.cue(.kick, 5, on: 1_000)
    short.duration = Beats(units: 1)
    stage.scheduler.insert(short, on: Stage.line, in: stage.block)
    let notes = stage.due().compactMap(\.note)
    #expect(notes.map(\.length) == [0, 1, 12_000, 240_000, 1])
    #expect(notes.map(\.isInvented) == [false, false, true, false, false])
  }

  @Test func `hits and messages that find no room are counted apart, and room comes back`() {
    let stage = Stage()
    stage.begin(frames: 64)
    let cue = Self.cue(.kick, 1, on: 5)
    for _ in 0..<4_096 { stage.scheduler.insert(cue, on: Stage.line, in: stage.block) }
    let before = (stage.scheduler.droppedHits, stage.scheduler.droppedMessages)
    #expect(before == (0, 0))
    stage.scheduler.insert(cue, on: Stage.line, in: stage.block)
    stage.scheduler.insertClick(cue, sendsNote: true, on: Stage.line, in: stage.block)
    stage.scheduler.insert(.timingClock, at: Frame(index: 5), in: &stage.block)
    let full = (stage.scheduler.droppedHits, stage.scheduler.droppedMessages)
    #expect(full == (2, 1))
    _ = stage.scheduler.removeFirst()
    stage.scheduler.insert(cue, on: Stage.line, in: stage.block)
    let after = stage.scheduler.droppedHits
    #expect(after == 2)
  }

  @Test func `each note is given once and before its limit; clicks only where they are sent`() {
    let stage = Stage()
    stage.begin(frames: 64)
    for (number, frame) in [(1, 10), (2, 20), (3, 30)] as [(Int, Int64)] {
      stage.scheduler.insert(
        Self.cue(.kick, number, on: frame), on: Stage.line, in: stage.block)
      stage.scheduler.insert(.timingClock, at: Frame(index: frame), in: &stage.block)
    }
    stage.scheduler.insertClick(
      Self.cue(.kick, 4, on: 15), sendsNote: false, on: Stage.line, in: stage.block)
    stage.scheduler.insertClick(
      Self.cue(.kick, 5, on: 16), sendsNote: true, on: Stage.line, in: stage.block)
    func given(before limit: Int64) -> [Int] {
      var (place, numbers) = (0, [Int]())
      while let event = stage.scheduler.takeNote(from: &place, before: Frame(index: limit)) {
        numbers.append(Int(event.note?.velocity.value ?? 0))
      }
      return numbers
    }
    #expect(given(before: 10) == [])
    #expect(given(before: 30) == [1, 5, 2])
    #expect(given(before: 30) == [])
    #expect(given(before: 31) == [3])
    let left = stage.due().filter(\.isScheduled).map { Int($0.note?.velocity.value ?? 0) }
    #expect(left == [1, 5, 2, 3])
  }

  @Test func `what is decided only grows, but for what is taken back`() {
    let stage = Stage()
    stage.begin(frames: 64)
    func planned(_ change: (inout Scheduler) -> Void) -> Int64 {
      change(&stage.scheduler)
      return stage.scheduler.plannedThrough.index
    }
    #expect(planned { $0.advance(to: Frame(index: 100)) } == 100)
    #expect(planned { $0.advance(to: Frame(index: 50)) } == 100)
    #expect(planned { $0.retreat(to: Frame(index: 200)) } == 100)
    #expect(planned { $0.retreat(to: Frame(index: 60)) } == 60)
    #expect(planned { $0.closeWindow(at: Frame(index: 30), in: stage.block) } == 60)
    #expect(planned { $0.moveIfIdle(to: Frame(index: 20), notes: stage.notes) } == 20)
    stage.scheduler.insert(.timingClock, at: Frame(index: 40), in: &stage.block)
    #expect(planned { $0.moveIfIdle(to: Frame(index: 10), notes: stage.notes) } == 20)
  }

  @Test(arguments: [(-15, 1_640), (0, 920), (15, 920)] as [(Int64, Int64)])
  func `nothing is taken back that the clock was sent for`(offset: Int64, earliest: Int64) {
    for (frame, reached) in [(100, true), (3_000, true), (3_001, false)] as [(Int64, Bool)] {
      let stage = Self.stage(offset: offset)
      stage.begin(frames: 920)
      stage.block.finish()
      stage.begin(frames: 64)
      stage.scheduler.insert(.timingClock, at: Frame(index: 3_000), in: &stage.block)
      stage.scheduler.advance(to: Frame(index: 4_000))
      stage.scheduler.takeBack(
        to: Frame(index: frame), notes: &stage.notes, in: &stage.block)
      let (planned, left) = (stage.scheduler.plannedThrough.index, stage.due().count)
      #expect(planned == max(frame, earliest))
      #expect(left == (reached ? 0 : 1))
    }
    // Where nothing is planned, all of it can be decided again.
    let stage = Self.stage(offset: offset)
    stage.begin(frames: 64)
    stage.scheduler.advance(to: Frame(index: 4_000))
    stage.scheduler.takeBack(to: Frame(index: 7), notes: &stage.notes, in: &stage.block)
    let planned = stage.scheduler.plannedThrough.index
    #expect(planned == 7)
  }

  @Test func `after a stop no stroke is held on, and nothing is decided beyond it`() {
    let stage = Stage()
    stage.begin(frames: 64)
    for (number, frame, frames) in [(1, 10, 2_400), (2, 20, 2_401), (3, 50, 9)] {
      stage.scheduler.insert(
        Self.cue(.kick, number, on: Int64(frame), lasting: Int64(frames)), on: Stage.line,
        in: stage.block)
    }
    stage.scheduler.advance(to: Frame(index: 900))
    stage.scheduler.stop(
      before: Frame(index: 50), decidedThrough: Frame(index: 64), notes: &stage.notes,
      in: &stage.block)
    let planned = stage.scheduler.plannedThrough.index
    let lengths = stage.due().compactMap(\.note?.length)
    #expect(planned == 64)
    #expect(lengths == [2_400, 0])
  }

  @Test func `what stays is sent again where it is sent with what is taken back`() {
    let stage = Stage()
    stage.begin(frames: 64)
    stage.scheduler.hold(at: Frame(index: 4_800), in: stage.block)
    for frame in [10, 4_700] as [Int64] {
      let message = ShortMessage.songPosition(Int(frame))
      stage.scheduler.insert(message, at: Frame(index: frame), in: &stage.block)
    }
    stage.scheduler.withdraw(from: Frame(index: 100), notes: &stage.notes, in: &stage.block)
    var outside = Outside()
    outside.take(stage.scheduled())
    #expect(outside.held.map(\.message) == [.songPosition(10)])
  }

  @Test func `on time, each is sent when its frame is heard, in whichever window it is planned`() {
    let stage = Stage()
    stage.begin(frames: 64)
    for frame in [0, 99, 100, 101, 200, 299, 300] as [Int64] {
      if frame.isMultiple(of: 100) {
        stage.scheduler.closeWindow(at: Frame(index: frame), in: stage.block)
      }
      stage.scheduler.insert(.timingClock, at: Frame(index: frame), in: &stage.block)
    }
    let times = stage.scheduled().map(\.time)
    #expect(times == [0, 99, 100, 101, 200, 299, 300].map { Stage.hearing($0) })
  }

  @Test func `what was taken back delays nothing, but what stays or was sent does`() {
    let stage = Stage()
    stage.begin(frames: 64)
    func sendTime(_ frame: Int64) -> HostTime? {
      stage.scheduler.insert(.timingClock, at: Frame(index: frame), in: &stage.block)
      return stage.scheduled().last?.time
    }
    func after(_ frame: Int64) -> HostTime {
      HostTime(nanoseconds: Stage.hearing(frame).nanoseconds + 1)
    }
    let beginning = [10, 1_000, 3_000].map { sendTime($0) }
    #expect(beginning == [10, 1_000, 3_000].map { Stage.hearing($0) })
    stage.scheduler.closeWindow(at: Frame(index: 4_000), in: stage.block)
    stage.scheduler.withdraw(from: Frame(index: 2_000), notes: &stage.notes, in: &stage.block)
    let again = [2_000, 500].map { sendTime($0) }
    #expect(again == [Stage.hearing(2_000), after(1_000)])
    // Gone, and nothing planned: what was sent still counts.
    _ = stage.due()
    stage.scheduler.moveIfIdle(to: Frame(index: 0), notes: stage.notes)
    let last = [100, 5_000].map { sendTime($0) }
    #expect(last == [after(2_000), Stage.hearing(5_000)])
  }

  @Test func `what is held is sent with its frame, and what comes next no earlier`() {
    let stage = Stage()
    stage.begin(frames: 64)
    stage.scheduler.hold(at: Frame(index: 4_800), in: stage.block)
    for frame in [0, 4_800, 9_600] as [Int64] {
      stage.scheduler.insert(.timingClock, at: Frame(index: frame), in: &stage.block)
    }
    let times = stage.scheduled().map(\.time)
    #expect(times == [4_800, 4_800, 9_600].map { Stage.hearing($0) })
  }
}
