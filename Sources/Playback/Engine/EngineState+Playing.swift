import MIDI
import MusicalTime
import Rhythm
import Sequencing

/// What is due in the block, and what players send. Real-time: yes.
extension EngineState {
  /// Takes a message that a block-synchronous port heard at `offset` of the block to come.
  @_noLocks mutating func stage(
    _ message: ShortMessage, offset: Int32, from source: MessageSource
  ) {
    switch clock.treatment(of: message, from: source, on: block.frame) {
    case .direct: player.stage(message, offset: offset)
    case .follow: clock.stage(message, offset: offset)
    case .ignore: break
    }
  }

  /// Brings what devices sent since the last block to its frames.
  @_noLocks mutating func receiveArrived() {
    if block.time.isFreewheeling { player.forgetArrived() }
    while let next = player.nextArrived(in: block) {
      let arrived = next.message
      switch clock.treatment(of: arrived.message, from: arrived.source, on: block.frame) {
      case .direct: player.stage(arrived.message, offset: next.offset)
      case .follow: heed(clock.hear(arrived, transport, in: block))
      case .ignore: break
      }
    }
  }

  /// Collects all that is due in the block: note ends first, then the plan, then live messages.
  @_noLocks mutating func playDue() {
    let end = block.end
    let length = Int32(truncatingIfNeeded: block.time.frames)
    while true {
      let noteEnd = notes.earliestEnd
      let planned = scheduler.nextFrame() ?? end
      let offset = player.nextOffset(in: block) ?? length
      let played = block.frame(at: offset)
      if noteEnd < end, noteEnd <= planned, noteEnd <= played {
        notes.end(before: noteEnd.advanced(by: 1), in: &block)
      } else if planned < end, planned <= played {
        playPlanned()
      } else if played < end {
        answer(unsafe player.removeFirst(in: program.image), at: offset)
      } else {
        return
      }
    }
  }

  @_noLocks private mutating func playPlanned() {
    guard let event = scheduler.removeFirst() else { return }
    let offset = block.offset(of: event.frame)
    if case .message = event.kind {
      block.post(event.message, by: .clock, at: offset)
      transport.hasLeft(event.message)
      return
    }
    // A stroke that comes more than 20 ms late is better not heard at all.
    let late = event.frame.distance(to: block.frame)
    guard late <= block.sampleRate.frames(milliseconds: 20) else { return }
    if case .click = event.kind { return click(event, at: offset) }
    let hold = event.length > 0 ? Int64(event.length) : notes.gate
    guard let drum = event.voice.drum else {
      return notes.strike(event, at: offset, lasting: hold, in: &block)
    }
    let stroke = DrumStroke(
      drum, Velocity(clamping: Int(event.velocity)), attack: event.attack, decay: event.decay,
      hold: hold)
    strike(stroke, at: offset, by: .sequencer, beat: event.beat)
  }

  /// Sounds a click, and lets it leave by `out`, as the metronome asks for.
  @_noLocks private mutating func click(_ event: PlannedEvent, at offset: Int32) {
    if let sound = clicks.sound(of: event, at: offset) { block.play(sound) }
    guard clicks.metronome.leaves else { return }
    let note = event.noteOn(channel: notes.channel)
    notes.begin(event.voice, note, at: offset, lasting: notes.gate, in: &block)
  }

  @_noLocks private mutating func strike(
    _ stroke: DrumStroke, at offset: Int32, by hand: Hand, beat: Beats
  ) {
    guard unsafe notes.strike(stroke, at: offset, by: hand, in: program.image, &block) else {
      return
    }
    control.report(
      .hit(
        drum: stroke.drum.index, velocity: stroke.velocity.value, beat: beat,
        isLive: hand.isLive))
  }

  /// Sounds a stroke of the hand, and lets the drummer and the recorder know of it on the beat that was
  /// heard as it fell.
  @_noLocks mutating func strike(_ stroke: DrumStroke, at offset: Int32, by hand: Hand) {
    let beat = transport.state.position(at: block.frame(at: offset))
    strike(stroke, at: offset, by: hand, beat: beat)
    guard let heard = beatHeard(at: offset) else { return }
    var hit = Hit(drum: stroke.drum, velocity: stroke.velocity, beat: heard)
    control.report(.stroke(HeardHit(hit)))
    guard transport.isRolling else { return }
    hit.beat = max(heard, transport.state.beganFrom)
    drummer.hear(HeardHit(hit))
  }

  /// Does what a live message asks for.
  @_noLocks private mutating func answer(_ action: LiveAction, at offset: Int32) {
    switch action {
    case .hit(let drum, let velocity, let decay, let instead):
      if let instead { notes.letGo(of: instead, at: offset, in: &block) }
      strike(DrumStroke(drum, velocity, decay: decay), at: offset, by: .player)
    case .release(let drum): notes.letGo(of: drum, at: offset, in: &block)
    case .choke(let drums):
      block.play(SoundEvent(offset: offset, kind: .choke, drums: drums))
    case .controller(let number, let value):
      block.play(SoundEvent(offset: offset, kind: .controller, value: value, number: number))
    case .program(let program):
      block.play(SoundEvent(offset: offset, kind: .program, value: program))
    case .pattern(let number): control.report(.program(number))
    case .allNotesOff: endHeldNotes(at: offset, sound: .allNotesOff)
    case .allSoundOff: endHeldNotes(at: offset, sound: .allSoundOff)
    case .start: carryOut(.start(at: offset, fromTop: true))
    case .continue: carryOut(.start(at: offset, fromTop: false))
    case .stop: carryOut(.stopLive(at: offset))
    case .songPosition(let sixteenths): carryOut(.position(.sixteenth * Int64(sixteenths)))
    case .control(let isNote, let number, let value):
      control.report(.control(isNote: isNote, number: number, value: value))
    case .none: break
    }
  }

  @_noLocks private mutating func endHeldNotes(at offset: Int32, sound: SoundEvent.Kind) {
    block.play(SoundEvent(offset: offset, kind: sound))
    notes.endHeldNotes(at: offset, in: &block)
  }
}
