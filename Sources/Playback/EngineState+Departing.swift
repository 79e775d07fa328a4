import Clock
import MIDI
import MusicalTime
import Ports
import RealTime

/// How what is decided gets to the MIDI outputs in time. Real-time: yes.
struct Departing: ~Copyable {
  /// What the block-synchronous ports are still to send.
  var line = DelayLine(capacity: 4096)
  var notesDelay = PortDelay()
  var clockDelay = PortDelay()
  /// Nothing waits for its sound any more: this is the end.
  var hurries = false
  /// Outputs that schedule ahead are left alone, since the blocks keep to no clock.
  var isOffline = false
  /// When the block's first frame leaves by outputs that schedule ahead: when it is heard, or later
  /// while that comes nearer.
  var heard = HostTime(nanoseconds: 0)
  /// The frames from the last block's beginning to this one's; none before the first.
  var framesSince: Int64 = 0
}

extension EngineState {
  /// Brings the delays of the ports and the time of departure to the block that begins.
  @_noLocks mutating func prepareDepartures() {
    // At rest nobody counts, so a latency that changed is taken at once.
    let isAtRest =
      !transport.isRolling && !followersRoll && !choice.settings.sendsWhileStopped
      && departing.line.count == 0
    departing.notesDelay.approach(time.notesDelay, during: time.frames, atOnce: isAtRest)
    departing.clockDelay.approach(time.clockDelay, during: time.frames, atOnce: isAtRest)
    // A latency that shrinks would let all that is planned in so much time leave as one bunch.
    let passed = sampleRate.duration(frames: departing.framesSince &+ time.skipped).nanoseconds
    let fall = sampleRate.duration(frames: Int64(time.frames)).nanoseconds / 8
    let earliest = departing.heard.nanoseconds &+ passed &- fall
    let isFirst = departing.framesSince == 0
    departing.heard =
      isFirst || earliest <= time.heard.nanoseconds
      ? time.heard : HostTime(nanoseconds: earliest)
    departing.framesSince = Int64(time.frames)
  }

  /// Goes on behind frames that the driver could not have made: their clock leaves at once, since
  /// followers count it, and so does what is hardly late.
  @_noLocks mutating func skip(_ frames: Int64) {
    guard frames > 0 else { return }
    frame = frame.advanced(by: frames)
    guard plannedThrough < frame else { return }
    bendToClock(through: frame)
    planAhead(through: frame)
  }

  /// Whether a stroke comes so late that it is better not heard at all: 20 ms.
  @_noLocks func isMissed(_ event: PlannedEvent) -> Bool {
    sampleRate.frames(milliseconds: 20) < event.frame.distance(to: frame)
  }

  /// Lets a message leave by `port` with the sound of the frame `offset` of the block, or, where it is
  /// `prompt`, as soon as the messages before it allow.
  @_noLocks mutating func post(
    _ message: ShortMessage, by port: OutputPort, at offset: Int32, isPrompt: Bool = false
  ) {
    var due = frame.advanced(by: Int64(offset))
    if !isPrompt, !departing.hurries {
      switch port {
      case .notes: due = due.advanced(by: departing.notesDelay.frames)
      case .clock: due = due.advanced(by: departing.clockDelay.frames)
      }
    }
    if !departing.line.insert(message, by: port, due: due) { status.droppedMessages &+= 1 }
  }

  /// Lets go of every message that is due before `end`, in the order of their frames.
  @_noLocks mutating func depart(before end: Frame) {
    while let next = departing.line.removeFirst(before: end) {
      let message = PortMessage(
        offset: offset(of: next.due), port: next.port, message: next.message)
      if !output.add(message) { status.droppedMessages &+= 1 }
    }
  }

  /// Lets all that waits leave with this block, and what is still to come at once.
  @_noLocks mutating func hurryDepartures() {
    departing.hurries = true
    departing.line.hasten(to: frame)
  }
}
