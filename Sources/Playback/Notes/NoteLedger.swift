import Clock
import MIDI
import MusicalTime
import Ports
import Rhythm
import Sequencing

/// Which notes sound and until when, on block-synchronous ports and on outputs that schedule ahead
/// alike. Real-time: yes.
struct NoteLedger: ~Copyable {
  /// Channel of outgoing notes, 0 to 15.
  let channel: UInt8
  /// Frames that a note lasts on the outputs, unless it is held.
  let gate: Int64
  /// Whether live notes are sent by `out` too.
  private let passesThru: Bool
  /// Drums that end by themselves on block-synchronous ports.
  private var drums = DrumGates()
  /// The same of voices other than drums.
  private var voices = NoteGates()
  /// Drums struck on a pad and not let go yet.
  private var held = DrumSet()
  /// Those of `held` whose note still sounds on block-synchronous ports; never also in `drums`.
  private var thru = DrumSet()
  /// The notes on outputs that schedule ahead.
  var ahead = AheadNotes()
  /// Notes lost because too many sound.
  var droppedMessages: Int64 = 0
  /// Strokes sounded since the beginning, live ones included.
  private(set) var hits: Int64 = 0
  /// Strokes dropped because a block had too many.
  private(set) var droppedHits: Int64 = 0

  init(_ configuration: EngineConfiguration) {
    channel = configuration.outputChannel
    passesThru = configuration.passesThru
    gate = configuration.sampleRate.frames(in: HostTime.Interval(nanoseconds: 50_000_000))
  }
}

// What begins.
extension NoteLedger {
  /// Sounds a drum as `program` shapes and chokes it, and sends its note; false where the block has
  /// too many.
  @_noLocks mutating func strike(
    _ stroke: DrumStroke, at offset: Int32, by source: HitSource,
    in program: UnsafePointer<CompiledProgram>,
    _ block: inout Block
  ) -> Bool {
    guard block.takesHit else {
      droppedHits &+= 1
      return false
    }
    let choked = unsafe program.pointee.choked(by: stroke.drum)
    if !choked.isEmpty {
      block.play(SoundEvent(offset: offset, kind: .choke, drums: choked))
    }
    let shaped = unsafe program.pointee.shaped(stroke.velocity, of: stroke.drum)
    block.play(
      SoundEvent(
        offset: offset, kind: .hit, drum: stroke.drum, value: shaped.value, decay: stroke.decay,
        attack: stroke.attack))
    hits &+= 1
    begin(
      stroke.drum, stroke.velocity, at: offset, by: source, lasting: stroke.hold,
      to: stroke.endBeat, in: &block)
    return true
  }

  /// Sends the note of a sequenced voice other than a drum by block-synchronous ports, and sounds it
  /// where it is percussion that the SoundFont has.
  @_noLocks mutating func strike(
    _ note: PlannedNote, at offset: Int32, lasting hold: Int64, in block: inout Block
  ) {
    // What begins here must be ended, and that takes a note of its own.
    guard block.takesNoteOn else {
      droppedHits &+= 1
      return
    }
    if note.voice.isPercussion { sound(note, at: offset, in: &block) }
    begin(
      note.voice, note.noteOn(channel: channel), at: offset, lasting: hold, to: note.endBeat,
      in: &block)
    hits &+= 1
  }

  @_noLocks private mutating func sound(
    _ note: PlannedNote, at offset: Int32, in block: inout Block
  ) {
    guard block.takesHit else {
      droppedHits &+= 1
      return
    }
    block.play(
      SoundEvent(
        offset: offset, kind: .key, value: note.velocity.value, number: note.voice.note,
        decay: note.decay, attack: note.attack))
  }

  /// Sends the note of a drum struck by `source` by `out`, held for `hold` frames or the usual short
  /// while, or until a pad lets go; where it has an `endBeat`, its end moves with the line.
  @_noLocks private mutating func begin(
    _ drum: Drum, _ velocity: Velocity, at offset: Int32, by source: HitSource,
    lasting hold: Int64?, to endBeat: Beats?,
    in block: inout Block
  ) {
    // The note it takes over from ends first, whichever pad or pattern struck it.
    if drums.contains(drum) || thru.contains(drum) {
      postNoteOff(drum, at: offset, isPrompt: source.isPad, in: &block)
    }
    thru.remove(drum)
    let note = ShortMessage.noteOn(
      channel: channel, note: drum.note, velocity: velocity.value)
    guard case .pad = source else {
      if case .command = source { scheduleNow(note, isHeld: false, in: &block) }
      drums.close(drum)
      if block.postNoteOn(note, at: offset) {
        let end = block.frame.advanced(by: Int64(offset) &+ (hold ?? gate))
        drums.open(drum, until: NoteEnd(end, beat: endBeat))
      }
      return
    }
    drums.close(drum)
    if passesThru {
      if block.postNoteOn(note, at: offset, isPrompt: true) { thru.insert(drum) }
      scheduleNow(note, isHeld: true, in: &block)
    }
    held.insert(drum)
  }

  /// Sends the note of a click, or of a voice other than a drum, by block-synchronous ports; where it has an
  /// `endBeat`, its end moves with the line.
  @_noLocks mutating func begin(
    _ voice: Voice, _ note: ShortMessage, at offset: Int32, lasting hold: Int64,
    to endBeat: Beats? = nil, in block: inout Block
  ) {
    if voices.close(voice) { postNoteOff(voice, at: offset, in: &block) }
    if voices.count == NoteGates.capacity,
      let ended = voices.closeFirst(before: Frame(index: .max))
    {
      postNoteOff(ended.voice, at: offset, in: &block)
    }
    guard block.postNoteOn(note, at: offset) else { return }
    let end = block.frame.advanced(by: Int64(offset) &+ hold)
    voices.open(voice, until: NoteEnd(end, beat: endBeat))
  }
}

// What ends.
extension NoteLedger {
  /// The frame on which the next note ends by itself; far ahead where there is none.
  var earliestEnd: Frame {
    @_noLocks get {
      let (drum, voice) = (drums.earliest, voices.earliest)
      return drum < voice ? drum : voice
    }
  }

  /// Ends the notes whose time comes before `limit`.
  @_noLocks mutating func end(before limit: Frame, in block: inout Block) {
    while let ended = drums.closeFirst(before: limit) {
      release(ended.drum, at: block.offset(of: ended.end), in: &block)
    }
    while let ended = voices.closeFirst(before: limit) {
      postNoteOff(ended.voice, at: block.offset(of: ended.end), in: &block)
    }
  }

  /// Ends every note that would end by itself.
  @_noLocks mutating func endAll(at offset: Int32, in block: inout Block) {
    while let drum = drums.closeFirst() { release(drum, at: offset, in: &block) }
    while let ended = voices.closeFirst(before: Frame(index: .max)) {
      postNoteOff(ended.voice, at: offset, in: &block)
    }
  }

  /// Lets every sequenced note that sounds end on `limit` at the latest, on every output; strokes
  /// still to come last for the usual short while.
  @_noLocks mutating func shorten(
    to limit: Frame, in block: borrowing Block
  ) {
    ahead.shorten(to: limit, from: block.frame, gate: gate)
    drums.shorten(to: limit)
    voices.shorten(to: limit)
  }

  /// Moves the ends of held notes with the line, which is bent at `frame` to `line`, on every output.
  @_noLocks mutating func moveEnds(to line: Timeline, from frame: Frame) {
    ahead.moveEnds(to: line, from: frame)
    drums.moveEnds(to: line, from: frame)
    voices.moveEnds(to: line, from: frame)
  }

  /// Lets the notes that sound end on the frames they have, whatever the line does.
  @_noLocks mutating func fixEnds() {
    ahead.fixEnds()
    drums.fixEnds()
    voices.fixEnds()
  }

  /// The note-off of a drum struck on a pad.
  @_noLocks mutating func letGo(of drum: Drum, at offset: Int32, in block: inout Block) {
    // A stroke dropped from a full block, or ended by panic, has nothing of its own to let go.
    guard held.contains(drum) else { return }
    held.remove(drum)
    block.play(SoundEvent(offset: offset, kind: .release, drum: drum))
    endHeldNote(drum, at: offset, in: &block)
  }

  /// Lets go of every drum held on a pad.
  @_noLocks mutating func letGoOfAll(at offset: Int32, in block: inout Block) {
    var holding = held
    while let drum = holding.popFirst() { letGo(of: drum, at: offset, in: &block) }
  }

  /// Ends the note of every drum held on a pad on the outputs.
  @_noLocks mutating func endHeldNotes(at offset: Int32, in block: inout Block) {
    while let drum = held.popFirst() { endHeldNote(drum, at: offset, in: &block) }
  }

  /// Ends all that sounds on every output by its own note-off.
  @_noLocks mutating func silence(in block: inout Block) {
    scheduleNoteOffs(in: &block)
    endAll(at: 0, in: &block)
    endHeldNotes(at: 0, in: &block)
  }

  @_noLocks private mutating func endHeldNote(
    _ drum: Drum, at offset: Int32, in block: inout Block
  ) {
    guard passesThru else { return }
    scheduleHeldNoteOff(channel, drum.note, in: &block)
    // A sequenced stroke may have ended it on the block-synchronous ports.
    guard thru.contains(drum) else { return }
    thru.remove(drum)
    postNoteOff(drum, at: offset, isPrompt: true, in: &block)
  }

  @_noLocks private func release(_ drum: Drum, at offset: Int32, in block: inout Block) {
    block.play(SoundEvent(offset: offset, kind: .release, drum: drum))
    postNoteOff(drum, at: offset, in: &block)
  }

  @_noLocks private func postNoteOff(
    _ drum: Drum, at offset: Int32, isPrompt: Bool = false, in block: inout Block
  ) {
    let off = ShortMessage.noteOff(channel: channel, note: drum.note)
    block.post(off, by: .notes, at: offset, isPrompt: isPrompt)
  }

  @_noLocks private func postNoteOff(_ voice: Voice, at offset: Int32, in block: inout Block) {
    if voice.isPercussion {
      block.play(SoundEvent(offset: offset, kind: .keyRelease, number: voice.note))
    }
    let off = ShortMessage.noteOff(channel: voice.channel ?? channel, note: voice.note)
    block.post(off, by: .notes, at: offset)
  }
}
