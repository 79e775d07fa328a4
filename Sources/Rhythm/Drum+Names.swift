extension Drum {
  /// The short name for files and commands, and General MIDI's name.
  private static let names: [(short: String, full: String)] = [
    ("kick2", "Acoustic Bass Drum"), ("kick", "Bass Drum 1"), ("sidestick", "Side Stick"),
    ("snare", "Acoustic Snare"), ("clap", "Hand Clap"), ("snare2", "Electric Snare"),
    ("tom6", "Low Floor Tom"), ("closedhat", "Closed Hi-Hat"), ("tom5", "High Floor Tom"),
    ("pedalhat", "Pedal Hi-Hat"), ("tom4", "Low Tom"), ("openhat", "Open Hi-Hat"),
    ("tom3", "Low-Mid Tom"), ("tom2", "Hi-Mid Tom"), ("crash", "Crash Cymbal 1"),
    ("tom1", "High Tom"), ("ride", "Ride Cymbal 1"), ("china", "Chinese Cymbal"),
    ("ridebell", "Ride Bell"), ("tambourine", "Tambourine"), ("splash", "Splash Cymbal"),
    ("cowbell", "Cowbell"), ("crash2", "Crash Cymbal 2"), ("vibraslap", "Vibraslap"),
    ("ride2", "Ride Cymbal 2"), ("bongo", "Hi Bongo"),
  ]

  /// The name that patches and commands use, such as `closedhat`.
  public var name: String { Self.names[Int(index)].short }

  /// General MIDI's name, such as "Closed Hi-Hat".
  public var generalMIDIName: String { Self.names[Int(index)].full }

  /// Finds a drum by its short name, General MIDI name or note number; case, spaces and dashes are
  /// ignored.
  public init?(name: String) {
    // Fast path: files contain mostly exact short names.
    let found = Self.indices[name]
    let wanted = found == nil ? Self.folded(name) : name
    if let found = found ?? Self.indices[wanted] {
      self.init(clampingIndex: found)
    } else if name.allSatisfy(\.isNumber), let note = UInt8(name) {
      self.init(note: note)
    } else {
      return nil
    }
  }

  /// The index in `names` of each folded name.
  private static let indices = Dictionary(
    names.enumerated().flatMap { index, names in
      [(names.short, index), (folded(names.full), index)]
    }, uniquingKeysWith: min)

  private static func folded(_ name: String) -> String {
    name.lowercased().filter { $0.isLetter || $0.isNumber }
  }
}
