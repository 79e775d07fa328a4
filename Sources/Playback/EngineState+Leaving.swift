import MIDI
import MusicalTime
import Ports
import Rhythm

/// Notes on the outputs that schedule ahead. Real-time: yes.
extension EngineState {
  /// Tells these outputs of every note that begins or ends before `end` and was not told yet, in
  /// order of frames.
  @_noLocks mutating func letNotesLeave(before end: Frame) {
    guard schedulesAhead else { return }
    ahead.forget(before: time.began)
    var place = 0
    while true {
      while let told = plan.event(place), !told.isToLeave { place &+= 1 }
      let note = plan.event(place)
      let begins = note?.frame ?? end
      if let ending = ahead.firstToEnd(), ahead[ending].ends < end, ahead[ending].ends <= begins {
        // A full ring is tried again in the next block.
        guard tellEnd(of: ending, on: ahead[ending].ends) else { return }
      } else if let note, begins < end {
        plan.setLeft(place)
        tell(note)
        place &+= 1
      } else {
        return
      }
    }
  }

  /// Hands a planned note's beginning to these outputs, after the end of what its key sounds.
  @_noLocks private mutating func tell(_ event: PlannedEvent) {
    let message = noteOn(of: event)
    while let open = ahead.open(message.channel, message.data1) {
      guard tellEnd(of: open, on: event.frame, at: event.leaves) else { return }
    }
    let length = event.length > 0 ? Int64(event.length) : sampleRate.frames(in: gate)
    let note = AheadNote(
      channel: message.channel, note: message.data1, begins: event.frame, leaves: event.leaves,
      ends: event.frame.advanced(by: length))
    tell(note, message, at: event.leaves)
  }

  @_noLocks private mutating func tell(
    _ note: AheadNote, _ message: ShortMessage, at time: HostTime
  ) {
    guard ahead.count < AheadNotes.capacity else {
      status.droppedMessages &+= 1
      return
    }
    if leave(.send, .notes, message, at: time) { _ = ahead.begin(note) }
  }

  /// Hands the end of a note to these outputs, for `frame`; false where they take no more.
  @_noLocks private mutating func tellEnd(
    of place: Int, on frame: Frame, at time: HostTime? = nil
  ) -> Bool {
    let note = ahead[place]
    let heard = time ?? heard(frame)
    let leaves = heard < note.leaves ? note.leaves : heard
    guard leave(.send, .notes, off(note), at: leaves) else { return false }
    ahead[place].hasEnd = true
    ahead[place].endFrame = frame
    ahead[place].endLeaves = leaves
    return true
  }

  @_noLocks private func off(_ note: AheadNote) -> ShortMessage {
    .noteOff(channel: note.channel, note: note.note)
  }

  /// Begins a note at once, for the usual short while or until it is let go of.
  @_noLocks mutating func leaveNow(_ message: ShortMessage, isHeld: Bool) {
    guard schedulesAhead else { return }
    let now = time.began
    let leaves = makeWay(for: message, at: now)
    // What ends by itself ends as long after now as it lasts, whatever the latency.
    let latency = max(sampleRate.frames(in: now.distance(to: time.heard)), 0)
    let ends = frame.advanced(by: sampleRate.frames(in: gate) &- latency)
    var note = AheadNote(
      channel: message.channel, note: message.data1, begins: Frame(index: .min), leaves: leaves,
      ends: isHeld ? Frame(index: .max) : ends)
    note.isHeld = isHeld
    tell(note, message, at: leaves)
    // What was told to begin soon finds it ended.
    guard let held = ahead.open(message.channel, message.data1, leftBy: now),
      let next = ahead.next(message.channel, message.data1, after: now)
    else { return }
    let before = HostTime(nanoseconds: ahead[next].leaves.nanoseconds &- 1)
    _ = tellEnd(of: held, on: ahead[next].begins, at: before)
  }

  /// Ends what the key of `message` sounds now, and returns when another may begin.
  @_noLocks private mutating func makeWay(
    for message: ShortMessage, at now: HostTime
  ) -> HostTime {
    var latest = HostTime(nanoseconds: 0)
    var place = 0
    while place < ahead.count {
      let note = ahead[place]
      guard note.isKey(message.channel, message.data1), !note.hasEnd, note.leaves <= now else {
        place &+= 1
        continue
      }
      latest = max(latest, soonest(after: note))
      if !endNow(place) { place &+= 1 }
    }
    return latest
  }

  /// At once, or with the beginning of `note` where that may not have left yet: the driver's idea of
  /// the time moves, and no end may overtake its beginning.
  @_noLocks private func soonest(after note: AheadNote) -> HostTime {
    let margin = HostTime.Interval(nanoseconds: -1_000_000)
    return note.leaves > time.began.advanced(by: margin)
      ? note.leaves : HostTime(nanoseconds: 0)
  }

  /// Ends a note at once and forgets it; false where that must be tried again in the next block.
  @_noLocks private mutating func endNow(_ place: Int) -> Bool {
    if leave(.send, .notes, off(ahead[place]), at: soonest(after: ahead[place])) {
      ahead.remove(place)
      return true
    }
    ahead[place].isHeld = false
    ahead[place].ends = frame
    return false
  }

  /// Ends at once the note that the hand holds on that key, unless a stroke after it does.
  @_noLocks mutating func leaveNoteOff(_ channel: UInt8, _ key: UInt8) {
    var place = 0
    while place < ahead.count {
      let note = ahead[place]
      guard note.isKey(channel, key), note.isHeld, !note.hasEnd else {
        place &+= 1
        continue
      }
      if !endNow(place) { place &+= 1 }
    }
  }

  /// Ends at once whatever sounds; what was struck and is still to leave ends as it begins.
  @_noLocks mutating func leaveNoteOffs() {
    guard schedulesAhead else { return }
    var place = 0
    while place < ahead.count {
      let note = ahead[place]
      if note.hasEnd || note.leaves > time.began {
        if !note.hasEnd, note.begins < frame, frame < note.ends { ahead[place].ends = frame }
        place &+= 1
        continue
      }
      if !endNow(place) { place &+= 1 }
    }
  }

  /// Tells once more what `.withdraw` from `earliest` took back of what stays.
  @_noLocks mutating func leaveAgain(from earliest: HostTime) {
    var place = 0
    while place < ahead.count {
      let note = ahead[place]
      if note.hasEnd, note.endLeaves >= earliest,
        !leave(.send, .notes, off(note), at: note.endLeaves)
      {
        ahead[place].hasEnd = false
      }
      place &+= 1
    }
    place = 0
    while let event = plan.event(place) {
      place &+= 1
      guard event.leaves(clockOffset: clockOffset) >= earliest else { continue }
      if case .message = event.kind {
        leave(.send, .clock, event.message, at: event.leaves(clockOffset: clockOffset))
      } else if event.hasLeft {
        leave(.send, .notes, noteOn(of: event), at: event.leaves)
      }
    }
  }
}
