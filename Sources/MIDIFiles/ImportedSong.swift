public import MIDI
public import MusicalTime
public import Rhythm
import Sequencing

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
  /// Held notes, which end on the marker nearest to where they ended.
  public let heldCount: Int
  /// Notes that are played by another drum, as the map says: the note, the drum and how many.
  public let remapped: [Remapping]
  /// Tempi beyond 20 to 300 beats a minute, which are the nearest of those now.
  public let clampedTempi: Int
  /// Tempi that there was no room for.
  public let droppedTempi: Int
  /// Songs with notes that the same file has besides this one.
  public var otherSongs = 0

  /// A note that another drum plays.
  public struct Remapping: Sendable, Hashable {
    public let note: UInt8
    public let drum: Drum
    public let count: Int
  }

  /// Reads the notes of some channels, those that are drums as `map` reads them.
  ///
  /// Patterns are one bar long where that makes at most 128 of them, else two bars, four and so on;
  /// of a longer recording there are more of them. Takes a time that grows with the number of notes.
  public init(
    _ track: StandardMIDIFile.Track, _ channels: MIDIChannels, map: InputMap = .standard
  ) throws(MIDIImportError) {
    let found = track.cues(channels, map: map)
    guard !found.isEmpty else { throw .noNotes(channels) }
    let voiceCount = Set(found.map(\.voice)).count
    guard voiceCount <= Pattern.mostLanes else { throw .voiceCount(voiceCount) }
    let (cues, merged) = Self.merged(found)
    let lines = BarLines(track)
    let end = SongEnd(last: cues.last?.beat ?? .zero, track: track.end)
    let (cells, bars) = try Self.cut(cues, lines, end)
    patterns = try cells.patterns()
    var sections = cells.sections
    // A song of one tempo has the patch's.
    if sections.dropFirst().allSatisfy({ $0.tempo == nil }),
      sections.allSatisfy({ $0.tempi.isEmpty })
    {
      sections[0].tempo = nil
    }
    song = Song(sections: sections)
    tempo = lines.tempi[0].tempo
    barsPerPattern = bars
    barCount = cells.barCount
    noteCount = cues.count
    mergedCount = merged
    heldCount = cues.count { $0.duration > .zero }
    remapped = track.remapped(channels, map: map)
    clampedTempi = lines.clampedTempi
    droppedTempi = cells.droppedTempi
  }

  /// Whether the song is longer than its pattern.
  public var isSong: Bool { song.sections.count > 1 || song.sections[0].repeats > 1 }

  /// `patch` with this in the place of its patterns, song and tempo, and without a groove or a
  /// drummer's hand, for what was played has its own.
  public func replacing(_ patch: Patch) throws(PatchRuleError) -> Patch {
    var changed = patch
    try changed.setSong(Song())
    try changed.setPatterns(patterns)
    try changed.setSong(song)
    changed.tempo = tempo
    changed.playsSong = isSong
    changed.groove = nil
    changed.humanising = nil
    return changed
  }

  /// How the cells are tried: few patterns of few bars first, then as many as a patch has.
  private static let attempts =
    [1, 2, 4, 8, 16].map { SongCellLimits(bars: $0, patterns: 128) }
    + [4, 8, 16, 32, 64].map { SongCellLimits(bars: $0, patterns: Patch.mostPatterns) }

  private static func cut(
    _ cues: [Cue], _ lines: BarLines, _ end: SongEnd
  ) throws(MIDIImportError) -> (SongCells, bars: Int) {
    var failure = MIDIImportError.noNotes(.all)
    for limits in attempts {
      do throws(MIDIImportError) {
        return (try SongCells(cues, lines, end: end, limits), Int(limits.bars))
      } catch {
        // Longer patterns may be too long where shorter ones were too many.
        if case .length = error, limits.bars > 1 { continue }
        guard !error.isFinal else { throw error }
        failure = error
      }
    }
    throw failure
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
  /// One different pattern more than a patch has begins here, of the most bars that it can have.
  case patternCount(bar: Int64)
  /// One section more than a song has begins here.
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
      "bar \(bar + 1): here begins one different pattern more than the "
        + "\(Patch.mostPatterns) that a patch has at most: cut the file there"
    case .sectionCount(let bar):
      "bar \(bar + 1): here begins one section more than the \(Song.mostSections) "
        + "that a song has at most: cut the file there"
    case .length(let length, let bar):
      "bar \(bar + 1): a bar of \(length.fraction) beats; a pattern has at most 1024"
    case .pattern(let error, let bar): "bar \(bar + 1): \(error)"
    }
  }
}
