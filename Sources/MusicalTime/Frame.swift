/// A position on the audio clock, in sample frames since the engine started. Real-time: yes.
public struct Frame: BitwiseCopyable, Sendable, Hashable, Comparable {
  /// Frames since the engine started.
  public var index: Int64

  /// The position `index` frames after the engine's start.
  @_noLocks public init(index: Int64) { self.index = index }

  /// The earlier position is the lesser.
  @_noLocks public static func < (a: Frame, b: Frame) -> Bool { a.index < b.index }
  /// Equal positions have equal indices.
  @_noLocks public static func == (a: Frame, b: Frame) -> Bool { a.index == b.index }

  /// The position `frames` later.
  @_noLocks public func advanced(by frames: Int64) -> Frame { Frame(index: index &+ frames) }

  /// Frames from this position to `other`; negative when `other` is earlier.
  @_noLocks public func distance(to other: Frame) -> Int64 { other.index &- index }
}

/// A sample rate in frames per second (hertz). Real-time: yes.
public struct SampleRate: BitwiseCopyable, Sendable, Hashable {
  /// Frames per second.
  public let hertz: Int64

  /// The rates that JACK, ALSA and FluidSynth accept, in Hz.
  public static var range: ClosedRange<Int> { @_noLocks get { 8_000...192_000 } }

  /// Nil outside `range`.
  @_noLocks public init?(hertz: Int) {
    guard Self.range.contains(hertz) else { return nil }
    self.hertz = Int64(hertz)
  }

  @_noLocks private init(unchecked: Int64) { hertz = unchecked }

  /// 48 000 Hz.
  public static var standard: SampleRate { @_noLocks get { SampleRate(unchecked: 48_000) } }

  /// The number of frames that cover `milliseconds`, rounded up.
  @_noLocks public func frames(milliseconds: Int64) -> Int64 {
    (hertz &* milliseconds &+ 999) / 1_000
  }

  /// The time that `frames` take, rounded towards zero; negative where they are.
  @_noLocks public func duration(frames: Int64) -> HostTime.Interval {
    let nanoseconds = Int128(frames) * 1_000_000_000 / Int128(hertz)
    return HostTime.Interval(nanoseconds: Int64(truncatingIfNeeded: nanoseconds))
  }

  /// The time at which `frame` begins, on a clock that counts frames from the engine's start.
  @_noLocks public func time(of frame: Frame) -> HostTime {
    HostTime(nanoseconds: duration(frames: frame.index).nanoseconds)
  }

  /// The frame that begins nearest to `time` on that clock.
  @_noLocks public func frame(nearest time: HostTime) -> Frame {
    let scaled = Int128(time.nanoseconds) * Int128(hertz) + 500_000_000
    let frames = scaled / 1_000_000_000
    return Frame(index: Int64(truncatingIfNeeded: scaled < 0 ? frames - 1 : frames))
  }

  /// The number of whole frames in `interval`, rounded towards zero.
  @_noLocks public func frames(in interval: HostTime.Interval) -> Int64 {
    Int64(truncatingIfNeeded: Int128(interval.nanoseconds) * Int128(hertz) / 1_000_000_000)
  }
}
