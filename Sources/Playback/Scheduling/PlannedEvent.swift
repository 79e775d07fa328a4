import Clock
import MIDI
import MusicalTime
import Ports
import Rhythm
import Sequencing

/// Something decided ahead that becomes due at a frame. Real-time: yes.
struct PlannedEvent: BitwiseCopyable {
  /// What becomes due.
  enum Content: BitwiseCopyable {
    /// A stroke of the program or the drummer.
    case stroke(PlannedNote)
    /// A click of the metronome.
    case click(PlannedNote)
    /// A message of our clock.
    case message(ShortMessage)
  }

  /// When it is due on block-synchronous outputs.
  var frame: Frame
  /// The frame whose sound it belongs to; clock may be due earlier or later than that.
  var belongs: Frame
  /// When what is heard with it is scheduled to leave by outputs that schedule ahead.
  var leaves: HostTime
  var content: Content
  /// Whether it leaves as a note by outputs that schedule ahead and was not sent to them yet.
  var isToLeave: Bool
  /// Whether it was sent to them as a note.
  var hasLeft = false

  @_noLocks init(_ content: Content, frame: Frame, leaves: HostTime, leavesAsNote: Bool = true) {
    self.frame = frame
    belongs = frame
    self.leaves = leaves
    self.content = content
    isToLeave = leavesAsNote
  }

  @_noLocks init(_ message: ShortMessage, frame: Frame, belongs: Frame, leaves: HostTime) {
    self.init(.message(message), frame: frame, leaves: leaves, leavesAsNote: false)
    self.belongs = belongs
  }

  /// The stroke or click; nil for a message.
  var note: PlannedNote? {
    @_noLocks get {
      switch content {
      case .stroke(let note), .click(let note): note
      case .message: nil
      }
    }
  }

  /// When outputs that schedule ahead were really given it, the clock leaving that much later.
  @_noLocks func leaves(clockOffset: HostTime.Interval) -> HostTime {
    if case .message = content { leaves.advanced(by: clockOffset) } else { leaves }
  }
}

/// A stroke or click that is planned. Real-time: yes.
struct PlannedNote: BitwiseCopyable {
  /// What it strikes.
  var voice: Voice
  var velocity: Velocity
  /// Counted from the song's beginning.
  var beat: Beats
  /// Whether the drummer plays it.
  var isInvented = false
  /// Frames that its note is held; 0 is the usual short while.
  var length: Int32 = 0
  /// Seconds in which it swells, and in which it falls by 60 dB; 0 is as recorded.
  var attack: Float
  var decay: Float

  @_noLocks init(_ cue: Cue) {
    voice = cue.voice
    velocity = cue.velocity
    beat = cue.beat
    attack = cue.attack
    decay = cue.decay
  }

  /// The message that its note begins with, on `channel` unless the voice has one of its own.
  @_noLocks func noteOn(channel: UInt8) -> ShortMessage {
    ShortMessage.noteOn(
      channel: voice.channel ?? channel, note: voice.note, velocity: velocity.value)
  }
}
