import Clock
import MIDI
import MusicalTime
import Rhythm
import Sequencing

extension EngineState {
  /// Decides everything before `end`: clock ticks, hits of the program and the drummer. Real-time: yes.
  @_noLocks mutating func planAhead(through end: Frame) {
    defer {
      letNotesLeave(before: end)
      if plannedThrough < end { plannedThrough = end }
      let last = leaving(plannedThrough.advanced(by: -1))
      earliestLeaving = HostTime(nanoseconds: last.nanoseconds &+ 1)
    }
    guard transport.isRolling else {
      if reading.next != nil { _ = carryOutSwitch(at: nil) }
      guard clicking.countsIn else { return planIdleClock(through: end) }
      planCountIn(through: end)
      guard transport.isRolling else { return }
      return planAhead(through: end)
    }
    clicking.countIn = nil
    var from: Beats?
    while transport.isRolling, let beat = planStretch(from: from, through: end) { from = beat }
  }

  /// Decides what lies before `end`, or before the program or its tempo changes: then answers the
  /// beat to go on from.
  @_noLocks private mutating func planStretch(from beat: Beats?, through end: Frame) -> Beats? {
    // Every change takes effect at `plannedThrough`, so one line covers all that is new.
    let line = transport.history.current
    let from = plannedThrough < line.frameOrigin ? line.frameOrigin : plannedThrough
    guard from < end else { return nil }
    let first = beat ?? firstBeat(from: from, on: line)
    var last = line.beat(at: end)
    defer { (reading.plannedTo, reading.plannedEnd) = (line.beat(at: end), end) }
    var tempo: Tempo?
    var switches = false
    if reading.switchBeat < last {
      last = max(reading.switchBeat, first)
      switches = true
    }
    if let change = tempoChange(from: first, before: last) {
      (last, tempo, switches) = (change.beat, change.tempo, false)
    }
    let stops = unsafe !program.image.pointee.loops
    let final = unsafe reading.origin + program.image.pointee.length
    let ends = stops && final < last
    if ends { last = final }
    planClock(from: first, to: last, before: end, on: line)
    let struck = max(first, following.quietBefore)
    if struck <= last {
      planCues(from: struck, to: last, on: line)
      planDrummer(from: struck, to: last, on: line)
      planClicks(from: struck, to: last, on: line)
    }
    let due = line.frame(at: last)
    if ends {
      schedule(.stop, at: due < from ? from : due)
      transport.end(at: .zero)
      reading.origin = .zero
      reading.lands = true
      return nil
    }
    guard switches || tempo != nil else { return nil }
    if plannedThrough < due { plannedThrough = due }
    if switches, !carryOutSwitch(at: last) { reading.switchBeat = line.beat(at: end) }
    if let tempo {
      reading.temposTaken = last + Beats(units: 1)
      _ = transport.setTempo(tempo, at: plannedThrough, heardThrough: frame)
    }
    return last
  }

  /// The beat to plan from at `frame`: what the song begins with lies in the middle of its frame, and
  /// a line that was bent goes on where the last window ended.
  @_noLocks private func firstBeat(from frame: Frame, on line: Timeline) -> Beats {
    if frame <= transport.beganAt { return transport.beganFrom }
    return frame == reading.plannedEnd ? reading.plannedTo : line.beat(at: frame)
  }

  @_noLocks private mutating func planCues(from: Beats, to: Beats, on line: Timeline) {
    let origin = reading.origin
    // The next window begins where this one ended, unless somebody moved or changed the music.
    if from != reading.reached {
      unsafe reading.cues.seek(
        to: from - origin, in: program.image, lands: reading.lands)
    }
    reading.lands = false
    reading.reached = to
    while var cue = unsafe reading.cues.next(
      before: to - origin, in: program.image, at: line.tempo, isFilling: reading.isFilling)
    {
      cue.beat = cue.beat + origin
      plan(cue, on: line)
    }
  }

  /// Decides a cue, its beat counted from the song's beginning.
  @_noLocks mutating func plan(_ cue: Cue, on line: Timeline, isInvented: Bool = false) {
    let due = line.frame(at: cue.beat)
    let leaves = leaving(due)
    var event = PlannedEvent(frame: due, leaves: leaves, cue: cue)
    event.isInvented = isInvented
    if cue.duration > Beats(units: 0) {
      let length = due.distance(to: line.frame(at: cue.beat + cue.duration))
      event.length = Int32(clamping: max(length, 1))
    }
    if !plan.insert(event) { status.droppedHits &+= 1 }
  }

  /// The message that a cue's note begins with.
  @_noLocks func noteOn(of event: PlannedEvent) -> ShortMessage {
    ShortMessage.noteOn(
      channel: event.voice.channel ?? channel, note: event.voice.note, velocity: event.velocity)
  }
}
