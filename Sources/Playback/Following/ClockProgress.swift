import Clock
import MusicalTime
import Ports
import Sequencing

/// How far the engine has gone along with the clock. Real-time: yes.
struct ClockProgress: BitwiseCopyable {
  /// The clock said something since the line was bent last.
  var mustBend = false
  /// The clock was lost, and the tempo is our own.
  var runsAlone = false
  /// Where the line meets the clock's, and must be bent again.
  var bentThrough = Frame(index: 0)
  /// The clock that is followed bears the host's time.
  var goesByHost = false
  /// Before this frame no clock is heard.
  var deafThrough = Frame(index: 0)
  /// Strokes before this beat are left out: the clock is past it.
  var quietBefore = Beats(units: .min)
  /// The beat at which the clock that led has stopped, the frame through which we played, and what of
  /// that lies past the beat.
  var stoppedAt = Beats.zero
  var stoppedThrough = Frame(index: .min)
  var playedPastStop = Beats.zero

  @_noLocks init() {}
}

extension ClockInput {
  /// What a message of the clock means.
  enum Heard: BitwiseCopyable {
    /// The transport is to do something.
    case intent(TransportIntent)
    /// A clock that is sent while the song is stopped has this tempo.
    case idleTempo(Tempo)
  }
}
