public import MIDI
public import MusicalTime

/// Follows 24-PPQN MIDI clock: where its beat is, how fast it goes, and whether it rolls.
///
/// Times are any clock's that goes on evenly, handed in with each message in rising order; nothing
/// is read from a device and nothing sleeps. Real-time: yes.
public struct ClockFollower: BitwiseCopyable, Sendable {
  /// What a message turned out to mean.
  public enum Event: BitwiseCopyable, Sendable {
    /// Nothing that changes anything.
    case none
    /// A tick: ask for the tempo again.
    case tick
    /// Start or Continue was heard; the next clock begins at this beat.
    case armed(from: Beats)
    /// The song moves from this beat on, which falls on this moment: a clock after Start or
    /// Continue, or Start while rolling, whose moment may lie ahead.
    case rolls(from: Beats, at: HostTime)
    /// It stopped; Continue takes up at this beat.
    case stopped(at: Beats)
    /// It was moved while stopped.
    case located(to: Beats)
    /// No tick came for so long that the clock is lost.
    case lost
  }

  /// What the master's transport does.
  public enum Motion: BitwiseCopyable, Sendable {
    case stopped
    /// Start or Continue came, but no clock yet.
    case armed
    case rolling
  }

  public private(set) var motion = Motion.stopped
  /// While stopped or armed the beat at which the next clock begins; while rolling that of the last.
  public private(set) var position = Beats.zero
  public private(set) var health = ClockHealth()

  @_noLocks public init() {}

  /// Takes a message that came at `time`.
  @_noLocks public mutating func take(_ message: ShortMessage, at time: HostTime) -> Event { .none }

  /// Finds out by `time` whether the clock has fallen silent; answers `.lost` once each time.
  @_noLocks public mutating func look(at time: HostTime) -> Event { .none }

  /// The master's beat at `time` as the loop sees it, ahead of the last tick or behind it; the
  /// resting position unless it rolls.
  @_noLocks public func beat(at time: HostTime) -> Beats { position }

  /// The tempo at which somebody who stands at `beat` at `time` meets the master after `span`, or
  /// after a tick where that is longer: never backwards, and never a step.
  @_noLocks public func tempo(
    from beat: Beats, at time: HostTime, within span: HostTime.Interval
  ) -> Tempo { health.tempo }

  /// Does as if Continue had come, with the next clock at `beat`: for a transport of our own.
  @_noLocks public mutating func arm(from beat: Beats) {}

  /// Does as if Stop had come.
  @_noLocks public mutating func halt() {}

  /// Goes on from where it is at `tempo` from `time` on, until ticks come again: for a clock lost.
  @_noLocks public mutating func run(at tempo: Tempo, from time: HostTime) {}

  /// Begins to look for the largest jitter anew.
  @_noLocks public mutating func restartMaximum() {}
}
