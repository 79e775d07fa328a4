public import MIDI
public import MusicalTime

/// Follows a 24-PPQN MIDI clock: its beat, its tempo, and whether it rolls.
///
/// Times may be of any steady clock; they are passed with each message in ascending order. Nothing
/// is read from a device and nothing sleeps. Real-time: yes.
public struct ClockFollower: BitwiseCopyable, Sendable {
  /// The effect of a message.
  public enum Event: BitwiseCopyable, Sendable {
    /// No effect.
    case none
    /// A tick: query the tempo again.
    case tick
    /// Start or Continue was received; the next clock begins at this beat.
    case armed(from: Beats)
    /// The song continues from this beat at this time: a clock after Start or Continue, or Start
    /// while rolling, whose time may be in the future.
    case rolls(from: Beats, at: HostTime)
    /// Stopped; Continue resumes at this beat.
    case stopped(at: Beats)
    /// Moved while stopped.
    case located(to: Beats)
    /// A tick is overdue, and others may be too: query the tempo again.
    case overdue
    /// The clock is lost after a long time without ticks.
    case lost
  }

  /// The motion of the master's transport.
  public enum Motion: BitwiseCopyable, Sendable {
    case stopped
    /// Start or Continue was received, but no clock yet.
    case armed
    case rolling
  }

  /// The motion.
  public internal(set) var motion = Motion.stopped
  /// While stopped or armed, the beat at which the next clock begins; while rolling, that of the
  /// last clock.
  public internal(set) var position = Beats.zero
  /// Whether the song that the next clock sets rolling, or the last `rolls` did, goes on in what was played
  /// before; not where a Start or a song position has said its beat.
  public internal(set) var goesOn = false
  /// Statistics of the clock.
  public internal(set) var health = ClockHealth()

  var loop = TickLoop()
  var meter = JitterMeter()
  /// If the clock kept running: the predicted time of the beat set by Start or Continue, until its
  /// clock arrives; and that beat.
  var downbeat: HostTime?
  var entry = Beats.zero
  /// The last tick before a Stop.
  var stoppedAfter: Int64?
  /// What continues in place of a lost clock.
  var coast: Coast?
  /// Whether the clock was lost while rolling, so that its master may have stopped in the meantime.
  var mayHaveStopped = false
  /// The position sent by such a master: where Continue resumes.
  var told: Beats?
  /// A tick is overdue and the tempo uncertain: the beat waits here for the next one.
  var waitsAt: Beats?

  /// Whether the beat waits for an overdue tick because the tempo is uncertain.
  public var isWaiting: Bool { @_noLocks get { waitsAt != nil } }
  /// The beat reached when the line was last corrected, and the time.
  var reached = Beats.zero
  var reachedAt = HostTime(nanoseconds: .min)

  /// Stopped at the beginning, without a clock.
  @_noLocks public init() {}

  /// Processes a message received at `time`.
  @_noLocks public mutating func take(_ message: ShortMessage, at time: HostTime) -> Event {
    switch message.status {
    case 0xF8: takeClock(at: time)
    case 0xFA: takeStart(at: time)
    case 0xFB: takeContinue(at: time)
    case 0xFC: takeStop(at: time)
    case 0xF2: takePosition(Int64(message.songPosition))
    default: .none
    }
  }

  /// Checks at `time` whether the clock is lost, or a tick is overdue while the tempo is uncertain;
  /// returns `.lost` or `.overdue` once each time.
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
    // A clock that stopped contrary to the prediction starts with its next tick.
    waitsAt = downbeat == nil ? max(position + .clockTick * ticks, beat(at: time)) : beat(at: time)
    return .overdue
  }

  @_noLocks private mutating func fallSilent() {
    waitsAt = nil
    guard case .rolling = motion else { return }
    mayHaveStopped = true
    // A clock that stopped contrary to the prediction: its new beginning starts with its next tick.
    if downbeat != nil { arm(from: entry, goesOn: goesOn) }
  }

  /// Acts as on Continue, with the next clock at `beat`: for our own transport.
  @_noLocks public mutating func arm(from beat: Beats) { arm(from: beat, goesOn: true) }

  @_noLocks mutating func arm(from beat: Beats, goesOn: Bool) {
    self.goesOn = goesOn
    position = beat
    motion = .armed
    forgetOldSong()
  }

  /// Acts as on Stop.
  @_noLocks public mutating func halt() { _ = takeStop(at: loop.lastArrival) }

  /// Continues from the current position at `tempo` from `time` on, until ticks return: for a lost
  /// clock.
  @_noLocks public mutating func run(at tempo: Tempo, from time: HostTime) {
    guard case .rolling = motion else { return }
    let beat = beat(at: time)
    downbeat = nil
    keep(beat, at: time)
    // Where it goes on so already, no beat before `time` falls back to the lost clock's.
    coast = Coast(from: beat, at: time, tempo: tempo, begins: coast?.begins ?? time)
  }

  /// Sets the resting position to `beat`, where the next clock after Continue belongs; ignored
  /// while rolling.
  @_noLocks public mutating func rest(at beat: Beats) {
    if case .stopped = motion { position = beat }
  }

  /// Shifts all times by `interval`, as when the underlying clock was adjusted.
  @_noLocks public mutating func shift(by interval: HostTime.Interval) {
    loop.origin = loop.origin.advanced(by: interval)
    loop.lastArrival = loop.lastArrival.advanced(by: interval)
    downbeat = downbeat?.advanced(by: interval)
    if var moved = coast {
      moved.shift(by: interval)
      coast = moved
    }
    // What was reached is past: from here on the shifted line determines the beat.
    reachedAt = HostTime(nanoseconds: .max)
  }
}
