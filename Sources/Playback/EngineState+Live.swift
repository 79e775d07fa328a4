import Clock
import MIDI
import MusicalTime
import RealTime
import Rhythm
import Sequencing

extension EngineState {
  /// Does what a live message asks for. Real-time: yes.
  @_noLocks mutating func answer(_ message: ShortMessage, at offset: Int32) {
    let action = unsafe input.read(message, in: program.image)
    switch action {
    case .hit(let drum, let velocity, let decay, let instead):
      if let instead { letGo(of: instead, at: offset) }
      let beat = transport.position(at: frame.advanced(by: Int64(offset)))
      strike(drum, velocity, at: offset, envelope: (0, decay), beat: beat, by: .player)
      letDrummerHear(drum, velocity, at: offset)
      tellOfStroke(drum, velocity, at: offset)
    case .release(let drum): letGo(of: drum, at: offset)
    case .choke(let drums):
      _ = output.add(SoundEvent(offset: offset, kind: .choke, drums: drums))
    case .controller(let number, let value):
      _ = output.add(
        SoundEvent(offset: offset, kind: .controller, value: value, number: number))
    case .program(let program):
      _ = output.add(SoundEvent(offset: offset, kind: .program, value: program))
    case .pattern(let number): feed.push(.program(number))
    case .allNotesOff: letGoOfAll(at: offset, sound: .allNotesOff)
    case .allSoundOff: letGoOfAll(at: offset, sound: .allSoundOff)
    case .start: beginLive(fromTop: true, at: offset)
    case .continue: beginLive(fromTop: false, at: offset)
    case .stop: stop(at: offset)
    case .songPosition(let sixteenths):
      // Accepted while stopped only (MIDI 1.0, song position pointer).
      if !transport.isRolling { locate(to: .sixteenth * Int64(sixteenths)) }
    case .control(let isNote, let number, let value):
      feed.push(.control(isNote: isNote, number: number, value: value))
    case .none: break
    }
  }

  /// Begins as far from its message as planning reaches ahead, whatever the size of the block; while
  /// anything is planned already, behind that.
  @_noLocks private mutating func beginLive(fromTop: Bool, at offset: Int32) {
    let reached = plannedThrough
    if !transport.isRolling, plan.count == 0 {
      plannedThrough = frame.advanced(by: Int64(offset) &+ horizon)
      leaveAfterAllThatLeft()
    }
    if fromTop { begin() } else { resume() }
    planAhead(through: reached)
  }

  /// Lets go of every drum held by hand, where the pads' own note-offs may have been lost.
  @_noLocks mutating func letGoOfAll(at offset: Int32) {
    var holding = held
    while let drum = holding.popFirst() { letGo(of: drum, at: offset) }
  }

  @_noLocks private mutating func letGoOfAll(at offset: Int32, sound: SoundEvent.Kind) {
    _ = output.add(SoundEvent(offset: offset, kind: sound))
    endHeldNotes(at: offset)
  }
}
