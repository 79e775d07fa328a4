import MIDI
import MusicalTime
import RealTime
import Rhythm
import Sequencing

extension EngineState {
  /// Brings what devices sent since the last block to its frames. Real-time: yes.
  ///
  /// A message sounds one block after its stamp, wherever in the block it fell: the latency is
  /// constant, so what was played evenly is heard evenly.
  @_noLocks mutating func gatherLive() {
    // What devices stamped has no place in blocks that keep to no clock.
    if time.isFreewheeling { while case .some = arriving.pop() {} }
    while let next = arriving.peek() {
      let since = sampleRate.frames(in: time.began.distance(to: next.time))
      let offset = since &+ Int64(time.frames)
      // What does not fit stays in line for the next block. A stamp a second ahead is no stamp: it
      // must not dam up all that comes behind it.
      let isCredible = since < sampleRate.hertz
      guard !live.isFull, offset < Int64(time.frames) || !isCredible else { return }
      _ = arriving.pop()
      var credible = next
      if !isCredible { credible.time = time.began }
      guard treat(credible) else { continue }
      put(next.message, offset: Int32(truncatingIfNeeded: isCredible ? max(offset, 0) : 0))
    }
  }

  /// Puts a message of a block-synchronous port in line for the block, where it is for us.
  @_noLocks mutating func take(
    _ message: ShortMessage, offset: Int32, from source: MessageSource
  ) {
    guard message.isClockOrTransport else {
      if !source.isClockInput { put(message, offset: offset) }
      return
    }
    switch treatment(of: message, from: source) {
    case .direct: put(message, offset: offset)
    case .follow: if !ticking.insert(message, offset: offset) { status.droppedMessages &+= 1 }
    case .ignore: break
    }
  }

  @_noLocks private mutating func put(_ message: ShortMessage, offset: Int32) {
    guard !live.insert(message, offset: offset) else { return }
    status.droppedMessages &+= 1
    hasMissedLive = true
  }

  /// Collects all that is due before `end`: note ends first, then the plan, then live messages.
  @_noLocks mutating func playDue(before end: Frame) {
    while true {
      let gate = earliestGate()
      let planned = plan.peek()?.frame ?? end
      let length = Int32(truncatingIfNeeded: time.frames)
      let playedOffset = live.nextOffset().map { min($0, length &- 1) } ?? length
      let played = frame.advanced(by: Int64(playedOffset))
      if gate < end, gate <= planned, gate <= played {
        closeGates(before: gate.advanced(by: 1))
      } else if planned < end, planned <= played {
        playPlanned()
      } else if played < end {
        answer(live.removeFirst(), at: playedOffset)
      } else {
        return
      }
    }
  }

  /// Frames from the block's beginning to `frame`; 0 for what is overdue.
  @_noLocks func offset(of frame: Frame) -> Int32 {
    Int32(truncatingIfNeeded: max(self.frame.distance(to: frame), 0))
  }

  @_noLocks private mutating func playPlanned() {
    guard let event = plan.peek() else { return }
    plan.removeFirst()
    if latestLeft < event.leaves { latestLeft = event.leaves }
    let offset = offset(of: event.frame)
    if case .message = event.kind {
      post(event.message, by: .clock, at: offset)
      switch event.message.status {
      case 0xFA, 0xFB: followersRoll = true
      case 0xFC: followersRoll = false
      default: break
      }
    } else if isMissed(event) {
      return
    } else if case .click = event.kind {
      click(event, at: offset)
    } else {
      let velocity = Velocity(clamping: Int(event.velocity))
      let hold = event.length > 0 ? Int64(event.length) : sampleRate.frames(in: gate)
      if let drum = event.voice.drum {
        strike(
          drum, velocity, at: offset, envelope: (event.attack, event.decay), beat: event.beat,
          by: .sequencer, lasting: hold)
      } else {
        soundKey(of: event, at: offset)
        sound(event.voice, noteOn(of: event), at: offset, lasting: hold)
        status.hits &+= 1
      }
    }
  }

  /// Sounds percussion that is none of the kit's drums, where the SoundFont has it.
  @_noLocks private mutating func soundKey(of event: PlannedEvent, at offset: Int32) {
    guard event.voice.isPercussion else { return }
    guard output.takesHit else {
      status.droppedHits &+= 1
      return
    }
    _ = output.add(
      SoundEvent(
        offset: offset, kind: .key, value: event.velocity, number: event.voice.note,
        decay: event.decay, attack: event.attack))
  }

  /// Sounds a drum and lets it leave by `out`.
  @_noLocks mutating func strike(
    _ drum: Drum, _ velocity: Velocity, at offset: Int32,
    envelope: (attack: Float, decay: Float) = (0, 0), beat: Beats, by hand: Hand,
    lasting hold: Int64? = nil
  ) {
    guard output.takesHit else {
      status.droppedHits &+= 1
      return
    }
    let choked = unsafe program.image.pointee.choked(by: drum)
    if !choked.isEmpty {
      _ = output.add(SoundEvent(offset: offset, kind: .choke, drums: choked))
    }
    let shaped = unsafe program.image.pointee.shaped(velocity, of: drum)
    _ = output.add(
      SoundEvent(
        offset: offset, kind: .hit, drum: drum, value: shaped.value, decay: envelope.decay,
        attack: envelope.attack)
    )
    status.hits &+= 1
    feed.push(.hit(drum: drum.index, velocity: velocity.value, beat: beat, isLive: hand.isLive))
    sendNoteOn(drum, velocity, at: offset, by: hand, lasting: hold)
  }

  @_noLocks private mutating func sendNoteOn(
    _ drum: Drum, _ velocity: Velocity, at offset: Int32, by hand: Hand, lasting hold: Int64?
  ) {
    // The note it takes over from ends first, whoever struck it.
    if gated.contains(drum) || thru.contains(drum) {
      postNoteOff(drum, at: offset, isPrompt: hand.isPlayer)
    }
    thru.remove(drum)
    let note = ShortMessage.noteOn(
      channel: channel, note: drum.note, velocity: velocity.value)
    guard case .player = hand else {
      if case .command = hand { leaveNow(note, isHeld: false) }
      post(note, by: .notes, at: offset)
      gates[Int(drum.index)] = frame.advanced(
        by: Int64(offset) &+ (hold ?? sampleRate.frames(in: gate)))
      gated.insert(drum)
      return
    }
    gated.remove(drum)
    if passesThru {
      post(note, by: .notes, at: offset, isPrompt: true)
      leaveNow(note, isHeld: true)
      thru.insert(drum)
    }
    held.insert(drum)
  }

  /// The note-off of a drum struck by hand.
  @_noLocks mutating func letGo(of drum: Drum, at offset: Int32) {
    // A stroke dropped from a full block, or ended by panic, has nothing of its own to let go.
    guard held.contains(drum) else { return }
    held.remove(drum)
    _ = output.add(SoundEvent(offset: offset, kind: .release, drum: drum))
    endHeldNote(drum, at: offset)
  }

  /// Ends the note of every drum held by hand on the outputs.
  @_noLocks mutating func endHeldNotes(at offset: Int32) {
    while let drum = held.popFirst() { endHeldNote(drum, at: offset) }
  }

  @_noLocks private mutating func endHeldNote(_ drum: Drum, at offset: Int32) {
    guard passesThru else { return }
    leaveNoteOff(channel, drum.note)
    // A sequenced stroke may have ended it on the block-synchronous ports.
    guard thru.contains(drum) else { return }
    thru.remove(drum)
    postNoteOff(drum, at: offset, isPrompt: true)
  }

  /// Lets the note of a click, or of a voice that is no drum, leave by `out`.
  @_noLocks mutating func sound(
    _ voice: Voice, _ note: ShortMessage, at offset: Int32, lasting hold: Int64
  ) {
    if noteGates.close(voice) { postNoteOff(voice, at: offset) }
    if noteGates.count == NoteGates.capacity,
      let ended = noteGates.closeFirst(before: Frame(index: .max))
    {
      postNoteOff(ended.voice, at: offset)
    }
    post(note, by: .notes, at: offset)
    noteGates.open(voice, until: frame.advanced(by: Int64(offset) &+ hold))
  }

  @_noLocks private mutating func postNoteOff(_ voice: Voice, at offset: Int32) {
    if voice.isPercussion {
      _ = output.add(SoundEvent(offset: offset, kind: .keyRelease, number: voice.note))
    }
    let off = ShortMessage.noteOff(channel: voice.channel ?? channel, note: voice.note)
    post(off, by: .notes, at: offset)
  }

  @_noLocks private func earliestGate() -> Frame {
    var earliest = noteGates.earliest
    var open = gated
    while let drum = open.popFirst() {
      let gate = gates[Int(drum.index)]
      if gate < earliest { earliest = gate }
    }
    return earliest
  }

  /// Ends the sequenced notes whose time comes before `limit`.
  @_noLocks private mutating func closeGates(before limit: Frame) {
    var open = gated
    while let drum = open.popFirst() {
      let gate = gates[Int(drum.index)]
      guard gate < limit else { continue }
      closeGate(drum, at: offset(of: gate))
    }
    while let ended = noteGates.closeFirst(before: limit) {
      postNoteOff(ended.voice, at: offset(of: ended.end))
    }
  }

  /// Lets every sequenced note that sounds end on `limit` at the latest, on every output; strokes
  /// still to come last for the usual short while.
  @_noLocks mutating func shortenNotes(to limit: Frame) {
    let gate = sampleRate.frames(in: gate)
    plan.shortenNotes(to: gate)
    ahead.shorten(to: limit, from: frame, gate: gate)
    var open = gated
    while let drum = open.popFirst() {
      let index = Int(drum.index)
      if limit < gates[index] { gates[index] = limit }
    }
    noteGates.shorten(to: limit)
  }

  /// Ends every sequenced note that still sounds.
  @_noLocks mutating func closeGates(at offset: Int32) {
    while let drum = gated.popFirst() { closeGate(drum, at: offset) }
    while let ended = noteGates.closeFirst(before: Frame(index: .max)) {
      postNoteOff(ended.voice, at: offset)
    }
  }

  @_noLocks private mutating func closeGate(_ drum: Drum, at offset: Int32) {
    gated.remove(drum)
    _ = output.add(SoundEvent(offset: offset, kind: .release, drum: drum))
    postNoteOff(drum, at: offset)
  }

  @_noLocks private mutating func postNoteOff(
    _ drum: Drum, at offset: Int32, isPrompt: Bool = false
  ) {
    let off = ShortMessage.noteOff(channel: channel, note: drum.note)
    post(off, by: .notes, at: offset, isPrompt: isPrompt)
  }

  /// Lets a message leave by `out` at once, on every kind of output.
  @_noLocks mutating func send(_ message: ShortMessage, at offset: Int32) {
    post(message, by: .notes, at: offset, isPrompt: true)
    leave(.send, .notes, message, at: HostTime(nanoseconds: 0))
  }
}
