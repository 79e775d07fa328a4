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
  /// When outputs that schedule ahead are to send what is heard with it.
  var sendTime: HostTime
  var content: Content
  /// Whether outputs that schedule ahead are to send it as a note and were not given it yet.
  var needsScheduling: Bool
  /// Whether they were given it as a note.
  var isScheduled = false

  @_noLocks init(_ content: Content, frame: Frame, sendTime: HostTime, sendsNote: Bool = true) {
    self.frame = frame
    belongs = frame
    self.sendTime = sendTime
    self.content = content
    needsScheduling = sendsNote
  }

  @_noLocks init(_ message: ShortMessage, frame: Frame, belongs: Frame, sendTime: HostTime) {
    self.init(.message(message), frame: frame, sendTime: sendTime, sendsNote: false)
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

  /// When outputs that schedule ahead really send it, the clock that much later.
  @_noLocks func sendTime(clockOffset: HostTime.Interval) -> HostTime {
    if case .message = content { sendTime.advanced(by: clockOffset) } else { sendTime }
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
  /// The beat of the song's line that its note is held to; nil where it lasts for `length` whatever the tempo.
  var endBeat: Beats?
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

  /// Holds its note, which begins on `begins`, to `end`: for a frame at least.
  @_noLocks mutating func hold(from begins: Frame, to end: NoteEnd) {
    length = Int32(clamping: max(begins.distance(to: end.frame), 1))
    endBeat = end.beat
  }

  /// Moves its end with the line, which is bent at `frame` to `line`, where it begins on `begins`.
  @_noLocks mutating func moveEnd(to line: Timeline, from frame: Frame, begins: Frame) {
    guard let endBeat else { return }
    var end = NoteEnd(begins.advanced(by: Int64(length)), beat: endBeat)
    end.move(to: line, from: frame)
    hold(from: begins, to: end)
  }

  /// The message that its note begins with, on `channel` unless the voice has one of its own.
  @_noLocks func noteOn(channel: UInt8) -> ShortMessage {
    ShortMessage.noteOn(
      channel: voice.channel ?? channel, note: voice.note, velocity: velocity.value)
  }
}
