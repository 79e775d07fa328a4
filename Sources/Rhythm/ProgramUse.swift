/// What MIDI Program Change means, when heard and when something is selected here.
public enum ProgramUse: Sendable, Hashable {
  /// Heard on the channel that notes are heard on, it selects a drum kit of the SoundFont.
  case kit
  /// Program 0 selects the first pattern, 1 the second and so on. On other channels it selects kits.
  case pattern(PatternPrograms)
}

/// On which channel and when Program Change selects patterns.
public struct PatternPrograms: BitwiseCopyable, Sendable, Hashable {
  /// The MIDI channel 0 to 15, whichever channel notes are heard on.
  public let channel: UInt8
  /// When a pattern that is asked for so begins.
  public var moment: SwitchMoment
  /// Whether a pattern that is selected here is told to others: Program Change leaves by `out`.
  public var isSent: Bool

  /// The channel of drums, at the end of the loop, and nothing sent.
  public static let standard = PatternPrograms(unchecked: 9, at: .loopEnd, isSent: false)

  /// Nil outside the channels 0 to 15.
  public init?(channel: Int, at moment: SwitchMoment = .loopEnd, isSent: Bool = false) {
    guard (0...15).contains(channel) else { return nil }
    self.init(unchecked: UInt8(channel), at: moment, isSent: isSent)
  }

  private init(unchecked channel: UInt8, at moment: SwitchMoment, isSent: Bool) {
    self.channel = channel
    self.moment = moment
    self.isSent = isSent
  }
}
