public import MIDI
import Rhythm

/// A pad, button or light of a controller: the message that it sends, and that lights it.
public struct SurfaceKey: BitwiseCopyable, Sendable, Hashable {
  /// The kind of its messages.
  public enum Kind: BitwiseCopyable, Sendable, Hashable {
    case note
    case controller
  }

  /// Note-on and note-off, or controllers.
  public var kind: Kind
  /// The note or controller.
  public var number: UInt8
  /// The MIDI channel, from 0.
  public var channel: UInt8

  /// The key of these messages; number and channel are masked to their bits.
  public init(_ kind: Kind, _ number: UInt8, channel: UInt8 = 0) {
    self.kind = kind
    self.number = number & 0x7F
    self.channel = channel & 0x0F
  }

  /// The range of `number`.
  static let numbers = Knob.midiNumber.wholeRange

  /// The key that sends `message`; nil for messages of other kinds.
  public init?(_ message: ShortMessage) {
    switch message.kind {
    case 0x80, 0x90: self.init(.note, message.data1, channel: message.channel)
    case 0xB0: self.init(.controller, message.data1, channel: message.channel)
    default: return nil
    }
  }

  /// Reads `note 36`, `cc 91` or `cc 91 channel 2` (from 1); nil for anything else.
  public init?(text: String) {
    let words = text.split(separator: " ").map { $0.lowercased() }
    let kinds: [String: Kind] = ["note": .note, "cc": .controller]
    guard words.count == 2 || words.count == 4 && words[2] == "channel", let kind = kinds[words[0]],
      let number = UInt8(words[1]), Self.numbers.contains(Int(number))
    else { return nil }
    guard words.count == 4 else {
      self.init(kind, number)
      return
    }
    guard let channel = UInt8(words[3]), Voice.channels.contains(Int(channel)) else { return nil }
    self.init(kind, number, channel: channel - 1)
  }
}

extension SurfaceKey: CustomStringConvertible {
  /// As it is written in a map: `cc 91`, `note 3 channel 2`.
  public var description: String {
    let words = kind == .note ? "note \(number)" : "cc \(number)"
    return channel == 0 ? words : "\(words) channel \(channel + 1)"
  }
}
