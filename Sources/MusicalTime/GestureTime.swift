/// When a hand struck, and how long after that it is to be heard. Real-time: yes.
public struct GestureTime: BitwiseCopyable, Sendable, Hashable {
  /// When the hand struck; nil for now.
  public var struck: HostTime?
  /// How long after that it is heard; nil for as soon as possible.
  public var delay: HostTime.Interval?

  /// Heard as soon as possible, or a constant `delay` after the hand struck.
  @_noLocks public init(struck: HostTime? = nil, delay: HostTime.Interval? = nil) {
    (self.struck, self.delay) = (struck, delay)
  }

  /// Now.
  public static var now: GestureTime { GestureTime() }

  /// When it is to be heard; nil for as soon as possible.
  public var due: HostTime? {
    @_noLocks get {
      guard let struck, let delay else { return nil }
      return struck.advanced(by: delay)
    }
  }
}
