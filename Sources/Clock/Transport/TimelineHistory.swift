public import MusicalTime

/// The timelines of the recent past and of what is planned ahead, newest last. Real-time: yes.
///
/// Planning runs ahead of playback, so the timeline at a frame need not be the newest.
public struct TimelineHistory: BitwiseCopyable, Sendable {
  private var lines: InlineArray<16, Timeline>
  private var newest = 0
  private var count = 1

  /// A history with only `line`.
  @_noLocks public init(_ line: Timeline) { lines = InlineArray(repeating: line) }

  /// The timeline planned last.
  public var current: Timeline { @_noLocks get { lines[newest] } }

  /// Adds `line`, valid from its origin frame; the oldest is dropped.
  ///
  /// Replaces the newest if that begins on the same frame and thus was never used.
  @_noLocks public mutating func append(_ line: Timeline) {
    if count > 1, lines[newest].frameOrigin == line.frameOrigin {
      lines[newest] = line
      return
    }
    newest = (newest &+ 1) & 15
    lines[newest] = line
    if count < 16 { count &+= 1 }
  }

  /// Drops all but `line`.
  @_noLocks public mutating func reset(to line: Timeline) {
    count = 1
    lines[newest] = line
  }

  /// Whether all timelines are still needed to look back to `frame`.
  @_noLocks public func isFull(at frame: Frame) -> Bool {
    count == 16 && frame < lines[(newest &+ 2) & 15].frameOrigin
  }

  /// The timeline at `frame`; the oldest one before its origin.
  @_noLocks public func line(at frame: Frame) -> Timeline {
    var back = 0
    while back < count &- 1 {
      let line = lines[(newest &- back) & 15]
      if line.frameOrigin <= frame { return line }
      back &+= 1
    }
    return lines[(newest &- back) & 15]
  }
}
