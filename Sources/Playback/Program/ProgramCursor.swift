import Clock
import MusicalTime
import Ports
import RealTime
import Rhythm
import Sequencing

/// The program that plays, how far it has been planned, and the one that waits for its moment.
/// Real-time: yes.
struct ProgramCursor: ~Copyable {
  /// Whether steps that play in fills only do, and the others don't.
  var isFilling = false
  /// The beat that the program's beginning falls on.
  private(set) var origin = Beats(units: 0)
  /// How often the program has begun at another place than before, by a jump of the song or a switch.
  private(set) var landings: Int64 = 0
  private var program: PlayedProgram
  private var cues = CueReader()
  /// The beat before which its cues are planned.
  private var reached = Beats(units: .min)
  /// The beat before which all is planned, and its frame.
  private var planned: (beat: Beats, end: Frame) = (Beats(units: .min), Frame(index: .min))
  /// The song has jumped to where it is read next.
  private var lands = false
  /// The beat before which the program's tempi have been taken, and the latest of those that were omitted since
  /// too many lay ahead.
  private var tempi: (takenBefore: Beats, omitted: Tempo?) = (Beats(units: .min), nil)
  /// The program that waits for its moment, and when that is.
  private var next: PlayedProgram?
  private var moment = SwitchMoment.now
  private var switchBeat = Beats(units: .max)
  private var retired: RingWriter<ProgramReference>

  init(_ program: ProgramReference, retired: consuming RingWriter<ProgramReference>) {
    self.program = PlayedProgram(program)
    self.retired = retired
  }

  /// The program that plays.
  var image: UnsafePointer<CompiledProgram> { @_noLocks get { unsafe program.image } }
  /// Whether another program waits for its moment.
  var isSwitchPending: Bool { @_noLocks get { next != nil } }
  /// Strokes that were lost because too many were to be looked ahead for.
  var droppedCues: Int64 { @_noLocks get { cues.dropped } }
  /// Where the program begins, and the tempo it has there.
  var opening: CompiledProgram.Position { @_noLocks get { unsafe image.pointee.place(at: .zero) } }
  var openingTempo: Tempo? { @_noLocks get { program.tempo(at: .zero) } }

  /// Where in the program the song is at `beat`.
  @_noLocks func place(at beat: Beats) -> CompiledProgram.Position {
    unsafe image.pointee.place(at: beat - origin)
  }

  /// The tempo that the program has at `beat`, where it says one.
  @_noLocks func tempo(at beat: Beats) -> Tempo? { program.tempo(at: beat - origin) }

  /// The patch of both programs has this tempo now; each was compiled with the one that it had then.
  @_noLocks mutating func setPatchTempo(_ tempo: Tempo) {
    program.patchTempo = tempo
    next?.patchTempo = tempo
    // It is heard from now on, in place of one that came before it.
    tempi.omitted = nil
  }

  /// Whether the program plays the same at both beats.
  @_noLocks func repeats(_ beat: Beats, _ other: Beats) -> Bool {
    let length = unsafe image.pointee.length
    let isLooped = unsafe image.pointee.loops
    return isLooped && (beat - other).units % length.units == 0
  }

  /// Lets go of both programs, when they are not played any more. Real-time: no.
  func release() {
    program.reference.release()
    next?.reference.release()
  }
}

// Another program.
extension ProgramCursor {
  /// Plays `next` from its moment on, at once with its beginning moved by `shift` where the song is where that was
  /// found; it is planned up to `position`.
  @_noLocks mutating func play(
    _ next: ProgramReference, at moment: SwitchMoment, shift: ProgramShift, isRolling: Bool,
    position: Beats
  ) -> Change {
    var isNow = !isRolling
    if case .now = moment { isNow = true }
    guard forgetSwitch() else { return .refused }
    guard isNow else {
      self.next = PlayedProgram(next)
      self.moment = moment
      switchBeat = switchBeat(of: moment, from: position)
      return .waits
    }
    guard retired.push(program.reference) else { return .refused }
    let (tempo, wasSong) = (tempo(at: position), unsafe image.pointee.isSong)
    program = PlayedProgram(next)
    if shift.landings == landings { origin = origin + shift.beats }
    reached = Beats(units: .min)
    guard isRolling else { return .plays(patchTempo(after: wasSong)) }
    endThisTime(from: position)
    let changed = patchTempo(after: wasSong) ?? changedTempo(at: position, from: tempo)
    if changed != nil { tempi.omitted = nil }
    return .plays(changed)
  }

  /// Lets go of the program that waits, if there is one; false when it must be asked again.
  @_noLocks mutating func forgetSwitch() -> Bool {
    guard let waiting = next else { return true }
    guard retired.push(waiting.reference) else { return false }
    next = nil
    switchBeat = Beats(units: .max)
    return true
  }

  /// Puts the waiting program in place of the one that plays, at `beat` or while nothing moves.
  @_noLocks mutating func carryOutSwitch(at beat: Beats?) -> Change {
    guard let next, retired.push(program.reference) else { return .refused }
    var tempo: Tempo?
    if let beat { tempo = self.tempo(at: beat) }
    let wasSong = unsafe image.pointee.isSong
    program = next
    self.next = nil
    reached = Beats(units: .min)
    switchBeat = Beats(units: .max)
    guard let beat else { return .plays(patchTempo(after: wasSong)) }
    guard !moment.restarts else {
      begin(at: beat)
      lands = true
      tempi.takenBefore = beat
      return .plays(patchTempo(after: wasSong))
    }
    endThisTime(from: beat)
    return .plays(patchTempo(after: wasSong) ?? changedTempo(at: beat, from: tempo))
  }

  /// The patch's tempo where a pattern takes over from a song, which has tempi of its own; else nil.
  @_noLocks private func patchTempo(after wasSong: Bool) -> Tempo? {
    unsafe wasSong && !image.pointee.isSong ? program.ownTempo : nil
  }

  /// The switch is to be tried again at `beat`.
  @_noLocks mutating func putOffSwitch(to beat: Beats) { switchBeat = beat }

  /// The tempo at `beat`, unless it is the one that the program before had: then one that was set
  /// by hand stays.
  @_noLocks private func changedTempo(at beat: Beats, from old: Tempo?) -> Tempo? {
    guard let new = tempo(at: beat) else { return nil }
    if let old, old == new { return nil }
    return new
  }

  /// The first such moment that is not decided yet.
  @_noLocks private func switchBeat(of moment: SwitchMoment, from position: Beats) -> Beats {
    let place = place(at: position)
    switch moment {
    case .now: return position
    case .beat: return Beats(1) * position.dividedRoundingUp(by: Beats(1))
    case .bar: return origin + place.barLine(atOrAfter: position - origin)
    case .loopEnd:
      let start = origin + place.loopStart
      return position == start ? start : start + place.patternLength
    }
  }
}

// The song moves.
extension ProgramCursor {
  /// The song goes on at `beat` after a jump, or `resumes` there after a stop, planned up to `position`. Where
  /// the program does not loop, it ends with the time round that `beat` lies in.
  @_noLocks mutating func land(
    at beat: Beats, keepsOrigin: Bool, resumes: Bool, position: Beats
  ) {
    if !keepsOrigin { begin(at: .zero) }
    endThisTime(from: beat)
    // What sounded before the song was stopped is not to sound again when it continues.
    if !resumes { lands = true }
    tempi = (beat, nil)
    if next != nil { switchBeat = switchBeat(of: moment, from: position) }
  }

  /// The program's beginning falls on the song's.
  @_noLocks mutating func moveToTop() { begin(at: .zero) }

  /// The program has ended.
  @_noLocks mutating func end() {
    begin(at: .zero)
    lands = true
  }

  @_noLocks private mutating func begin(at beat: Beats) {
    origin = beat
    landings &+= 1
  }

  /// A program that does not loop ends with the time round that `beat` lies in.
  @_noLocks private mutating func endThisTime(from beat: Beats) {
    reached = Beats(units: .min)
    guard unsafe !image.pointee.loops else { return }
    let length = unsafe image.pointee.length
    let rounds = (beat - origin).dividedRoundingDown(by: length)
    if rounds > 0 { origin = origin + length * rounds }
  }
}

// Planning.
extension ProgramCursor {
  /// The beat to plan from at `frame`: what the song begins with lies in the middle of its frame, and
  /// a line that was bent goes on where the last window ended.
  @_noLocks func firstBeat(
    from frame: Frame, on line: Timeline, _ transport: borrowing TransportControl
  ) -> Beats {
    if frame <= transport.state.beganAt { return transport.state.beganFrom }
    return frame == planned.end ? planned.beat : line.beat(at: frame)
  }

  /// All before `beat`, which falls on `frame`, is planned with this window.
  @_noLocks mutating func closeWindow(at beat: Beats, _ frame: Frame) { planned = (beat, frame) }

  /// The beats from `from` until `to`, or until the program or its tempo changes; tempi count where the
  /// program `givesTempo`.
  @_noLocks func stretch(from: Beats, to: Beats, givesTempo: Bool) -> Stretch {
    var stretch = Stretch(end: to, then: .goesOn)
    if switchBeat < to { stretch = Stretch(end: max(switchBeat, from), then: .switches) }
    if givesTempo, let change = tempoChange(from: from, before: stretch.end) {
      stretch = Stretch(end: change.beat, then: .changesTempo(change.tempo))
    }
    let final = unsafe origin + image.pointee.length
    let stops = unsafe !image.pointee.loops
    return stops && final < stretch.end ? Stretch(end: final, then: .ends) : stretch
  }

  /// The next tempo that the program has at `from` or later before `to`.
  @_noLocks private func tempoChange(
    from: Beats, before to: Beats
  ) -> (beat: Beats, tempo: Tempo)? {
    let from = max(from, tempi.takenBefore)
    guard let found = program.tempoChange(from: from - origin, before: to - origin) else {
      return nil
    }
    return (found.beat + origin, found.tempo)
  }

  /// The tempo that the program has at `beat` was taken.
  @_noLocks mutating func hasTakenTempo(at beat: Beats) {
    tempi.takenBefore = beat + Beats(units: 1)
  }

  /// The tempi that the program has at `from` or later before `to` are omitted: the latest waits until there is
  /// room for it.
  @_noLocks mutating func omitTempi(from: Beats, before to: Beats) {
    guard case .some = tempoChange(from: from, before: to) else { return }
    tempi.omitted = tempo(at: to - Beats(units: 1))
  }

  /// The same of one tempo, that of a program which took over.
  @_noLocks mutating func omit(_ tempo: Tempo) { tempi.omitted = tempo }

  /// Takes out and returns the tempo that waits for room; nil where there is none.
  @_noLocks mutating func takeOmittedTempo() -> Tempo? {
    defer { tempi.omitted = nil }
    return tempi.omitted
  }

  /// Plans the strokes of the beats from `from` until `to`.
  @_noLocks mutating func plan(
    from: Beats, to: Beats, on line: Timeline, _ scheduler: inout Scheduler,
    in block: borrowing Block
  ) {
    guard from < to else { return }
    // The next window begins where this one ended, unless the music was moved or changed.
    if from != reached {
      unsafe cues.seek(to: from - origin, in: program.image, lands: lands)
    }
    lands = false
    reached = to
    while var cue = unsafe cues.next(
      before: to - origin, in: program.image, at: line.tempo, isFilling: isFilling)
    {
      cue.beat = cue.beat + origin
      scheduler.insert(cue, on: line, in: block)
    }
  }
}
