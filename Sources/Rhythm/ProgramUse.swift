/// What a MIDI Program Change selects, and whether one is sent.
public enum ProgramUse: Sendable, Hashable {
  /// Selects a drum kit of the SoundFont, on the channel on which notes are received.
  case kit
  /// Selects a pattern: program 0 the first, 1 the second, and so on. Other channels select kits.
  case pattern(PatternPrograms)
}

/// How Program Change selects patterns.
public struct PatternPrograms: BitwiseCopyable, Sendable, Hashable {
  /// The MIDI channel 0 to 15, whichever channel notes are heard on.
  public let channel: UInt8
  /// When the selected pattern begins.
  public var moment: SwitchMoment
  /// Whether Program Change is also sent on `out` when a pattern is selected here.
  public var isSent: Bool

  /// Channel 10, at the end of the loop, nothing sent.
  public static let standard = PatternPrograms(unchecked: 9, at: .loopEnd, isSent: false)

  /// Nil if `channel` is not 0 to 15.
  public init?(channel: Int, at moment: SwitchMoment = .loopEnd, isSent: Bool = false) {
    guard Voice.channels.contains(channel &+ 1) else { return nil }
    self.init(unchecked: UInt8(channel), at: moment, isSent: isSent)
  }

  private init(unchecked channel: UInt8, at moment: SwitchMoment, isSent: Bool) {
    self.channel = channel
    self.moment = moment
    self.isSent = isSent
  }
}
