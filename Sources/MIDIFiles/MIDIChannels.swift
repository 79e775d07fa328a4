import Rhythm

/// Which notes of a MIDI file are read, and whether as drums.
public enum MIDIChannels: Sendable, Hashable {
  /// Channel 10, or all channels if it has no notes; as drums if there is a drum for the note.
  case drums
  /// All channels: channel 10 as drums, the others as notes on their channels.
  case all
  /// One channel, 0 to 15, as drums if there is a drum for the note.
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

  /// Parses `drums`, `all` or a channel's number 1 to 16; nil for anything else.
  public init?(_ text: some StringProtocol) {
    switch text {
    case "drums": self = .drums
    case "all": self = .all
    default:
      guard let number = UInt8(text), Voice.channels.contains(Int(number)) else { return nil }
      self = .channel(number - 1)
    }
  }
}
