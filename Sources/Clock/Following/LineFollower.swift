public import MusicalTime

/// Follows a beat that another program reports as a line: phase within the bar, tempo, start and stop.
///
/// Nothing is read from a device and nothing sleeps. Real-time: yes.
public struct LineFollower: BitwiseCopyable, Sendable {
  /// What a report asks for.
  public enum Event: BitwiseCopyable, Sendable, Hashable {
    case none
    /// The session began to play: its song begins at the line's beat 0.
    case begins
    /// The session stopped.
    case stops
  }

  /// What the song waits for.
  private enum Waiting: BitwiseCopyable, Sendable {
    case nothing
    /// The next time this beat has the line's phase.
    case phase(of: Beats)
    /// The line's beat 0, or any later one if that is past.
    case song
  }

  /// The line that is followed; nil before the first report.
  public private(set) var line: BeatLine?
  /// How well it is followed; each report counts as a tick.
  public private(set) var health = ClockHealth()
  private var waiting = Waiting.nothing
  private var heardAt = HostTime(nanoseconds: .min)

  /// Nanoseconds without a report after which the line is lost; a program reports several times a second.
  public static var patience: Int64 { @_noLocks get { 2_000_000_000 } }
  /// Nanoseconds in which most of a phase error is corrected.
  public static var correction: Int64 { @_noLocks get { 200_000_000 } }

  /// No report so far.
  @_noLocks public init() {}

  /// Whether the song waits for its place in the bar.
  public var isWaiting: Bool {
    @_noLocks get { if case .nothing = waiting { false } else { true } }
  }

  /// The beat that the song waits to begin at; nil while it waits for nothing.
  public var awaited: Beats? {
    @_noLocks get {
      switch waiting {
      case .nothing: nil
      case .phase(let beat): beat
      case .song: .zero
      }
    }
  }

  /// Whether there was a report.
  public var hasLine: Bool {
    @_noLocks get { if case .some = line { true } else { false } }
  }

  /// Whether reports arrive.
  public var isHeard: Bool {
    @_noLocks get { if case .locked = health.presence { true } else { false } }
  }

  /// Takes a report that arrived at `now`.
  ///
  /// The first one, and the first after a loss, begins and stops nothing: only a change does.
  @_noLocks public mutating func take(_ line: BeatLine, at now: HostTime) -> Event {
    let before = isHeard ? self.line?.motion : nil
    self.line = line
    heardAt = now
    health.presence = .locked
    health.tempo = line.tempo
    health.ticks &+= 1
    switch (before, line.motion) {
    case (.stopped, .rolling): return .begins
    case (.rolling, .stopped): return .stops
    default: return .none
    }
  }

  /// Whether the line is lost; true once each time.
  @_noLocks public mutating func look(at now: HostTime) -> Bool {
    guard isHeard, heardAt.distance(to: now).nanoseconds > Self.patience else { return false }
    health.presence = .lost
    return true
  }

  /// Lets the song begin at `beat` as soon as the line has that beat's place in the bar.
  @_noLocks public mutating func wait(for beat: Beats) { waiting = .phase(of: beat) }

  /// Lets the song begin at the line's beat 0, or join it after that.
  @_noLocks public mutating func waitForSong() { waiting = .song }

  /// Waits no longer.
  @_noLocks public mutating func stopWaiting() { waiting = .nothing }

  /// The beat from which the song begins and when, no earlier than `earliest`; nil while it waits for nothing.
  @_noLocks public func beginning(from earliest: HostTime) -> (beat: Beats, time: HostTime)? {
    guard let line else { return nil }
    switch waiting {
    case .nothing: return nil
    case .phase(let beat):
      let bars = (beat - line.beat(at: earliest)).dividedRoundingDown(by: line.bar)
      return (beat, line.time(of: beat - line.bar * bars))
    case .song:
      let now = line.beat(at: earliest)
      return now < .zero ? (.zero, line.time(of: .zero)) : (now, earliest)
    }
  }

  /// The tempo at which a position `beat` at `time` approaches the line; nil if they are more than a sixteenth
  /// apart, so that the position must jump.
  @_noLocks public mutating func tempo(from beat: Beats, at time: HostTime) -> Tempo? {
    guard let line else { return nil }
    let lead = line.lead(over: beat, at: time)
    noteError(lead, at: line.tempo)
    guard lead.units.magnitude <= Beats.sixteenth.units.magnitude else { return nil }
    let extra =
      Int128(lead.units) * 60_000_000_000_000_000
      / (Int128(Self.correction) * Int128(Beats.unitsPerBeat))
    let tempo = line.tempo.microbpm
    let wanted = tempo &+ Int64(truncatingIfNeeded: extra)
    return Tempo(measuredMicrobpm: min(max(wanted, tempo / 2), tempo &* 2))
  }

  /// Counts a jump to the line.
  @_noLocks public mutating func hasJumped() { health.relocks &+= 1 }

  @_noLocks private mutating func noteError(_ lead: Beats, at tempo: Tempo) {
    let nanoseconds =
      Int128(0 &- lead.units) * 60_000_000_000_000_000
      / (Int128(tempo.microbpm) * Int128(Beats.unitsPerBeat))
    health.phaseError = HostTime.Interval(nanoseconds: Int64(truncatingIfNeeded: nanoseconds))
  }
}
