import Clock
import MusicalTime
import Ports
import Rhythm
import Sequencing

/// What the cursor returns.
extension ProgramCursor {
  /// What became of a program that is to play.
  enum Change: BitwiseCopyable {
    /// It must be asked again.
    case refused
    /// It waits for its moment.
    case waits
    /// It plays; its tempo there, where that differs from what the program before had.
    case plays(Tempo?)
  }

  /// Beats that are planned at one go, and what comes after them.
  struct Stretch: BitwiseCopyable {
    var end: Beats
    var then: Turn

    @_noLocks init(end: Beats, then: Turn) {
      self.end = end
      self.then = then
    }
  }

  /// What comes after a stretch of beats.
  enum Turn: BitwiseCopyable {
    case goesOn
    case switches
    case changesTempo(Tempo)
    case ends
  }
}

extension SwitchMoment {
  /// Whether the new program begins at its top there.
  var restarts: Bool {
    @_noLocks get {
      switch self {
      case .now, .beat: false
      case .bar, .loopEnd: true
      }
    }
  }
}
