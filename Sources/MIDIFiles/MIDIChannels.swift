/// Which of a MIDI file's notes are read, and as what.
public enum MIDIChannels: Sendable, Hashable {
  /// Those of channel 10, or of all channels where that has none, as drums where there is such a
  /// drum.
  case drums
  /// All of them: those of channel 10 as drums, the others as notes on their channels.
  case all
  /// Those of one channel, 0 to 15, as drums where there is such a drum.
  case channel(UInt8)
}

extension MIDIChannels: CustomStringConvertible {
  /// `drums`, `all` or the channel's number from 1.
  public var description: String {
    switch self {
    case .drums: "drums"
    case .all: "all"
    case .channel(let channel): "\(channel + 1)"
    }
  }

  /// What `drums`, `all` or a channel's number 1 to 16 means; nil for anything else.
  public init?(_ text: some StringProtocol) {
    switch text {
    case "drums": self = .drums
    case "all": self = .all
    default:
      guard let number = UInt8(text), (1...16).contains(number) else { return nil }
      self = .channel(number - 1)
    }
  }
}
