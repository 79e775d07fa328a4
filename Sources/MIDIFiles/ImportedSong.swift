public import MIDI
public import MusicalTime
public import Rhythm
import Sequencing

/// A MIDI file's song as patterns and their order; equal bars share a pattern.
public struct ImportedSong: Sendable, Hashable {
  /// Ordered by their first bars, and named after them.
  public let patterns: [Pattern]
  /// The order of the patterns.
  public let song: Song
  /// The tempo at the beginning.
  public let tempo: Tempo
  /// The number of bars per pattern, except the last before a change of meter or tempo.
  public let barsPerPattern: Int
  /// The number of bars.
  public let barCount: Int64
  /// The number of notes.
  public let noteCount: Int
  /// Notes at the same time as another of their voice, of which the louder is kept.
  public let mergedCount: Int
  /// Held notes, which end at the marker nearest to their end.
  public let heldCount: Int
  /// Held notes that are longer than the rest of their pattern, with which they end.
  public let cutCount: Int
  /// Held notes with too few markers after them to end on, which are read as notes that are not held.
  public let plainCount: Int
  /// Notes that the map assigns to another drum, with their number.
  public let remapped: [Remapping]
  /// Tempi outside `Tempo.range`, which were clamped.
  public let clampedTempi: Int
  /// Tempo changes that exceeded the maximum number.
  public let droppedTempi: Int
  /// Other songs with notes in the same file.
  public var otherSongs = 0

  /// A note that was assigned to another drum.
  public struct Remapping: Sendable, Hashable {
    /// The MIDI note.
    public let note: UInt8
    /// The drum that plays it.
    public let drum: Drum
    /// The number of such notes.
    public let count: Int
  }

  /// Reads the notes of some channels; drum notes are mapped by `map`.
  ///
  /// Patterns are one bar long if that gives at most 128 of them, else two bars, four and so on; a
  /// longer recording has more patterns. Throws where one bar alone has more voices than a pattern has
  /// lanes. The time is linear in the number of notes.
  public init(
    _ track: StandardMIDIFile.Track, _ channels: MIDIChannels, map: InputMap = .standard
  ) throws(MIDIImportError) {
    let found = track.cues(channels, map: map)
    guard !found.isEmpty else { throw .noNotes(channels) }
    let (cues, merged) = Self.merged(found)
    let lines = BarLines(track)
    let end = SongEnd(last: cues.last?.beat ?? .zero, track: track.end)
    let (cells, bars) = try Self.cut(cues, lines, end)
    patterns = try cells.patterns()
    let held = cells.heldNotes(in: patterns)
    var sections = cells.sections
    // A song with one tempo uses the patch's.
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
    (heldCount, cutCount, plainCount) = (held.onMarkers, held.cut, held.plain)
    remapped = track.remapped(channels, map: map)
    clampedTempi = lines.clampedTempi
    droppedTempi = cells.droppedTempi
  }

  /// Whether the song is longer than its pattern, or changes its tempo within it.
  public var isSong: Bool {
    song.sections.count > 1 || song.sections[0].repeats > 1 || !song.sections[0].tempi.isEmpty
  }

  /// `patch` with its patterns, song and tempo replaced, and without groove and humanising, because
  /// played music has its own timing.
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

  /// The cell lengths to try: few patterns of few bars first, then up to the maximum of a patch.
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

  /// Sorts by beat and voice, and keeps only the loudest of several hits of a voice on one beat.
  private static func merged(_ cues: [Cue]) -> (cues: [Cue], merged: Int) {
    var kept: [Cue] = []
    kept.reserveCapacity(cues.count)
    // The index of the first cue on the last beat; there are at most as many as voices.
    var first = 0
    for var cue in cues {
      // Drums and notes no longer than a plain note are not held, so that bars that sound alike are
      // equal.
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

/// Why a MIDI file cannot be imported. Bars count from 0 here and from 1 in messages.
public enum MIDIImportError: Error, Hashable {
  /// These channels have no notes.
  case noNotes(MIDIChannels)
  /// This bar has more voices than a pattern can have lanes.
  case voiceCount(Int, bar: Int64)
  /// The maximum number of patterns is exceeded here, even with the longest patterns.
  case patternCount(bar: Int64)
  /// The maximum number of sections is exceeded here.
  case sectionCount(bar: Int64)
  /// Bars from here on are too long for a pattern.
  case length(Beats, bar: Int64)
  /// The music from this bar on is not a valid pattern.
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
  /// Where, what is wrong and what to do, as a phrase.
  public var description: String {
    switch self {
    case .noNotes(.drums): "the file has no notes"
    case .noNotes(.all): "the file has no notes"
    case .noNotes(.channel(let channel)):
      "no notes on channel \(channel + 1): choose another, or all"
    case .voiceCount(let count, let bar):
      "bar \(bar + 1): \(count) different notes: a pattern has at most \(Pattern.mostLanes) lanes: "
        + "read only the drums or one channel, or take notes out of this bar"
    case .patternCount(let bar):
      "bar \(bar + 1): more different patterns than the maximum of "
        + "\(Patch.mostPatterns): shorten the file to end there"
    case .sectionCount(let bar):
      "bar \(bar + 1): more sections than the maximum of \(Song.mostSections): "
        + "shorten the file to end there"
    case .length(let length, let bar):
      "bar \(bar + 1): a bar of \(length.fraction) beats; a pattern has at most "
        + Grid.lengths.upperBound.fraction
    case .pattern(let error, let bar): "bar \(bar + 1): \(error)"
    }
  }
}
