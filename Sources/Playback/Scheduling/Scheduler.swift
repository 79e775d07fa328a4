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
  /// leaves early.
  let horizon: Int64
  /// Frames by which the clock leaves earlier than what is heard, where it does: so far ahead it has
  /// left. Anything else is taken back, and what an output has let go of in the meantime is sent
  /// again: a song position before every Continue, a note-off for every note.
  let clockLead: Int64
  /// Everything before this frame has been decided.
  private(set) var plannedThrough = Frame(index: 0)
  /// Strokes lost because too many were planned.
  private(set) var droppedHits: Int64 = 0
  /// Clock messages lost because too many were planned.
  private(set) var droppedMessages: Int64 = 0

  /// How much later than what is heard the clock leaves; the same in frames.
  private let clockOffset: HostTime.Interval
  private let clockDelay: Int64
  /// Channel of outgoing notes, 0 to 15.
  private let channel: UInt8
  private var plan = Plan(capacity: 4096)
  /// What is planned now is scheduled to leave no earlier than this: after all that was planned before,
  /// although the driver's idea of the time moves.
  private var earliestLeaving = HostTime(nanoseconds: .min)
  /// The latest moment at which anything that became due was scheduled to leave.
  private var latestLeft = HostTime(nanoseconds: .min)

  init(_ configuration: EngineConfiguration) {
    let rate = configuration.sampleRate
    clockOffset = configuration.clockOffset
    clockDelay = rate.frames(in: configuration.clockOffset)
    clockLead = max(-clockDelay, 0)
    horizon = clockLead + (configuration.schedulesAhead ? rate.frames(milliseconds: 20) : 0)
    channel = configuration.outputChannel
  }

  /// When what is planned for `frame` is scheduled to leave.
  @_noLocks private func leaving(_ frame: Frame, in block: borrowing Block) -> HostTime {
    let leaves = block.departure(of: frame)
    return leaves < earliestLeaving ? earliestLeaving : leaves
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
      let length = due.distance(to: line.frame(at: cue.beat + cue.duration))
      note.length = Int32(clamping: max(length, 1))
    }
    let event = PlannedEvent(.stroke(note), frame: due, leaves: leaving(due, in: block))
    if !plan.insert(event) { droppedHits &+= 1 }
  }

  /// Plans a click, which leaves by `out` where `leavesAsNote` says so.
  @_noLocks mutating func insertClick(
    _ cue: Cue, leavesAsNote: Bool, on line: Timeline, in block: borrowing Block
  ) {
    let due = line.frame(at: cue.beat)
    let event = PlannedEvent(
      .click(PlannedNote(cue)), frame: due, leaves: leaving(due, in: block),
      leavesAsNote: leavesAsNote)
    if !plan.insert(event) { droppedHits &+= 1 }
  }

  /// Lets `message` leave by the clock ports with what is heard at `frame`.
  @_noLocks mutating func insert(
    _ message: ShortMessage, at frame: Frame, in block: inout Block
  ) {
    let leaves = leaving(frame, in: block)
    let event = PlannedEvent(
      message, frame: frame.advanced(by: clockDelay), belongs: frame, leaves: leaves)
    if !plan.insert(event) { droppedMessages &+= 1 }
    block.leave(.send, .clock, message, at: leaves.advanced(by: clockOffset))
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

  /// All before `end` is decided, and what is planned after that leaves after it.
  @_noLocks mutating func closeWindow(at end: Frame, in block: borrowing Block) {
    advance(to: end)
    let last = leaving(plannedThrough.advanced(by: -1), in: block)
    earliestLeaving = HostTime(nanoseconds: last.nanoseconds &+ 1)
  }

  /// What is planned from here on leaves no earlier than what belongs to `frame`.
  @_noLocks mutating func hold(at frame: Frame, in block: borrowing Block) {
    earliestLeaving = leaving(frame, in: block)
  }

  /// Where nothing is planned, planning goes on from `frame`.
  @_noLocks mutating func moveIfIdle(to frame: Frame, notes: borrowing NoteLedger) {
    guard plan.count == 0 else { return }
    plannedThrough = frame
    leaveAfterAllThatLeft(notes)
  }

  /// What is planned from here on leaves after all that left and all that is still planned.
  @_noLocks mutating func leaveAfterAllThatLeft(_ notes: borrowing NoteLedger) {
    var last = max(latestLeft, plan.latestLeaving() ?? latestLeft)
    if let end = notes.latestEnd() { last = max(last, end) }
    earliestLeaving = HostTime(nanoseconds: last.nanoseconds &+ 1)
  }
}

// What is taken back.
extension Scheduler {
  /// Takes back what belongs at or after `limit`, by the very moments it was scheduled to leave, not by what
  /// they would be now: the driver's idea of the time moves.
  @_noLocks mutating func withdraw(
    from limit: Frame, notes: inout NoteLedger, in block: inout Block
  ) {
    let ending = notes.takeBack(from: limit)
    var earliest = plan.remove(from: limit, clockOffset: clockOffset)
    if let ending { earliest = earliest.map { min($0, ending) } ?? ending }
    if let earliest {
      block.leave(.withdraw, .clock, .stop, at: earliest)
      // A clock that leaves earlier or later than its sound is taken back with sound that stays,
      // or the other way round.
      notes.leaveAgain(from: earliest, in: &block)
      leaveAgain(from: earliest, in: &block)
    }
    leaveAfterAllThatLeft(notes)
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

  /// Sends once more what `.withdraw` from `earliest` took back of what stays.
  @_noLocks private mutating func leaveAgain(from earliest: HostTime, in block: inout Block) {
    var place = 0
    while let event = plan.event(place) {
      place &+= 1
      let leaves = event.leaves(clockOffset: clockOffset)
      guard leaves >= earliest else { continue }
      if case .message(let message) = event.content {
        block.leave(.send, .clock, message, at: leaves)
      } else if event.hasLeft, let note = event.note {
        block.leave(.send, .notes, note.noteOn(channel: channel), at: event.leaves)
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
      leaveAfterAllThatLeft(notes)
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
    if latestLeft < event.leaves { latestLeft = event.leaves }
    return event
  }

  /// The first note at `place` or later that outputs which schedule ahead were not sent yet, where it
  /// begins before `limit`; it counts as sent then, and `place` is what follows it.
  @_noLocks mutating func takeNote(from place: inout Int, before limit: Frame) -> PlannedEvent? {
    while let event = plan.event(place) {
      guard event.isToLeave else {
        place &+= 1
        continue
      }
      guard event.frame < limit else { return nil }
      plan.setLeft(place)
      place &+= 1
      return event
    }
    return nil
  }

  /// Whether followers roll after all that is planned, if they do or don't before it.
  @_noLocks func letsFollowersRoll(before: Bool) -> Bool { plan.letsFollowersRoll(before: before) }
}
