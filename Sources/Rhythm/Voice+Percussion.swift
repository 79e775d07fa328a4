/// General MIDI's percussion outside the kit's drums, notes 61 to 87: heard if the SoundFont has it.
extension Voice {
  /// General MIDI's percussion channel, counted from 0.
  private static let channel = 9

  /// Names from note 61 on: the short one for patches and commands, and that of General MIDI
  /// (levels 1 and 2).
  private static let percussion: [(short: String, full: String)] = [
    ("lowbongo", "Low Bongo"), ("muteconga", "Mute Hi Conga"), ("conga", "Open Hi Conga"),
    ("lowconga", "Low Conga"), ("timbale", "High Timbale"), ("lowtimbale", "Low Timbale"),
    ("agogo", "High Agogo"), ("lowagogo", "Low Agogo"), ("cabasa", "Cabasa"),
    ("maracas", "Maracas"), ("whistle", "Short Whistle"), ("longwhistle", "Long Whistle"),
    ("guiro", "Short Guiro"), ("longguiro", "Long Guiro"), ("claves", "Claves"),
    ("woodblock", "Hi Wood Block"), ("lowwoodblock", "Low Wood Block"),
    ("mutecuica", "Mute Cuica"), ("cuica", "Open Cuica"), ("mutetriangle", "Mute Triangle"),
    ("triangle", "Open Triangle"), ("shaker", "Shaker"), ("jinglebell", "Jingle Bell"),
    ("belltree", "Bell Tree"), ("castanets", "Castanets"), ("mutesurdo", "Mute Surdo"),
    ("surdo", "Open Surdo"),
  ]

  private static let noteNames = Dictionary(
    percussion.enumerated().flatMap { index, names in
      [(names.short, 61 + index), (folded(names.full), 61 + index)]
    } + [("congas", 63), ("timbales", 65), ("clave", 75), ("agogobells", 67), ("maraca", 70)],
    uniquingKeysWith: min)

  /// Finds a General MIDI percussion instrument by name, as a note on channel 10; nil if there is
  /// none. Case, accents, spaces and dashes are ignored.
  static func percussion(named name: String) -> Voice? {
    noteNames[folded(name)].flatMap { Voice(note: $0, channel: channel) }
  }

  /// Note and channel, and General MIDI's name if it is percussion, as in `75@10 (Claves)`.
  public var nameWithInstrument: String {
    let index = Int(note) - 61
    guard drum == nil, channel.map(Int.init) == Self.channel,
      Self.percussion.indices.contains(index)
    else { return description }
    return "\(description) (\(Self.percussion[index].full))"
  }

  /// Lower-case letters and digits only; without the accents of `ô` and `ã`, as in GM's own list.
  private static func folded(_ name: String) -> String {
    let accents: [Character: Character] = ["ô": "o", "ó": "o", "í": "i", "ü": "u", "á": "a"]
    return String(
      name.lowercased().map { accents[$0] ?? $0 }.filter { $0.isLetter || $0.isNumber })
  }
}

extension Pattern {
  /// The voices that are only sent on `out`, with a kit that has these keys: notes on other channels
  /// than the percussion's, and keys missing from the kit.
  public func voicesOfMIDIOnly(beside kit: KeySet) -> [Voice] {
    audibleLanes.map(\.voice).filter { voice in
      voice.drum == nil && !(voice.isPercussion && kit.contains(voice.note))
    }
  }
}

extension [Pattern] {
  /// A sentence that names the voices of all these patterns that are only sent on `out`, each once and
  /// the first few of many; nil if every lane is heard.
  public func midiOnlyRemark(beside kit: KeySet) -> String? {
    var seen: Set<Voice> = []
    let voices = flatMap { $0.voicesOfMIDIOnly(beside: kit) }.filter { seen.insert($0).inserted }
    guard !voices.isEmpty else { return nil }
    let most = 16
    let rest = voices.count > most ? " and \(voices.count - most) more" : ""
    let names = voices.prefix(most).map(\.nameWithInstrument).joined(separator: ", ") + rest
    let isForWantOfSound = voices.contains(where: \.isPercussion)
    return "\(voices.count == 1 ? "lane" : "lanes") \(names): MIDI only, not heard in the audio"
      + (isForWantOfSound ? "; the SoundFont has no sound on those keys of channel 10" : "")
  }
}
