import Clock
import MIDI
import MusicalTime
import Ports
import RealTime
import Sequencing

/// The block being made: its frames, when they are made and heard, and all that is sent in it.
/// Real-time: yes.
struct Block: ~Copyable {
  let sampleRate: SampleRate
  /// Whether there is an output that schedules ahead.
  let schedulesAhead: Bool
  /// Its first frame.
  private(set) var frame = Frame(index: 0)
  private(set) var time = BlockTime(
    frames: 0, began: HostTime(nanoseconds: 0), heard: HostTime(nanoseconds: 0))
  /// Whether outputs that schedule ahead are left alone, since the blocks keep to no clock.
  private(set) var isOffline = false
  /// Messages lost because an output was full.
  private(set) var droppedMessages: Int64 = 0
  /// The send time of the block's first frame on outputs that schedule ahead: when it is heard, or later
  /// while a latency that shrank is caught up with.
  private var firstSendTime = HostTime(nanoseconds: 0)
  /// The frames from the last block's beginning to this one's; none before the first.
  private var framesSince: Int64 = 0
  private var output = BlockOutput()
  private var ports = DelayedPorts()
  /// Note-ons taken so far in the block.
  private var noteOns = 0
  private var outgoing: RingWriter<OutgoingEvent>

  init(_ configuration: EngineConfiguration, outgoing: consuming RingWriter<OutgoingEvent>) {
    sampleRate = configuration.sampleRate
    schedulesAhead = configuration.schedulesAhead
    self.outgoing = outgoing
  }

  /// The frame after its last.
  var end: Frame { @_noLocks get { frame.advanced(by: Int64(time.frames)) } }

  /// The frame `offset` frames into it.
  @_noLocks func frame(at offset: Int32) -> Frame { frame.advanced(by: Int64(offset)) }

  /// Frames from its beginning to `frame`; 0 for what is overdue.
  @_noLocks func offset(of frame: Frame) -> Int32 {
    Int32(truncatingIfNeeded: max(self.frame.distance(to: frame), 0))
  }

  /// When `frame` is heard.
  @_noLocks func heard(_ frame: Frame) -> HostTime {
    time.heard.advanced(by: sampleRate.duration(frames: self.frame.distance(to: frame)))
  }

  /// When what belongs to `frame` is sent by outputs that schedule ahead.
  @_noLocks func sendTime(of frame: Frame) -> HostTime {
    firstSendTime.advanced(by: sampleRate.duration(frames: self.frame.distance(to: frame)))
  }

  /// Begins with nothing in it; false where it has no frames, so that there is nothing to make.
  @_noLocks mutating func begin(_ time: BlockTime) -> Bool {
    self.time = time
    output.removeAll()
    noteOns = 0
    return time.frames > 0
  }

  /// Brings the delays of the ports and the send time up to date with the block; `atRest` where no follower
  /// counts, so that a latency that changed is taken at once.
  @_noLocks mutating func updateSendTimes(atRest: Bool) {
    ports.approach(time, atRest: atRest)
    // A latency that shrinks would send all that is planned in that time as one bunch.
    let passed = sampleRate.duration(frames: framesSince &+ time.skipped).nanoseconds
    let fall = sampleRate.duration(frames: Int64(time.frames)).nanoseconds / 8
    let earliest = firstSendTime.nanoseconds &+ passed &- fall
    let isFirst = framesSince == 0
    firstSendTime =
      isFirst || earliest <= time.heard.nanoseconds
      ? time.heard : HostTime(nanoseconds: earliest)
    framesSince = Int64(time.frames)
  }

  /// Leaves outputs that schedule ahead alone from now on.
  @_noLocks mutating func goOffline() { isOffline = true }

  /// Comes back to outputs that schedule ahead.
  @_noLocks mutating func goOnline() {
    isOffline = false
    firstSendTime = time.heard
  }

  /// Moves the block past frames that were lost.
  @_noLocks mutating func skip(_ frames: Int64) { frame = frame.advanced(by: frames) }

  /// Goes on to the block after this one.
  @_noLocks mutating func finish() { frame = end }

  /// Hands an event to the outputs that schedule ahead, where there are any, to be sent at `time`; false
  /// when they take no more.
  @discardableResult @_noLocks mutating func schedule(
    _ action: OutgoingEvent.Action, _ port: OutputPort, _ message: ShortMessage, at time: HostTime
  ) -> Bool {
    guard schedulesAhead, !isOffline else { return true }
    let event = OutgoingEvent(action: action, port: port, message: message, time: time)
    guard !outgoing.push(event) else { return true }
    droppedMessages &+= 1
    return false
  }

  /// Sends a message by the block-synchronous `port` with the sound of the frame `offset` of the
  /// block, or, where it is `prompt`, as soon as the messages before it allow.
  @_noLocks mutating func post(
    _ message: ShortMessage, by port: OutputPort, at offset: Int32, isPrompt: Bool = false
  ) {
    let isTaken = ports.insert(message, by: port, on: frame(at: offset), isPrompt: isPrompt)
    if !isTaken { droppedMessages &+= 1 }
  }

  /// The same of a note-on of `out`; false, and counted, where it is dropped: its note has no end then.
  ///
  /// A note-on is dropped long before a note-off has no room.
  @_noLocks mutating func postNoteOn(
    _ message: ShortMessage, at offset: Int32, isPrompt: Bool = false
  ) -> Bool {
    guard takesNoteOn else {
      droppedMessages &+= 1
      return false
    }
    noteOns &+= 1
    post(message, by: .notes, at: offset, isPrompt: isPrompt)
    return true
  }

  /// Whether another note may begin on the block-synchronous ports.
  var takesNoteOn: Bool {
    @_noLocks get { noteOns < Self.noteOnLimit && ports.takesNoteOn }
  }

  /// Note-ons taken in one block. With a note-off for each they fit into what a JACK port takes in a
  /// cycle, some 2,700 messages.
  private static var noteOnLimit: Int { @_noLocks get { 1024 } }

  /// Sends a message by `out` at once, on every kind of output.
  @_noLocks mutating func send(_ message: ShortMessage, at offset: Int32) {
    post(message, by: .notes, at: offset, isPrompt: true)
    schedule(.send, .notes, message, at: HostTime(nanoseconds: 0))
  }

  /// Sends every message that is due in the block, in the order of their frames.
  @_noLocks mutating func sendDue() {
    let end = end
    while let next = ports.removeFirst(before: end) {
      let message = PortMessage(
        offset: offset(of: next.due), port: next.port, message: next.message)
      if !output.add(message) { droppedMessages &+= 1 }
    }
  }

  /// Sends all that waits with this block, and what is still to come at once.
  @_noLocks mutating func sendAllWaiting() { ports.hurry(to: frame) }

  /// Whether another stroke fits into the block.
  var takesHit: Bool { @_noLocks get { output.takesHit } }

  /// Asks the synthesizer for `sound`; too many are left out.
  @_noLocks mutating func play(_ sound: SoundEvent) { _ = output.add(sound) }

  /// What the synthesizer is asked for, in order; valid until the next block.
  var sounds: UnsafeBufferPointer<SoundEvent> {
    @_noLocks get {
      unsafe UnsafeBufferPointer(start: output.sounds, count: output.soundCount)
    }
  }

  /// What is sent by block-synchronous ports, in order; valid until the next block.
  var messages: UnsafeBufferPointer<PortMessage> {
    @_noLocks get {
      unsafe UnsafeBufferPointer(start: output.messages, count: output.messageCount)
    }
  }
}
