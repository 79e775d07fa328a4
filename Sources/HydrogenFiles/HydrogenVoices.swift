import Rhythm

/// The voices of a song's instruments.
struct HydrogenVoices {
  /// By the instrument's id.
  private var voices: [Int: Voice] = [:]
  /// Instruments that play a voice of another instrument, or one found by their position only.
  private(set) var remarks: [String] = []
  private let song: HydrogenSong

  init(_ song: HydrogenSong) {
    self.song = song
    let used = Set(song.patterns.flatMap { $0.notes.map(\.instrument) })
    let kit = song.instruments.filter { $0.hasSamples || used.contains($0.id) }
    let assignment = DrumAssignment(
      kit.map { DrumAssignment.Candidate(name: $0.name, type: $0.type, midiNote: $0.midiNote) })
    for (index, instrument) in kit.enumerated() where voices[instrument.id] == nil {
      let voice = Self.voice(assignment.shared[index])
      voices[instrument.id] = voice
      guard used.contains(instrument.id), let voice else { continue }
      if [.position, .free].contains(assignment.sources[index]) {
        remarks.append("\(instrument.name.isEmpty ? "?" : instrument.name) as \(voice)")
      }
    }
  }

  /// The voice of a note; nil if its instrument is missing. A pattern file's instruments are known by
  /// type, or else by their number in Hydrogen's own kits.
  subscript(note: HydrogenNote) -> Voice? {
    guard song.isPattern else { return voices[note.instrument] }
    let typed = note.type.flatMap { DrumName.notes(for: $0).first }
    return note.instrument < 0 && typed == nil
      ? nil : Self.voice(typed ?? GMKit.note(ofInstrument: note.instrument, kit: song.kit))
  }

  /// The instruments that play a voice.
  func instruments(of voice: Voice) -> [HydrogenInstrument] {
    song.instruments.filter { voices[$0.id] == voice }
  }

  private static func voice(_ note: UInt8) -> Voice? {
    Drum(note: note).map { Voice($0) } ?? Voice(note: Int(note), channel: 9)
  }
}
