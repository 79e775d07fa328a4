public import MIDI
public import MusicalTime
public import Rhythm

/// A MIDI file's song as patterns and their order; bars that are alike are one pattern.
public struct ImportedSong: Sendable, Hashable {
  /// In the order of their first bars, and named after them.
  public let patterns: [Pattern]
  public let song: Song
  /// At the beginning.
  public let tempo: Tempo
  /// How many bars long each pattern is, but for the last before a meter or tempo changes.
  public let barsPerPattern: Int
  public let barCount: Int64
  public let noteCount: Int
  /// Notes that fell on another of their voice, the harder of which is kept.
  public let mergedCount: Int
  /// Tempi that changed within a bar and now do at the next.
  public let lateTempi: Int

  /// Reads the notes of some channels, those that are drums as `map` reads them.
  ///
  /// Patterns are one bar long where that makes at most 128 of them and a song of at most 1000
  /// sections, else two bars, four and so on. Takes a time that grows with the number of notes.
  public init(
    _ track: StandardMIDIFile.Track, _ channels: MIDIChannels, map: InputMap = .standard
  ) throws(MIDIImportError) {
    let found = track.cues(channels, map: map)
    guard !found.isEmpty else { throw .noNotes(channels) }
    let voiceCount = Set(found.map(\.voice)).count
    guard voiceCount <= Pattern.mostLanes else { throw .voiceCount(voiceCount) }
    let (cues, merged) = Self.merged(found)
    let lines = BarLines(track)
    let last = cues.last?.beat ?? .zero
    let end = SongEnd(last: last, track: track.end)
    var bars = 1
    var cut = Self.cut(cues, lines, end, bars)
    while case .failure(let error) = cut {
      bars *= 2
      guard bars <= 64, !error.isFinal else { throw error }
      cut = Self.cut(cues, lines, end, bars)
    }
    guard case .success(let cells) = cut else { throw .noNotes(channels) }
    patterns = try cells.patterns()
    var sections = cells.sections
    // A song of one tempo has the patch's.
    if sections.dropFirst().allSatisfy({ $0.tempo == nil }) { sections[0].tempo = nil }
    song = Song(sections: sections)
    tempo = lines.stretches[0].tempo ?? .standard
    barsPerPattern = bars
    barCount = cells.barCount
    noteCount = cues.count
    mergedCount = merged
    lateTempi = lines.lateTempi
  }

  /// `patch` with this in the place of its patterns, song and tempo, and without a groove or a
  /// drummer's hand, for what was played has its own.
  public func replacing(_ patch: Patch) throws(PatchRuleError) -> Patch {
    var changed = patch
    try changed.setSong(Song())
    try changed.setPatterns(patterns)
    try changed.setSong(song)
    changed.tempo = tempo
    changed.playsSong = song.sections.count > 1
    changed.groove = nil
    changed.humanising = nil
    return changed
  }

  private static func cut(
    _ cues: [Cue], _ lines: BarLines, _ end: SongEnd, _ bars: Int
  ) -> Result<SongCells, MIDIImportError> {
    Result { () throws(MIDIImportError) in try SongCells(cues, lines, end: end, bars: bars) }
  }

  /// In order of beats and voices, and of several strokes of a voice on one beat only the hardest.
  private static func merged(_ cues: [Cue]) -> (cues: [Cue], merged: Int) {
    var kept: [Cue] = []
    kept.reserveCapacity(cues.count)
    // Where those of the last beat begin, of which there are no more than voices.
    var first = 0
    for var cue in cues {
      // A drum is not held, nor is what is no longer than a plain note: bars that sound alike are.
      if cue.voice.drum != nil || cue.duration <= StandardMIDIFile.Track.gate {
        cue.duration = .zero
      }
      if let last = kept.last, last.beat != cue.beat { first = kept.count }
      var place = kept.count
      while place > first, cue.voice.key < kept[place - 1].voice.key { place -= 1 }
      if place > first, kept[place - 1].voice == cue.voice {
        if kept[place - 1].velocity < cue.velocity { kept[place - 1] = cue }
      } else {
        kept.insert(cue, at: place)
      }
    }
    return (kept, cues.count - kept.count)
  }
}

/// Why a MIDI file can't become a patch; bars are counted from 0 in here and from 1 in words.
public enum MIDIImportError: Error, Hashable {
  /// No note of these channels.
  case noNotes(MIDIChannels)
  /// More voices than a pattern has lanes.
  case voiceCount(Int)
  /// The 129th different pattern begins here, of the most bars that a pattern can have.
  case patternCount(bar: Int64)
  /// The 1001st section begins here.
  case sectionCount(bar: Int64)
  /// Bars from here on are too long for a pattern.
  case length(Beats, bar: Int64)
  /// What is played from this bar on is no pattern.
  case pattern(PatternError, bar: Int64)
}

extension MIDIImportError {
  /// Whether longer patterns cannot help.
  var isFinal: Bool {
    switch self {
    case .patternCount, .sectionCount: false
    default: true
    }
  }
}

extension MIDIImportError: CustomStringConvertible {
  /// Where, what is wrong and what next, in words.
  public var description: String {
    switch self {
    case .noNotes(.drums): "there is no note in it"
    case .noNotes(.all): "there is no note in it"
    case .noNotes(.channel(let channel)):
      "there is no note on channel \(channel + 1): name another, or all"
    case .voiceCount(let count):
      "\(count) different notes: a pattern has at most 64 lanes: read only the drums or one channel"
    case .patternCount(let bar):
      "bar \(bar + 1): the 129th different pattern begins here, and a patch has at most 128: "
        + "cut the file there"
    case .sectionCount(let bar):
      "bar \(bar + 1): the 1001st section begins here, and a song has at most 1000: "
        + "cut the file there"
    case .length(let length, let bar):
      "bar \(bar + 1): a bar of \(length.fraction) beats; a pattern has at most 1024"
    case .pattern(let error, let bar): "bar \(bar + 1): \(error)"
    }
  }
}
