import MIDI
import MusicalTime
import Rhythm
import Sequencing

extension EngineState {
  /// Decides everything before `end`: clock ticks, hits of the program and the drummer. Real-time: yes.
  @_noLocks mutating func planAhead(through end: Frame) {
    defer {
      if plannedThrough < end { plannedThrough = end }
      let last = leaving(plannedThrough.advanced(by: -1))
      earliestLeaving = HostTime(nanoseconds: last.nanoseconds &+ 1)
    }
    guard transport.isRolling else { return planIdleClock(through: end) }
    // Every change takes effect at `plannedThrough`, so one line covers all that is new.
    let line = transport.history.current
    let from = plannedThrough < line.frameOrigin ? line.frameOrigin : plannedThrough
    guard from < end else { return }
    let first = line.beat(at: from)
    var last = line.beat(at: end)
    let length = unsafe program.image.pointee.length
    let loops = unsafe program.image.pointee.loops
    // A program that does not loop has its hits in the first time round only.
    let shift = loops ? Beats.zero : length * onlyLoop
    let ends = !loops && shift + length < last
    if ends { last = shift + length }
    planClock(from: first, to: last, before: end, on: line)
    planHits(from: first, to: last, shiftedBy: shift, on: line)
    planDrummer(from: first, to: last, on: line)
    guard ends else { return }
    let final = line.frame(at: last)
    schedule(.stop, at: final < from ? from : final)
    transport.end(at: .zero)
  }

  @_noLocks private mutating func planHits(
    from: Beats, to: Beats, shiftedBy shift: Beats, on line: Timeline
  ) {
    // The next window begins where this one ended, unless somebody moved or changed the music.
    var place =
      from == reached.beat
      ? reached.place : unsafe program.image.pointee.place(atOrAfter: from - shift)
    defer { reached = (to, place) }
    while var hit = unsafe program.image.pointee.hit(at: place), hit.beat + shift < to {
      hit.beat = hit.beat + shift
      planHit(hit, on: line)
      place = unsafe program.image.pointee.place(after: place)
    }
  }

  /// Decides a hit, its beat counted from the song's beginning.
  @_noLocks mutating func planHit(_ hit: Hit, on line: Timeline) {
    let due = line.frame(at: hit.beat)
    let leaves = leaving(due)
    guard plan.insert(PlannedEvent(frame: due, leaves: leaves, hit: hit)) else {
      status.droppedHits &+= 1
      return
    }
    let note = ShortMessage.noteOn(
      channel: channel, note: hit.drum.note, velocity: hit.velocity.value)
    leave(.note, .notes, note, at: leaves)
  }
}
