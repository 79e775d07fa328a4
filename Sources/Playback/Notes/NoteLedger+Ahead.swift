import MIDI
import MusicalTime
import Ports
import Rhythm

/// Notes on the outputs that schedule ahead. Real-time: yes.
extension NoteLedger {
  /// Sends these outputs every note that begins or ends before `end` and was not sent yet, in order of
  /// frames.
  @_noLocks mutating func leave(
    before end: Frame, _ scheduler: inout Scheduler, in block: inout Block
  ) {
    guard block.schedulesAhead else { return }
    ahead.forget(before: block.time.began)
    var place = 0
    while true {
      let ending = ahead.firstToEnd()
      var ends = end
      if let ending, ahead[ending].ends < end { ends = ahead[ending].ends }
      if let note = scheduler.takeNote(from: &place, before: ends) {
        leave(note, in: &block)
      } else if let ending, ends < end {
        // A full ring is tried again in the next block.
        guard leaveEnd(of: ending, on: ends, in: &block) else { return }
      } else {
        return
      }
    }
  }

  /// Hands a planned note's beginning to these outputs, after the end of what its key sounds.
  @_noLocks private mutating func leave(_ event: PlannedEvent, in block: inout Block) {
    guard let planned = event.note else { return }
    let message = planned.noteOn(channel: channel)
    while let open = ahead.open(message.channel, message.data1) {
      guard leaveEnd(of: open, on: event.frame, at: event.leaves, in: &block) else { return }
    }
    let length = planned.length > 0 ? Int64(planned.length) : gate
    let note = AheadNote(
      channel: message.channel, note: message.data1, begins: event.frame, leaves: event.leaves,
      ends: event.frame.advanced(by: length))
    leave(note, message, at: event.leaves, in: &block)
  }

  @_noLocks private mutating func leave(
    _ note: AheadNote, _ message: ShortMessage, at time: HostTime, in block: inout Block
  ) {
    guard ahead.count < AheadNotes.capacity else {
      droppedMessages &+= 1
      return
    }
    if block.leave(.send, .notes, message, at: time) { _ = ahead.begin(note) }
  }

  /// Hands the end of a note to these outputs, for `frame`; false where they take no more.
  @_noLocks private mutating func leaveEnd(
    of place: Int, on frame: Frame, at time: HostTime? = nil, in block: inout Block
  ) -> Bool {
    let note = ahead[place]
    let heard = time ?? block.heard(frame)
    let leaves = heard < note.leaves ? note.leaves : heard
    guard block.leave(.send, .notes, note.off, at: leaves) else { return false }
    ahead[place].hasEnd = true
    ahead[place].endFrame = frame
    ahead[place].endLeaves = leaves
    return true
  }

  /// Begins a note at once, for the usual short while or until it is let go of.
  @_noLocks mutating func leaveNow(
    _ message: ShortMessage, isHeld: Bool, in block: inout Block
  ) {
    guard block.schedulesAhead else { return }
    let now = block.time.began
    let leaves = makeWay(for: message, at: now, in: &block)
    // What ends by itself ends as long after now as it lasts, whatever the latency.
    let latency = max(block.sampleRate.frames(in: now.distance(to: block.time.heard)), 0)
    let ends = block.frame.advanced(by: gate &- latency)
    var note = AheadNote(
      channel: message.channel, note: message.data1, begins: Frame(index: .min), leaves: leaves,
      ends: isHeld ? Frame(index: .max) : ends)
    note.isHeld = isHeld
    leave(note, message, at: leaves, in: &block)
    // What was scheduled to begin soon finds it ended.
    guard let held = ahead.open(message.channel, message.data1, leftBy: now),
      let next = ahead.next(message.channel, message.data1, after: now)
    else { return }
    let before = HostTime(nanoseconds: ahead[next].leaves.nanoseconds &- 1)
    _ = leaveEnd(of: held, on: ahead[next].begins, at: before, in: &block)
  }

  /// Ends what the key of `message` sounds now, and returns when another may begin.
  @_noLocks private mutating func makeWay(
    for message: ShortMessage, at now: HostTime, in block: inout Block
  ) -> HostTime {
    var latest = HostTime(nanoseconds: 0)
    var place = 0
    while place < ahead.count {
      let note = ahead[place]
      guard note.isKey(message.channel, message.data1), !note.hasEnd, note.leaves <= now else {
        place &+= 1
        continue
      }
      latest = max(latest, note.soonestEnd(at: now))
      if !endNow(place, in: &block) { place &+= 1 }
    }
    return latest
  }

  /// Ends a note at once and forgets it; false where that must be tried again in the next block.
  @_noLocks private mutating func endNow(_ place: Int, in block: inout Block) -> Bool {
    let note = ahead[place]
    if block.leave(.send, .notes, note.off, at: note.soonestEnd(at: block.time.began)) {
      ahead.remove(place)
      return true
    }
    ahead[place].isHeld = false
    ahead[place].ends = block.frame
    return false
  }

  /// Ends at once the note that the hand holds on that key, unless a stroke after it does.
  @_noLocks mutating func leaveNoteOff(
    _ channel: UInt8, _ key: UInt8, in block: inout Block
  ) {
    var place = 0
    while place < ahead.count {
      let note = ahead[place]
      guard note.isKey(channel, key), note.isHeld, !note.hasEnd else {
        place &+= 1
        continue
      }
      if !endNow(place, in: &block) { place &+= 1 }
    }
  }

  /// Ends at once whatever sounds; what was struck and is still to leave ends as it begins.
  @_noLocks mutating func leaveNoteOffs(in block: inout Block) {
    guard block.schedulesAhead else { return }
    let frame = block.frame
    var place = 0
    while place < ahead.count {
      let note = ahead[place]
      if note.hasEnd || note.leaves > block.time.began {
        if !note.hasEnd, note.begins < frame, frame < note.ends { ahead[place].ends = frame }
        place &+= 1
        continue
      }
      if !endNow(place, in: &block) { place &+= 1 }
    }
  }

  /// Forgets what begins or ends at `limit` or later, as far as it was sent; returns when the earliest of
  /// those note-offs was scheduled to leave, nil where there was none.
  @_noLocks mutating func takeBack(from limit: Frame) -> HostTime? {
    let earliest = ahead.earliestEnd(from: limit)
    ahead.takeBack(from: limit)
    return earliest
  }

  /// When the last note-off that still stands was scheduled to leave; nil where there is none.
  @_noLocks func latestEnd() -> HostTime? { ahead.latestEnd() }

  /// Sends once more the note-offs that `.withdraw` from `earliest` took back though they stay.
  @_noLocks mutating func leaveAgain(from earliest: HostTime, in block: inout Block) {
    var place = 0
    while place < ahead.count {
      let note = ahead[place]
      if note.hasEnd, note.endLeaves >= earliest,
        !block.leave(.send, .notes, note.off, at: note.endLeaves)
      {
        ahead[place].hasEnd = false
      }
      place &+= 1
    }
  }
}
