import Clock
import MusicalTime
import RealTime
import Rhythm
import Sequencing

extension SwitchMoment {
  /// Whether the new program begins at its top there.
  var restarts: Bool {
    @_noLocks get {
      switch self {
      case .now, .beat: false
      case .bar, .loopEnd: true
      }
    }
  }
}

/// How far the engine has read in its program. Real-time: yes.
struct Reading: ~Copyable {
  var cues = CueReader()
  /// The beat that the program's beginning falls on.
  var origin = Beats(units: 0)
  /// The beat before which its cues are planned.
  var reached = Beats(units: .min)
  /// The beat before which all is planned, and its frame.
  var plannedTo = Beats(units: .min)
  var plannedEnd = Frame(index: .min)
  /// The song has jumped to where it is read next.
  var lands = false
  /// Tempi of the program's that fall before this beat have been taken.
  var temposTaken = Beats(units: .min)
  /// The program that waits for its moment, and when that is.
  var next: ProgramReference?
  var moment = SwitchMoment.now
  var switchBeat = Beats(units: .max)
  /// Whether steps that play in fills only do, and the others don't.
  var isFilling = false
}

extension EngineState {
  /// Plays `next` from its moment on, at once with its beginning moved by `shift`; false when it must
  /// be asked again.
  @_noLocks mutating func take(
    _ next: ProgramReference, at moment: SwitchMoment, shift: Beats
  ) -> Bool {
    var isNow = !transport.isRolling
    if case .now = moment { isNow = true }
    guard forgetSwitch() else { return false }
    if isNow {
      guard retired.push(program) else { return false }
      let position = transport.position(at: plannedThrough)
      let tempo = unsafe program.image.pointee.tempo(at: position - reading.origin)
      program = next
      reading.origin = reading.origin + shift
      reading.reached = Beats(units: .min)
      if transport.isRolling {
        endThisTime(from: position)
        takeTempo(at: position, insteadOf: tempo)
      }
      return true
    }
    reading.next = next
    reading.moment = moment
    reading.switchBeat = switchBeat(of: moment)
    return true
  }

  /// Lets go of the program that waits, if there is one; false when it must be asked again.
  @_noLocks mutating func forgetSwitch() -> Bool {
    guard let waiting = reading.next else { return true }
    guard retired.push(waiting) else { return false }
    reading.next = nil
    reading.switchBeat = Beats(units: .max)
    return true
  }

  /// The first such moment that is not decided yet.
  @_noLocks private func switchBeat(of moment: SwitchMoment) -> Beats {
    let position = transport.position(at: plannedThrough)
    let place = place(at: position)
    switch moment {
    case .now: return position
    case .beat: return Beats(1) * position.dividedRoundingUp(by: Beats(1))
    case .bar:
      let bar = place.patternLength < Beats(8) ? place.patternLength : Beats(4)
      let start = reading.origin + place.loopStart
      let line = bar * (position - start).dividedRoundingUp(by: bar)
      // The loop's end is a bar line, whatever its length.
      return start + (place.patternLength < line ? place.patternLength : line)
    case .loopEnd:
      let start = reading.origin + place.loopStart
      return position == start ? start : start + place.patternLength
    }
  }

  /// Where in the program the song is at `beat`.
  @_noLocks func place(at beat: Beats) -> ProgramImage.Place {
    unsafe program.image.pointee.place(at: beat - reading.origin)
  }

  /// Puts the waiting program in place of the one that plays, at `beat` or while nothing moves; false
  /// when that must be tried again.
  @_noLocks mutating func carryOutSwitch(at beat: Beats?) -> Bool {
    guard let next = reading.next, retired.push(program) else { return false }
    var tempo: Tempo?
    if let beat { tempo = unsafe program.image.pointee.tempo(at: beat - reading.origin) }
    program = next
    reading.next = nil
    reading.reached = Beats(units: .min)
    reading.switchBeat = Beats(units: .max)
    if let beat, reading.moment.restarts {
      reading.origin = beat
      reading.lands = true
      reading.temposTaken = beat
    } else if let beat {
      endThisTime(from: beat)
      takeTempo(at: beat, insteadOf: tempo)
    }
    return true
  }

  /// Takes the tempo that another program has at `beat`, unless it is the one that the last had: then
  /// one that somebody set by hand stays.
  @_noLocks private mutating func takeTempo(at beat: Beats, insteadOf old: Tempo?) {
    guard case .internal = leader,
      let new = unsafe program.image.pointee.tempo(at: beat - reading.origin)
    else { return }
    if let old, old == new { return }
    _ = take(new)
  }

  /// The song goes on at `beat` after a jump: at the program's own tempo there. Where the program does
  /// not loop, it ends with the time round that `beat` lies in.
  @_noLocks mutating func land(at beat: Beats, keepsOrigin: Bool = false) {
    if !keepsOrigin { reading.origin = .zero }
    following.quietBefore = Beats(units: .min)
    endThisTime(from: beat)
    // What sounded before the song was stopped is not to sound again when it continues.
    if !keepsOrigin { reading.lands = true }
    reading.temposTaken = beat
    if reading.next != nil { reading.switchBeat = switchBeat(of: reading.moment) }
    guard case .internal = leader, transport.isRolling else { return }
    if let tempo = unsafe program.image.pointee.tempo(at: beat - reading.origin) {
      _ = take(tempo)
    }
  }

  /// A program that does not loop ends with the time round that `beat` lies in.
  @_noLocks private mutating func endThisTime(from beat: Beats) {
    reading.reached = Beats(units: .min)
    guard unsafe !program.image.pointee.loops else { return }
    let length = unsafe program.image.pointee.length
    let rounds = (beat - reading.origin).dividedRoundingDown(by: length)
    if rounds > 0 { reading.origin = reading.origin + length * rounds }
  }

  /// Where our own beat leads: the next tempo that the program has at `from` or later before `to`.
  @_noLocks func tempoChange(from: Beats, before to: Beats) -> (beat: Beats, tempo: Tempo)? {
    guard case .internal = leader, !transport.history.isFull(at: frame) else { return nil }
    let from = max(from, reading.temposTaken)
    let found = unsafe program.image.pointee.tempoChange(
      from: from - reading.origin, before: to - reading.origin)
    guard let found else { return nil }
    return (found.beat + reading.origin, found.tempo)
  }
}
