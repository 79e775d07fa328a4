import Clock
import MIDI
import MusicalTime
import Ports
import Sequencing

/// The block-synchronous ports: what they are still to send, each message with the sound it belongs
/// to. Real-time: yes.
struct DelayedPorts: ~Copyable {
  /// How many messages can wait.
  static var capacity: Int { @_noLocks get { 4096 } }
  /// Room for the note-offs of all notes that can sound at once, which are 90.
  private static var noteOffRoom: Int { @_noLocks get { 128 } }
  /// Room for those and for what is neither the beginning nor the end of a note, above all the clock.
  private static var roomWithoutNoteOns: Int { @_noLocks get { 1024 } }

  private var line = DelayLine(capacity: Self.capacity)
  private var notesDelay = PortDelay()
  private var clockDelay = PortDelay()
  /// Nothing waits for its sound any more: this is the end.
  private var hurries = false

  /// Brings the delays nearer to those of the block; at once where no follower counts.
  @_noLocks mutating func approach(_ time: BlockTime, atRest: Bool) {
    let atOnce = atRest && line.count == 0
    notesDelay.approach(time.notesDelay, during: time.frames, atOnce: atOnce)
    clockDelay.approach(time.clockDelay, during: time.frames, atOnce: atOnce)
  }

  /// Whether there is room for a note-on: a note begins only where its end finds room as well.
  var takesNoteOn: Bool { @_noLocks get { line.count < Self.capacity &- Self.roomWithoutNoteOns } }

  /// Sends a message with the sound of `frame`, or, where it is `prompt`, as soon as the messages
  /// before it allow; false when full, which for anything but a note-off leaves room for note-offs.
  @_noLocks mutating func insert(
    _ message: ShortMessage, by port: OutputPort, on frame: Frame, isPrompt: Bool
  ) -> Bool {
    guard message.kind == 0x80 || line.count < Self.capacity &- Self.noteOffRoom else {
      return false
    }
    var due = frame
    if !isPrompt, !hurries {
      switch port {
      case .notes: due = due.advanced(by: notesDelay.frames)
      case .clock: due = due.advanced(by: clockDelay.frames)
      }
    }
    return line.insert(message, by: port, due: due)
  }

  /// Removes the earliest message, where it is due before `end`.
  @_noLocks mutating func removeFirst(
    before end: Frame
  ) -> (due: Frame, port: OutputPort, message: ShortMessage)? {
    line.removeFirst(before: end)
  }

  /// Sends all that waits on `frame` at the latest, and what is still to come at once.
  @_noLocks mutating func hurry(to frame: Frame) {
    hurries = true
    line.hasten(to: frame)
  }
}
