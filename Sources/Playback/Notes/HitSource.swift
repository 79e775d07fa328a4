/// Who struck a drum, and so who ends its note. Real-time: yes, but for `isLive`.
public enum HitSource: UInt8, BitwiseCopyable, Sendable {
  /// The program, which was sent ahead already: ends after the gate.
  case pattern
  /// The drummer: as the program.
  case drummer
  /// A pad or a keyboard, which lets go itself.
  case pad
  /// A command: ends after the gate.
  case command

  /// Whether it was struck just now rather than written down or invented.
  public var isLive: Bool { self == .pad || self == .command }

  var isPad: Bool {
    @_noLocks get { if case .pad = self { true } else { false } }
  }
}
