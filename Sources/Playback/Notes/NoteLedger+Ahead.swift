import MIDI
import MusicalTime
import Ports
import Rhythm

/// Notes on the outputs that schedule ahead. Real-time: yes.
extension NoteLedger {
  /// Schedules every note that begins or ends before `end` and was not scheduled yet, in order of frames.
  @_noLocks mutating func scheduleNotes(
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
        schedulePlanned(note, in: &block)
      } else if let ending, ends < end {
        // A full ring is tried again in the next block.
        guard scheduleNoteOff(of: ending, on: ends, in: &block) else { return }
      } else {
        return
      }
    }
  }

  /// Schedules a planned note's beginning, after the end of what its key sounds.
  @_noLocks private mutating func schedulePlanned(_ event: PlannedEvent, in block: inout Block) {
    guard let planned = event.note else { return }
    let message = planned.noteOn(channel: channel)
    while let open = ahead.open(message.channel, message.data1) {
      guard scheduleNoteOff(of: open, on: event.frame, at: event.sendTime, in: &block) else {
        return
      }
    }
    let length = planned.length > 0 ? Int64(planned.length) : gate
    let note = AheadNote(
      channel: message.channel, note: message.data1, begins: event.frame,
      noteOnTime: event.sendTime,
      ends: event.frame.advanced(by: length), endBeat: planned.endBeat)
    scheduleNoteOn(note, message, at: event.sendTime, in: &block)
  }

  @_noLocks private mutating func scheduleNoteOn(
    _ note: AheadNote, _ message: ShortMessage, at time: HostTime, in block: inout Block
  ) {
    guard ahead.count < AheadNotes.capacity else {
      droppedMessages &+= 1
      return
    }
    if block.schedule(.send, .notes, message, at: time) { _ = ahead.begin(note) }
  }

  /// Schedules the end of a note, for `frame`; false where they take no more.
  @_noLocks private mutating func scheduleNoteOff(
    of place: Int, on frame: Frame, at time: HostTime? = nil, in block: inout Block
  ) -> Bool {
    let note = ahead[place]
    let heard = time ?? block.heard(frame)
    let sendTime = heard < note.noteOnTime ? note.noteOnTime : heard
    guard block.schedule(.send, .notes, note.off, at: sendTime) else { return false }
    ahead[place].hasEnd = true
    ahead[place].endFrame = frame
    ahead[place].noteOffTime = sendTime
    return true
  }

  /// Begins a note at once, for the usual short while or until it is let go of.
  @_noLocks mutating func scheduleNow(
    _ message: ShortMessage, isHeld: Bool, in block: inout Block
  ) {
    guard block.schedulesAhead else { return }
    let now = block.time.began
    let sendTime = makeWay(for: message, at: now, in: &block)
    // What ends by itself ends as long after now as it lasts, whatever the latency.
    let latency = max(block.sampleRate.frames(in: now.distance(to: block.time.heard)), 0)
    let ends = block.frame.advanced(by: gate &- latency)
    var note = AheadNote(
      channel: message.channel, note: message.data1, begins: Frame(index: .min),
      noteOnTime: sendTime,
      ends: isHeld ? Frame(index: .max) : ends)
    note.isHeld = isHeld
    scheduleNoteOn(note, message, at: sendTime, in: &block)
    // What was scheduled to begin soon finds it ended.
    guard let held = ahead.open(message.channel, message.data1, sentBy: now),
      let next = ahead.next(message.channel, message.data1, after: now)
    else { return }
    let before = HostTime(nanoseconds: ahead[next].noteOnTime.nanoseconds &- 1)
    _ = scheduleNoteOff(of: held, on: ahead[next].begins, at: before, in: &block)
  }

  /// Ends what the key of `message` sounds now, and returns when another may begin.
  @_noLocks private mutating func makeWay(
    for message: ShortMessage, at now: HostTime, in block: inout Block
  ) -> HostTime {
    var latest = HostTime(nanoseconds: 0)
    var place = 0
    while place < ahead.count {
      let note = ahead[place]
      guard note.isKey(message.channel, message.data1), !note.hasEnd, note.noteOnTime <= now else {
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
    if block.schedule(.send, .notes, note.off, at: note.soonestEnd(at: block.time.began)) {
      ahead.remove(place)
      return true
    }
    ahead[place].isHeld = false
    ahead[place].ends = block.frame
    return false
  }

  /// Ends at once the note that a pad holds on that key, unless a stroke after it does.
  @_noLocks mutating func scheduleHeldNoteOff(
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

  /// Ends at once whatever sounds; what was struck and is still to be sent ends as it begins.
  @_noLocks mutating func scheduleNoteOffs(in block: inout Block) {
    guard block.schedulesAhead else { return }
    let frame = block.frame
    var place = 0
    while place < ahead.count {
      let note = ahead[place]
      if note.hasEnd || note.noteOnTime > block.time.began {
        if !note.hasEnd, note.begins < frame, frame < note.ends { ahead[place].ends = frame }
        place &+= 1
        continue
      }
      if !endNow(place, in: &block) { place &+= 1 }
    }
  }

  /// Forgets what begins or ends at `limit` or later, as far as it was scheduled; returns the send time of
  /// the earliest of those note-offs, nil where there was none.
  @_noLocks mutating func takeBack(from limit: Frame) -> HostTime? {
    let earliest = ahead.earliestEnd(from: limit)
    ahead.takeBack(from: limit)
    return earliest
  }

  /// The send time of the last note-off that still stands; nil where there is none.
  @_noLocks func latestEnd() -> HostTime? { ahead.latestEnd() }

  /// Schedules once more the note-offs that `.withdraw` from `earliest` took back though they stay.
  @_noLocks mutating func scheduleAgain(from earliest: HostTime, in block: inout Block) {
    var place = 0
    while place < ahead.count {
      let note = ahead[place]
      if note.hasEnd, note.noteOffTime >= earliest,
        !block.schedule(.send, .notes, note.off, at: note.noteOffTime)
      {
        ahead[place].hasEnd = false
      }
      place &+= 1
    }
  }
}
