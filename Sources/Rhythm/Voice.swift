/// What a lane or clip plays: a drum, or a MIDI note on a channel of `out`. Real-time: yes.
public struct Voice: BitwiseCopyable, Sendable, Hashable {
  /// The drum's note, or the MIDI note 0 to 127.
  public let note: UInt8
  /// The MIDI channel 0 to 15; 16 for a drum, which also sounds here and uses the output's channel.
  private let channelOrDrum: UInt8

  /// The MIDI notes.
  public static let notes = 0...127
  /// The MIDI channels as people count them.
  public static let channels = 1...16

  /// The voice of `drum`.
  @_noLocks public init(_ drum: Drum) {
    note = drum.note
    channelOrDrum = 16
  }

  /// A note on a channel, here counted from 0, sent on `out`; nil outside. On channel 9, General MIDI's
  /// percussion, it also sounds here.
  public init?(note: Int, channel: Int) {
    guard Self.notes.contains(note), Self.channels.contains(channel &+ 1) else { return nil }
    self.note = UInt8(note)
    channelOrDrum = UInt8(channel)
  }

  /// The drum, or nil for a note.
  public var drum: Drum? { @_noLocks get { channelOrDrum == 16 ? Drum(note: note) : nil } }

  /// The MIDI channel 0 to 15 of a note, or nil for a drum.
  public var channel: UInt8? { @_noLocks get { channelOrDrum == 16 ? nil : channelOrDrum } }

  /// Whether it is a note of General MIDI's percussion channel, which also sounds if the SoundFont
  /// has that key.
  public var isPercussion: Bool { @_noLocks get { channelOrDrum == 9 } }

  /// A number below 4096 that is unique to this voice.
  public var key: UInt16 { @_noLocks get { UInt16(channelOrDrum) &* 128 &+ UInt16(note) } }

  /// Equal voices have equal keys.
  @_noLocks public static func == (a: Voice, b: Voice) -> Bool { a.key == b.key }
}

extension Voice: CustomStringConvertible {
  /// The drum's name, or note and channel (from 1) as in `64@3`.
  public var description: String {
    drum?.name ?? "\(note)@\(channelOrDrum + 1)"
  }

  /// Parses a drum's name or note number, note and channel as in `64@3`, or another percussion
  /// instrument of General MIDI as in `claves`; nil for anything else.
  public init?(name: String) {
    let parts = name.split(separator: "@", omittingEmptySubsequences: false)
    if parts.count == 2 {
      guard let note = Int(parts[0]), let channel = Int(parts[1]), Self.channels.contains(channel)
      else { return nil }
      self.init(note: note, channel: channel - 1)
    } else {
      if let drum = Drum(name: name) {
        self.init(drum)
      } else if let percussion = Self.percussion(named: name) {
        self = percussion
      } else {
        return nil
      }
    }
  }
}
