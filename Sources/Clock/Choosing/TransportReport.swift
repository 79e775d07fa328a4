public import MusicalTime

/// The state of JACK transport at the beginning of a cycle. Real-time: yes.
public struct TransportReport: BitwiseCopyable, Sendable {
  /// The motion of the transport.
  public enum Motion: UInt8, BitwiseCopyable, Sendable, Hashable {
    case stopped
    /// Waiting for all clients to be ready to roll.
    case starting
    case rolling
  }

  /// The motion.
  public var motion: Motion
  /// The transport's frame at the cycle's first frame.
  public var frame: Int64
  /// The timebase master's report, if there is a master.
  public var timebase: Timebase?

  /// Bar, beat and tick from the timebase master.
  public struct Timebase: BitwiseCopyable, Sendable {
    /// The beat at the cycle's first frame, in quarter notes from the song's beginning: the tick,
    /// corrected by `bbt_offset` if the master provides it.
    public var beat: Beats
    /// The maximum distance of the exact beat after `beat`: a tick, or 0 with `bbt_offset`.
    public var grain: Beats
    /// The master's tempo.
    public var tempo: Tempo

    /// A report at `beat`.
    @_noLocks public init(beat: Beats, grain: Beats, tempo: Tempo) {
      self.beat = beat
      self.grain = grain
      self.tempo = tempo
    }
  }

  /// A report of these values.
  @_noLocks public init(motion: Motion, frame: Int64, timebase: Timebase?) {
    self.motion = motion
    self.frame = frame
    self.timebase = timebase
  }
}
