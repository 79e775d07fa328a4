import Clock
import MIDI
import MusicalTime
import Ports
import Rhythm
import Sequencing

/// What is due in the block, and what players send. Real-time: yes.
extension EngineState {
  /// Takes a message that a block-synchronous port heard at `offset` of the block to come.
  @_noLocks mutating func stage(
    _ message: ShortMessage, offset: Int32, from source: MessageSource
  ) {
    switch sequencer.clocks.treatment(of: message, from: source, on: output.block.frame) {
    case .direct: player.stage(message, offset: offset, from: source)
    case .follow: sequencer.clocks.midi.stage(message, offset: offset)
    case .ignore: break
    }
  }

  /// Brings what devices sent since the last block to its frames.
  @_noLocks mutating func receiveArrived() {
    if output.block.time.isFreewheeling { player.forgetArrived() }
    while let next = player.nextArrived(in: output.block) {
      let arrived = next.message
      switch sequencer.clocks.treatment(
        of: arrived.message, from: arrived.source, on: output.block.frame)
      {
      case .direct:
        player.stage(arrived.message, offset: next.offset, from: arrived.source)
      case .follow:
        heed(
          sequencer.clocks.midi.hear(
            arrived, sequencer.clocks.settings, sequencer.transport, in: output.block))
      case .ignore: break
      }
    }
  }

  /// Collects all that is due in the block: note ends first, then the plan, then live messages.
  @_noLocks mutating func playDue() {
    let end = output.block.end
    let length = Int32(truncatingIfNeeded: output.block.time.frames)
    while true {
      let noteEnd = output.notes.earliestEnd
      let planned = output.scheduler.nextFrame() ?? end
      let offset = player.nextOffset(in: output.block) ?? length
      let delayedOffset = delayed.nextOffset(in: output.block) ?? length
      let played = output.block.frame(at: min(offset, delayedOffset))
      if noteEnd < end, noteEnd <= planned, noteEnd <= played {
        output.notes.end(before: noteEnd.advanced(by: 1), in: &output.block)
      } else if planned < end, planned <= played {
        playPlanned()
      } else if delayedOffset < length, delayedOffset <= offset {
        strikeDelayed(at: delayedOffset)
      } else if played < end {
        answer(unsafe player.removeFirst(in: sequencer.program.image), at: offset)
      } else {
        return
      }
    }
  }

  @_noLocks private mutating func playPlanned() {
    guard let event = output.scheduler.removeFirst() else { return }
    let offset = output.block.offset(of: event.frame)
    // A stroke that comes more than 20 ms late is better not heard at all.
    let late = event.frame.distance(to: output.block.frame)
    let isMissed = late > output.block.sampleRate.frames(milliseconds: 20)
    switch event.content {
    case .message(let message):
      output.block.post(message, by: .clock, at: offset)
      sequencer.transport.didSend(message)
    case .click(let note): if !isMissed { click(note, at: offset) }
    case .stroke(let note): if !isMissed { strike(note, at: offset) }
    }
  }

  @_noLocks private mutating func strike(_ note: PlannedNote, at offset: Int32) {
    let hold = note.length > 0 ? Int64(note.length) : output.notes.gate
    guard let drum = note.voice.drum else {
      return output.notes.strike(note, at: offset, lasting: hold, in: &output.block)
    }
    let stroke = DrumStroke(
      drum, note.velocity, attack: note.attack, decay: note.decay, hold: hold,
      endBeat: note.endBeat)
    strike(stroke, at: offset, by: note.isInvented ? .drummer : .pattern, beat: note.beat)
  }

  /// Sounds a click, and sends it by `out`, as the metronome asks for.
  @_noLocks private mutating func click(_ note: PlannedNote, at offset: Int32) {
    if let sound = sequencer.clicks.sound(of: note, at: offset) { output.block.play(sound) }
    guard sequencer.clicks.metronome.sendsNotes else { return }
    let message = note.noteOn(channel: output.notes.channel)
    output.notes.begin(
      note.voice, message, at: offset, lasting: output.notes.gate, in: &output.block)
  }

  @_noLocks private mutating func strike(
    _ stroke: DrumStroke, at offset: Int32, by source: HitSource, beat: Beats
  ) {
    guard
      unsafe output.notes.strike(
        stroke, at: offset, by: source, in: sequencer.program.image, &output.block)
    else {
      return
    }
    let heard = output.block.heard(output.block.frame(at: offset))
    control.report(
      .hit(
        drum: stroke.drum.index, velocity: stroke.velocity.value, beat: beat, time: heard,
        by: source))
  }

  /// Sounds a live stroke, and lets the drummer and the recorder know of it on the beat that was
  /// heard as it fell.
  @_noLocks mutating func strike(_ stroke: DrumStroke, at offset: Int32, by source: HitSource) {
    strike(stroke, at: offset, by: source, heard: beatHeard(at: offset))
  }

  /// Strikes as soon as possible, or when it is due.
  @_noLocks mutating func strike(_ stroke: DrumStroke, _ time: GestureTime) {
    // A stamp far from now is an error: what has it is struck now.
    guard let struck = time.struck, !output.block.time.isFreewheeling else {
      return strike(stroke, at: 0, by: .command)
    }
    let since = output.block.time.began.distance(to: struck).nanoseconds
    guard since > -1_000_000_000, since < 1_000_000_000 else {
      return strike(stroke, at: 0, by: .command)
    }
    if let due = time.due, output.block.time.heard < due,
      delayed.insert(DelayedStrokes.Entry(stroke: stroke, struck: struck, due: due))
    {
      return
    }
    strike(stroke, at: 0, by: .command, heard: beatHeard(at: struck))
  }

  @_noLocks private mutating func strikeDelayed(at offset: Int32) {
    guard let entry = delayed.removeFirst() else { return }
    strike(entry.stroke, at: offset, by: .command, heard: beatHeard(at: entry.struck))
  }

  @_noLocks private mutating func strike(
    _ stroke: DrumStroke, at offset: Int32, by source: HitSource, heard: Beats?
  ) {
    let beat = sequencer.transport.state.position(at: output.block.frame(at: offset))
    strike(stroke, at: offset, by: source, beat: beat)
    guard let heard else { return }
    var hit = Hit(drum: stroke.drum, velocity: stroke.velocity, beat: heard)
    control.report(.stroke(HeardHit(hit)))
    guard sequencer.transport.isRolling else { return }
    hit.beat = max(heard, sequencer.transport.state.beganFrom)
    sequencer.drummer.hear(HeardHit(hit))
  }

  /// Does what a live message asks for.
  @_noLocks private mutating func answer(_ action: LiveAction, at offset: Int32) {
    switch action {
    case .hit(let drum, let velocity, let decay, let instead):
      if let instead { output.notes.letGo(of: instead, at: offset, in: &output.block) }
      strike(DrumStroke(drum, velocity, decay: decay), at: offset, by: .pad)
    case .release(let drum): output.notes.letGo(of: drum, at: offset, in: &output.block)
    case .choke(let drums):
      output.block.play(SoundEvent(offset: offset, kind: .choke, drums: drums))
    case .controller(let number, let value):
      output.block.play(SoundEvent(offset: offset, kind: .controller, value: value, number: number))
    case .program(let program):
      output.block.play(SoundEvent(offset: offset, kind: .program, value: program))
    case .pattern(let number): control.report(.program(number))
    case .allNotesOff: endHeldNotes(at: offset, sound: .allNotesOff)
    case .allSoundOff: endHeldNotes(at: offset, sound: .allSoundOff)
    case .start: sequencer.carryOut(.start(at: offset, fromTop: true), &output)
    case .continue: sequencer.carryOut(.start(at: offset, fromTop: false), &output)
    case .stop: sequencer.carryOut(.stopLive(at: offset), &output)
    case .songPosition(let sixteenths):
      sequencer.carryOut(.position(.sixteenth * Int64(sixteenths)), &output)
    case .control(let trigger, let value, let channel):
      control.report(.control(trigger, value: value, channel: channel))
    case .none: break
    }
  }

  @_noLocks private mutating func endHeldNotes(at offset: Int32, sound: SoundEvent.Kind) {
    output.block.play(SoundEvent(offset: offset, kind: sound))
    output.notes.endHeldNotes(at: offset, in: &output.block)
  }
}
