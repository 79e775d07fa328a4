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
    /// A tick is overdue, and so may the others be: ask for the tempo again.
    case overdue
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

  public internal(set) var motion = Motion.stopped
  /// While stopped or armed the beat at which the next clock begins; while rolling that of the last.
  public internal(set) var position = Beats.zero
  public internal(set) var health = ClockHealth()

  var loop = TickLoop()
  var meter = JitterMeter()
  /// When the beat that Start or Continue asked for is due, where the clock runs through, until the
  /// clock that is it; and that beat.
  var downbeat: HostTime?
  var entry = Beats.zero
  /// The tick that came last before a Stop.
  var stoppedAfter: Int64?
  /// What goes on in the place of a clock that was lost.
  var coast: Coast?
  /// The clock was lost while it rolled, so that its master may have been stopped since, unheard.
  var mayHaveStopped = false
  /// The position told by such a master: where Continue takes up.
  var told: Beats?
  /// A tick is overdue and the tempo in doubt: the beat waits for the next one at this place.
  var waitsAt: Beats?

  /// Whether the beat waits for an overdue tick, the tempo being in doubt.
  public var isWaiting: Bool { @_noLocks get { waitsAt != nil } }
  /// The beat that had been reached when the line was last corrected, and when.
  var reached = Beats.zero
  var reachedAt = HostTime(nanoseconds: .min)

  @_noLocks public init() {}

  /// Takes a message that came at `time`.
  @_noLocks public mutating func take(_ message: ShortMessage, at time: HostTime) -> Event {
    switch message.status {
    case 0xF8: takeClock(at: time)
    case 0xFA: takeStart(at: time)
    case 0xFB: takeContinue(at: time)
    case 0xFC: takeStop(at: time)
    case 0xF2: takePosition(Int64(message.data1) | Int64(message.data2) << 7)
    default: .none
    }
  }

  /// Finds out by `time` whether the clock has fallen silent, or a tick is overdue while the tempo is
  /// in doubt; answers `.lost` or `.overdue` once each time.
  @_noLocks public mutating func look(at time: HostTime) -> Event {
    switch health.presence {
    case .absent, .lost: return .none
    case .seeking, .locked: break
    }
    let silence = loop.silence(until: time)
    guard silence <= loop.patience else {
      health.presence = .lost
      fallSilent()
      return .lost
    }
    let doubtful = downbeat == nil ? loop.doubtfulAfter : 1
    guard case .rolling = motion, waitsAt == nil, let ticks = doubtful,
      silence > (Double(ticks) + 0.25) * loop.line.period
    else { return .none }
    // A clock that stands still after all when it was foreseen to go on begins with its next tick.
    waitsAt = downbeat == nil ? max(position + .clockTick * ticks, beat(at: time)) : beat(at: time)
    return .overdue
  }

  @_noLocks private mutating func fallSilent() {
    waitsAt = nil
    guard case .rolling = motion else { return }
    mayHaveStopped = true
    // The clock that was foreseen to go on stood still: what it spoke of begins with its next tick.
    if downbeat != nil { arm(from: entry) }
  }

  /// Does as if Continue had come, with the next clock at `beat`: for a transport of our own.
  @_noLocks public mutating func arm(from beat: Beats) {
    position = beat
    motion = .armed
    forgetOldSong()
  }

  /// Does as if Stop had come.
  @_noLocks public mutating func halt() { _ = takeStop(at: loop.lastArrival) }

  /// Goes on from where it is at `tempo` from `time` on, until ticks come again: for a clock lost.
  @_noLocks public mutating func run(at tempo: Tempo, from time: HostTime) {
    guard case .rolling = motion else { return }
    let beat = beat(at: time)
    downbeat = nil
    keep(beat, at: time)
    coast = Coast(from: beat, at: time, tempo: tempo)
  }

  /// Rests at `beat`, where the next clock after Continue belongs; nothing while it rolls.
  @_noLocks public mutating func rest(at beat: Beats) {
    if case .stopped = motion { position = beat }
  }

  /// Moves everything it knows by `interval`, as where its clock was set anew.
  @_noLocks public mutating func shift(by interval: HostTime.Interval) {
    loop.origin = loop.origin.advanced(by: interval)
    loop.lastArrival = loop.lastArrival.advanced(by: interval)
    downbeat = downbeat?.advanced(by: interval)
    if var moved = coast {
      moved.begins = moved.begins.advanced(by: interval)
      coast = moved
    }
    // What was reached is past: from here on the beat is as the moved line has it.
    reachedAt = HostTime(nanoseconds: .max)
  }

  /// Begins to look for the largest jitter anew.
  @_noLocks public mutating func restartMaximum() {
    meter.restartMaximum()
    health.largestJitter = HostTime.Interval(nanoseconds: 0)
  }
}
