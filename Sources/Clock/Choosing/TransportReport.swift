public import MusicalTime

/// What JACK transport says at the beginning of a cycle. Real-time: yes.
public struct TransportReport: BitwiseCopyable, Sendable {
  /// What the transport does.
  public enum Motion: UInt8, BitwiseCopyable, Sendable, Hashable {
    case stopped
    /// About to roll, once every client is ready.
    case starting
    case rolling
  }

  public var motion: Motion
  /// The transport's own frame at the cycle's first frame.
  public var frame: Int64
  /// What the timebase master says, where there is one.
  public var timebase: Timebase?

  /// Bar, beat and tick as the timebase master gives them.
  public struct Timebase: BitwiseCopyable, Sendable {
    /// The beat at the cycle's first frame, in quarter notes from the song's beginning: the tick
    /// given, moved by `bbt_offset` where the master says it.
    public var beat: Beats
    /// The true beat lies less than this after `beat`: a tick, or nothing where the master gives
    /// `bbt_offset`.
    public var grain: Beats
    public var tempo: Tempo

    @_noLocks public init(beat: Beats, grain: Beats, tempo: Tempo) {
      self.beat = beat
      self.grain = grain
      self.tempo = tempo
    }
  }

  @_noLocks public init(motion: Motion, frame: Int64, timebase: Timebase?) {
    self.motion = motion
    self.frame = frame
    self.timebase = timebase
  }
}
