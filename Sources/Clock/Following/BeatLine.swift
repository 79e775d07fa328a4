public import MusicalTime

/// A beat that runs evenly in the host's time, as another program reports it: beat `beat` is heard at `time`.
/// Real-time: yes.
public struct BeatLine: BitwiseCopyable, Sendable, Hashable {
  /// Whether the program that reports it plays.
  public enum Motion: UInt8, BitwiseCopyable, Sendable, Hashable {
    /// Start and stop are not shared.
    case free
    case stopped
    /// Playing, or about to at beat 0.
    case rolling
  }

  /// The beat heard at `time`; negative before the song begins.
  public var beat: Beats
  /// When that beat is heard.
  public var time: HostTime
  /// Within `Tempo.measuredRange`.
  public var tempo: Tempo
  /// The length after which beats count as the same: a song begins only on a whole number of bars from beat 0.
  public let bar: Beats
  /// Whether the program that reports it plays.
  public var motion: Motion

  /// A line through `beat` at `time`, in bars of at least a sixteenth.
  @_noLocks public init(
    beat: Beats, at time: HostTime, tempo: Tempo, bar: Beats, motion: Motion = .free
  ) {
    self.beat = beat
    self.time = time
    self.tempo = tempo
    self.bar = max(bar, .sixteenth)
    self.motion = motion
  }

  /// The beat heard at `time`, to within a unit.
  @_noLocks public func beat(at time: HostTime) -> Beats {
    let nanoseconds = Int128(self.time.distance(to: time).nanoseconds)
    let units = nanoseconds * Int128(tempo.microbpm) * Int128(Beats.unitsPerBeat)
    return Beats(units: beat.units &+ Int64(truncatingIfNeeded: units / Self.scale))
  }

  /// When `beat` is heard.
  @_noLocks public func time(of beat: Beats) -> HostTime {
    let units = Int128(beat.units &- self.beat.units) * Self.scale
    let nanoseconds = units / (Int128(tempo.microbpm) * Int128(Beats.unitsPerBeat))
    return time.advanced(by: HostTime.Interval(nanoseconds: Int64(truncatingIfNeeded: nanoseconds)))
  }

  /// The distance from `beat` to the nearest that counts as the same as the line's at `time`: at most half a
  /// bar either way.
  @_noLocks public func lead(over beat: Beats, at time: HostTime) -> Beats {
    let distance = self.beat(at: time) - beat
    let bars = (distance + Beats(units: bar.units / 2)).dividedRoundingDown(by: bar)
    return distance - bar * bars
  }

  /// Nanoseconds that the time of a report may be from now.
  public static var reach: Int64 { @_noLocks get { 60_000_000_000 } }

  /// Nanoseconds a minute, in millionths.
  private static var scale: Int128 { @_noLocks get { 60_000_000_000_000_000 } }
}
