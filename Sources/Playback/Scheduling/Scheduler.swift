import Clock
import MIDI
import MusicalTime
import Ports
import Rhythm
import Sequencing

/// What is decided ahead of the block: inserted, withdrawn and handed out when it is due, and given to
/// outputs that schedule ahead. Real-time: yes.
struct Scheduler: ~Copyable {
  /// Frames that are planned ahead of the block, for outputs that schedule and for a clock that
  /// is sent early.
  let horizon: Int64
  /// Frames by which the clock is sent earlier than what is heard, where it is: so far ahead it
  /// cannot be taken back. Anything else is, and what an output has sent in the meantime is sent
  /// again: a song position before every Continue, a note-off for every note.
  let clockLead: Int64
  /// Everything before this frame has been decided.
  private(set) var plannedThrough = Frame(index: 0)
  /// Strokes lost because too many were planned.
  private(set) var droppedHits: Int64 = 0
  /// Clock messages lost because too many were planned.
  private(set) var droppedMessages: Int64 = 0

  /// How much later than what is heard the clock is sent; the same in frames.
  private let clockOffset: HostTime.Interval
  private let clockDelay: Int64
  /// Channel of outgoing notes, 0 to 15.
  private let channel: UInt8
  private var plan = Plan(capacity: 4096)
  /// What is planned now has no earlier send time than this: after all that was planned before,
  /// although the driver's idea of the time moves.
  private var earliestSendTime = HostTime(nanoseconds: .min)
  /// The latest send time of anything that became due.
  private var latestDueSendTime = HostTime(nanoseconds: .min)

  init(_ configuration: EngineConfiguration) {
    let rate = configuration.sampleRate
    clockOffset = configuration.clockOffset
    clockDelay = rate.frames(in: configuration.clockOffset)
    clockLead = max(-clockDelay, 0)
    horizon = clockLead + (configuration.schedulesAhead ? rate.frames(milliseconds: 20) : 0)
    channel = configuration.outputChannel
  }

  /// When what is planned for `frame` is to be sent.
  @_noLocks private func sendTime(of frame: Frame, in block: borrowing Block) -> HostTime {
    let sendTime = block.sendTime(of: frame)
    return sendTime < earliestSendTime ? earliestSendTime : sendTime
  }
}

// What is inserted.
extension Scheduler {
  /// Plans a cue, its beat counted from the song's beginning.
  @_noLocks mutating func insert(
    _ cue: Cue, on line: Timeline, isInvented: Bool = false, in block: borrowing Block
  ) {
    let due = line.frame(at: cue.beat)
    var note = PlannedNote(cue)
    note.isInvented = isInvented
    if cue.duration > Beats(units: 0) {
      let endBeat = cue.beat + cue.duration
      note.hold(from: due, to: NoteEnd(line.frame(at: endBeat), beat: endBeat))
    }
    let event = PlannedEvent(.stroke(note), frame: due, sendTime: sendTime(of: due, in: block))
    if !plan.insert(event) { droppedHits &+= 1 }
  }

  /// Plans a click, which is sent by `out` where `sendsNote` says so.
  @_noLocks mutating func insertClick(
    _ cue: Cue, sendsNote: Bool, on line: Timeline, in block: borrowing Block
  ) {
    let due = line.frame(at: cue.beat)
    let event = PlannedEvent(
      .click(PlannedNote(cue)), frame: due, sendTime: sendTime(of: due, in: block),
      sendsNote: sendsNote)
    if !plan.insert(event) { droppedHits &+= 1 }
  }

  /// Sends `message` by the clock ports with what is heard at `frame`.
  @_noLocks mutating func insert(
    _ message: ShortMessage, at frame: Frame, in block: inout Block
  ) {
    let sendTime = sendTime(of: frame, in: block)
    let event = PlannedEvent(
      message, frame: frame.advanced(by: clockDelay), belongs: frame, sendTime: sendTime)
    if !plan.insert(event) { droppedMessages &+= 1 }
    block.schedule(.send, .clock, message, at: sendTime.advanced(by: clockOffset))
  }
}

// How far it is planned.
extension Scheduler {
  /// All before `frame` is decided, if it was not before.
  @_noLocks mutating func advance(to frame: Frame) {
    if plannedThrough < frame { plannedThrough = frame }
  }

  /// Nothing from `frame` on is decided.
  @_noLocks mutating func retreat(to frame: Frame) {
    if frame < plannedThrough { plannedThrough = frame }
  }

  /// All before `end` is decided, and what is planned after that is sent after it.
  @_noLocks mutating func closeWindow(at end: Frame, in block: borrowing Block) {
    advance(to: end)
    let last = sendTime(of: plannedThrough.advanced(by: -1), in: block)
    earliestSendTime = HostTime(nanoseconds: last.nanoseconds &+ 1)
  }

  /// What is planned from here on is sent no earlier than what belongs to `frame`.
  @_noLocks mutating func hold(at frame: Frame, in block: borrowing Block) {
    earliestSendTime = sendTime(of: frame, in: block)
  }

  /// Where nothing is planned, planning goes on from `frame`.
  @_noLocks mutating func moveIfIdle(to frame: Frame, notes: borrowing NoteLedger) {
    guard plan.count == 0 else { return }
    plannedThrough = frame
    holdAfterAllSent(notes)
  }

  /// What is planned from here on is sent after all that was sent and all that is still planned.
  @_noLocks mutating func holdAfterAllSent(_ notes: borrowing NoteLedger) {
    var last = max(latestDueSendTime, plan.latestSendTime() ?? latestDueSendTime)
    if let end = notes.latestEnd() { last = max(last, end) }
    earliestSendTime = HostTime(nanoseconds: last.nanoseconds &+ 1)
  }
}

// What is held.
extension Scheduler {
  /// Moves the ends of held strokes with the line, which is bent at `frame` to `line`.
  @_noLocks mutating func moveEnds(to line: Timeline, from frame: Frame) {
    plan.moveEnds(to: line, from: frame)
  }

  /// Lets the strokes that are planned be held for as many frames as now, whatever the line does.
  @_noLocks mutating func fixEnds() { plan.fixEnds() }
}

// What is taken back.
extension Scheduler {
  /// Takes back what belongs at or after `limit`, by the very send times it was given, not by what
  /// they would be now: the driver's idea of the time moves.
  @_noLocks mutating func withdraw(
    from limit: Frame, notes: inout NoteLedger, in block: inout Block
  ) {
    let ending = notes.takeBack(from: limit)
    var earliest = plan.remove(from: limit, clockOffset: clockOffset)
    if let ending { earliest = earliest.map { min($0, ending) } ?? ending }
    if let earliest {
      block.schedule(.withdraw, .clock, .stop, at: earliest)
      // A clock that is sent earlier or later than its sound is taken back with sound that stays,
      // or the other way round.
      notes.scheduleAgain(from: earliest, in: &block)
      scheduleAgain(from: earliest, in: &block)
    }
    holdAfterAllSent(notes)
  }

  /// Takes back what belongs at or after `limit` and lets no planned stroke be held for longer than the
  /// usual short while; all is decided through `frame`.
  @_noLocks mutating func stop(
    before limit: Frame, decidedThrough frame: Frame, notes: inout NoteLedger,
    in block: inout Block
  ) {
    withdraw(from: limit, notes: &notes, in: &block)
    plannedThrough = frame
    plan.shortenNotes(to: notes.gate)
  }

  /// Schedules once more what `.withdraw` from `earliest` took back of what stays.
  @_noLocks private mutating func scheduleAgain(from earliest: HostTime, in block: inout Block) {
    var place = 0
    while let event = plan.event(place) {
      place &+= 1
      let sendTime = event.sendTime(clockOffset: clockOffset)
      guard sendTime >= earliest else { continue }
      if case .message(let message) = event.content {
        block.schedule(.send, .clock, message, at: sendTime)
      } else if event.isScheduled, let note = event.note {
        block.schedule(.send, .notes, note.noteOn(channel: channel), at: event.sendTime)
      }
    }
  }

  /// Takes back what was decided from `frame` on, as far as it can be; planning goes on from there.
  @_noLocks mutating func takeBack(
    to frame: Frame, notes: inout NoteLedger, in block: inout Block
  ) {
    if plan.reaches(frame) {
      let limit = max(frame, block.frame.advanced(by: clockLead))
      withdraw(from: limit, notes: &notes, in: &block)
      plannedThrough = limit
    } else {
      plannedThrough = frame
      holdAfterAllSent(notes)
    }
  }
}

// What is due.
extension Scheduler {
  /// The frame of the earliest event; nil where nothing is planned.
  @_noLocks func nextFrame() -> Frame? { plan.peek()?.frame }

  /// Takes out the earliest event.
  @_noLocks mutating func removeFirst() -> PlannedEvent? {
    guard let event = plan.peek() else { return nil }
    plan.removeFirst()
    if latestDueSendTime < event.sendTime { latestDueSendTime = event.sendTime }
    return event
  }

  /// The first note at `place` or later that outputs which schedule ahead were not given yet, where it
  /// begins before `limit`; it counts as scheduled then, and `place` is what follows it.
  @_noLocks mutating func takeNote(from place: inout Int, before limit: Frame) -> PlannedEvent? {
    while let event = plan.event(place) {
      guard event.needsScheduling else {
        place &+= 1
        continue
      }
      guard event.frame < limit else { return nil }
      plan.markScheduled(place)
      place &+= 1
      return event
    }
    return nil
  }

  /// Whether followers roll after all that is planned, if they do or don't before it.
  @_noLocks func letsFollowersRoll(before: Bool) -> Bool { plan.letsFollowersRoll(before: before) }
}
