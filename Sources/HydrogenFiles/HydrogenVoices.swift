import Rhythm

/// The voices of a song's instruments.
struct HydrogenVoices {
  /// By the instrument's id.
  private var voices: [Int: Voice] = [:]
  /// Instruments that play a voice of another instrument, or one found by their position only.
  private(set) var remarks: [String] = []
  private let song: HydrogenSong
  /// Those that notes refer to, by the voice that they play.
  private let instruments: [Voice: [HydrogenInstrument]]
  /// Whether any instrument is soloed, so that those that are not are silent in all patterns.
  let isAnySoloed: Bool
  /// The ids of instruments that are silent while another one of their voice sounds.
  private let silenced: Set<Int>

  init(_ song: HydrogenSong) {
    self.song = song
    let used = Set(song.patterns.flatMap { $0.notes.map(\.instrument) })
    let kit = song.instruments.filter { $0.hasSamples || used.contains($0.id) }
    let assignment = DrumAssignment(
      kit.map { DrumAssignment.Candidate(name: $0.name, type: $0.type, midiNote: $0.midiNote) })
    var players: [Voice: [HydrogenInstrument]] = [:]
    for (index, instrument) in kit.enumerated() where voices[instrument.id] == nil {
      let voice = Self.voice(assignment.shared[index])
      voices[instrument.id] = voice
      guard used.contains(instrument.id), let voice else { continue }
      players[voice, default: []].append(instrument)
      if [.position, .free, .unassigned].contains(assignment.sources[index]) {
        remarks.append("\(instrument.name.isEmpty ? "?" : instrument.name) as \(voice)")
      }
    }
    instruments = players
    isAnySoloed = song.instruments.contains(where: \.isSoloed)
    silenced = Self.silenced(players, isAnySoloed: isAnySoloed)
  }

  private static func silenced(
    _ players: [Voice: [HydrogenInstrument]], isAnySoloed: Bool
  ) -> Set<Int> {
    var silenced: Set<Int> = []
    for instruments in players.values {
      let sounding = instruments.filter { !$0.isMuted && (!isAnySoloed || $0.isSoloed) }
      guard !sounding.isEmpty else { continue }
      silenced.formUnion(Set(instruments.map(\.id)).subtracting(sounding.map(\.id)))
    }
    return silenced
  }

  /// Whether a note's instrument is muted, or another is soloed, and its lane cannot be, because another
  /// instrument sounds in it.
  func isSilenced(_ note: HydrogenNote) -> Bool { silenced.contains(note.instrument) }

  /// The voice of a note; nil if its instrument is missing. A pattern file's instruments are known by
  /// type, or else by their number in Hydrogen's own kits.
  subscript(note: HydrogenNote) -> Voice? {
    guard song.isPattern else { return voices[note.instrument] }
    let typed = note.type.flatMap { DrumName.notes(for: $0).first }
    return note.instrument < 0 && typed == nil
      ? nil : Self.voice(typed ?? GMKit.note(ofInstrument: note.instrument, kit: song.kit))
  }

  /// The instruments whose notes a voice plays.
  func instruments(of voice: Voice) -> [HydrogenInstrument] { instruments[voice] ?? [] }

  private static func voice(_ note: UInt8) -> Voice? {
    Drum(note: note).map { Voice($0) } ?? Voice(note: Int(note), channel: 9)
  }
}
