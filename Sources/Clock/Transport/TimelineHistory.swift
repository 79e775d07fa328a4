public import MusicalTime

/// The timelines of the recent past and of what is planned ahead, newest last. Real-time: yes.
///
/// Planning runs ahead of what is heard, so the line in force at a frame need not be the newest.
public struct TimelineHistory: BitwiseCopyable, Sendable {
  private var lines: InlineArray<16, Timeline>
  private var newest = 0
  private var count = 1

  /// A past in which only `line` was ever in force.
  @_noLocks public init(_ line: Timeline) { lines = InlineArray(repeating: line) }

  /// The line planned last.
  public var current: Timeline { @_noLocks get { lines[newest] } }

  /// Adds `line`, in force from its own origin frame; the oldest is forgotten.
  ///
  /// Takes the place of the newest where that begins on the same frame and so was never in force.
  @_noLocks public mutating func append(_ line: Timeline) {
    if count > 1, lines[newest].frameOrigin == line.frameOrigin {
      lines[newest] = line
      return
    }
    newest = (newest &+ 1) & 15
    lines[newest] = line
    if count < 16 { count &+= 1 }
  }

  /// Forgets all but `line`.
  @_noLocks public mutating func reset(to line: Timeline) {
    count = 1
    lines[newest] = line
  }

  /// Whether every line would still be needed to look back to `frame`.
  @_noLocks public func isFull(at frame: Frame) -> Bool {
    count == 16 && frame < lines[(newest &+ 2) & 15].frameOrigin
  }

  /// The line in force at `frame`; the oldest known before its own origin.
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
