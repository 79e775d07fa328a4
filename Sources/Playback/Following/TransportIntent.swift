import MIDI
import MusicalTime

/// What a person or a clock wants of the transport. `Sequencer.carryOut` is the only one that starts, stops and
/// moves it, and decides there whether it may be done. Real-time: yes.
///
/// A person's Start, Continue, Stop and locating hold whichever clock leads; while a MIDI clock leads, beginning
/// waits for its next tick. A clock's and JACK's are made by `ClockInput` and `JACKTransportInput`, which
/// heed what was chosen to lead.
enum TransportIntent: BitwiseCopyable {
  // What a person asks for.

  /// Begin at the top: after the bars to be counted in, or with the next tick of the clock that leads.
  case play
  /// Take up where it rests: at once, or with the next tick of the clock that leads.
  case resume
  /// Stop with this block, whichever clock leads.
  case stop
  /// Move; a song that follows a clock goes on from there with its next tick.
  case locate(Beats)
  /// Stop at once, for the last time.
  case finish

  // Live messages, on a frame of the block.

  /// Start or Continue from a pad or a sequencer whose clock is not followed.
  case start(at: Int32, fromTop: Bool)
  /// Stop from there.
  case stopLive(at: Int32)
  /// A song position from there, heeded while stopped only (MIDI 1.0).
  case position(Beats)

  // The MIDI clock that is followed.

  /// Start or Continue was heard, and rolls from this beat with the next tick.
  case arm(from: Beats, at: Int32)
  /// Roll from this beat, which falls on `due`; the message was heard at `at`. A song that rolls already
  /// `goesOn` in its program, or begins that at the song's beginning.
  case roll(from: Beats, due: Frame, at: Int32, goesOn: Bool)
  /// Stop where the clock did: it goes on at this beat.
  case stopWithClock(from: Beats, at: Int32)
  /// Move while stopped.
  case move(to: Beats)

  // JACK transport.

  /// Roll from this beat on the block's first frame.
  case jump(to: Beats, tempo: Tempo)
  /// Rest as JACK transport does.
  case rest(JACKRest)

  // The engine's own.

  /// The last bar was counted in: begin.
  case downbeat
  /// The program ended on this frame.
  case end(at: Frame)

  /// Whether the song comes to rest with it, and does not only go on elsewhere.
  var bringsToRest: Bool {
    @_noLocks get {
      switch self {
      case .stop, .finish, .stopLive, .stopWithClock, .rest, .end: true
      case .play, .resume, .locate, .start, .position, .arm, .roll, .move, .jump, .downbeat: false
      }
    }
  }
}

/// How JACK transport rests. Real-time: yes.
struct JACKRest: BitwiseCopyable {
  /// It rolled until now.
  var stops: Bool
  /// It moves to this beat; nil where it leaves us where we are.
  var beat: Beats?
  /// It is about to roll from this beat.
  var starts: Beats?

  @_noLocks init(stops: Bool, beat: Beats? = nil, starts: Beats? = nil) {
    self.stops = stops
    self.beat = beat
    self.starts = starts
  }
}
