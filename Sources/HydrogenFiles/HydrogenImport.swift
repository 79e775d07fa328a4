public import MusicalTime
public import Rhythm
import Shell

/// A Hydrogen song or pattern as patterns, a song and a tempo.
public struct HydrogenImport: Sendable {
  /// In the order of the file; then those that only sound together, named after their parts.
  public let patterns: [Pattern]
  /// The columns; equal neighbours are one section.
  public let song: Song
  /// The tempo at the beginning; nil for a pattern file.
  public let tempo: Tempo?
  /// The song's name; empty for a pattern file.
  public let name: String
  /// Who wrote it and under which licence, and what a pattern file says of itself besides.
  public let rights: [String]
  /// Whether the song plays, or else the first pattern.
  public let playsSong: Bool
  /// The swing of the song, where no note contradicts it.
  public let groove: GrooveUse?
  /// The number of notes that were read as steps.
  public let noteCount: Int
  /// The number of columns.
  public let columnCount: Int
  /// The choke groups of drums, from mute groups.
  public let chokeGroups: [Drum: String]
  /// Drums whose notes all have one pitch, in cents.
  public let tunings: [Drum: Float]
  /// What is different from the file, each as a phrase.
  public let notices: [String]

  /// Converts a song; throws if it is too large for a patch.
  public init(_ song: HydrogenSong) throws(HydrogenError) {
    var patterns = HydrogenPatterns(song)
    self.song = try patterns.song()
    self.patterns = patterns.patterns
    let clamped = Tempo(clampingBPM: song.bpm)
    tempo = song.isPattern ? nil : clamped
    name = song.name
    rights = song.rightsPhrases
    playsSong = song.playsSong && !self.song.sections.isEmpty
    groove = patterns.groove
    noteCount = patterns.counts.notes
    columnCount = song.columns.count
    chokeGroups = patterns.chokeGroups
    tunings = patterns.tunings
    notices = patterns.notices
  }

  /// `patch` with what the file has in place of its own. A song replaces patterns, song, tempo and
  /// groove; a pattern is added and selected.
  public func replacing(_ patch: Patch) throws(HydrogenError) -> Patch {
    var changed = patch
    do throws(PatchRuleError) {
      if tempo == nil {
        try add(to: &changed)
      } else {
        try changed.setPatterns(patterns, selected: 0, song: song)
        changed.playsSong = playsSong
        changed.groove = groove
        changed.humanising = nil
        forgetSong(in: &changed.kit)
      }
    } catch { throw .patch(error) }
    if let tempo { changed.tempo = tempo }
    for (drum, group) in chokeGroups { changed.kit[drum].chokeGroup = group }
    for (drum, cents) in tunings { changed.kit[drum].sound.tuning = cents }
    return changed
  }

  /// Takes back what the song before this one set: its choke groups, and the tuning of the drums that
  /// this one plays.
  private func forgetSong(in kit: inout KitDescription) {
    let standard = KitDescription()
    for drum in Drum.all where kit[drum].chokeGroup.map(HydrogenPatterns.isMuteGroup) ?? false {
      kit[drum].chokeGroup = standard[drum].chokeGroup
    }
    for drum in Set(patterns.flatMap { $0.lanes.compactMap(\.voice.drum) }) {
      kit[drum].sound.tuning = standard[drum].sound.tuning
    }
  }

  /// A new patch with what the file has, and of its name as far as `name` takes it, else of that of `fallback`.
  public func patch(named fallback: String) throws(HydrogenError) -> Patch {
    let name = Self.patchName(name)
    var patch = Patch(name: name.isEmpty ? Self.patchName(fallback) : name)
    guard tempo == nil else { return try replacing(patch) }
    do throws(PatchRuleError) { try patch.setPatterns(patterns) } catch { throw .patch(error) }
    return try replacingKit(of: patch)
  }

  /// What a patch may be called: one line of at most 64 letters, with `?` for marks that write nothing.
  private static func patchName(_ name: String) -> String {
    String(PatternNames.plain(name).onOneLine.prefix(PatternNames.longest))
  }

  private func replacingKit(of patch: Patch) throws(HydrogenError) -> Patch {
    var changed = patch
    for (drum, cents) in tunings { changed.kit[drum].sound.tuning = cents }
    return changed
  }

  private func add(to patch: inout Patch) throws(PatchRuleError) {
    var names = PatternNames(taken: patch.patterns.map(\.name))
    let first = patch.patterns.count
    for var pattern in patterns {
      pattern.name = names.unique(pattern.name)
      try patch.add(pattern)
    }
    try patch.select(first)
    patch.playsSong = false
  }
}
