public import MusicalTime

/// The contents of a patch file: patterns, song, tempo, kit, input map, drummer and recording
/// settings.
public struct Patch: Sendable, Hashable {
  /// For display; files and commands use the name of the file.
  public var name: String
  /// The tempo at which playback starts.
  public var tempo: Tempo
  /// At least one; names are unique.
  public private(set) var patterns: [Pattern]
  /// The index of the pattern that is played and edited.
  public private(set) var selected: Int
  /// The sections of the song, each of which plays a pattern.
  public private(set) var song = Song()
  /// Whether the song is played instead of the selected pattern.
  public var playsSong = false
  /// Whether that is heard: a song without sections leaves the pattern playing.
  public var playsSections: Bool { playsSong && !song.sections.isEmpty }
  /// The groove of patterns without one of their own.
  public var groove: GrooveUse?
  /// The seed of all random choices: the same seed plays the same music.
  public var seed: UInt64 = 0
  /// The muted groups of lanes (`Lane.muteGroups`).
  public var mutedGroups: Set<Int> = []
  /// Saved selections, by index; nil for an empty slot.
  public var savedSelections = SavedSelection.noneSaved
  /// The SoundFont and the sound of each drum.
  public var kit: KitDescription
  /// What notes and controllers do while this patch is loaded.
  public var input: InputMap
  /// How the drummer plays along.
  public var drummer: DrummerSettings
  /// The style and amount of humanising; nil plays the steps as written.
  public var humanising: Humanising?
  /// How live hits are recorded as steps.
  public var recording = RecordingSettings()
  /// When the metronome clicks, and the length of the count-in.
  public var metronome = MetronomeSettings()

  /// The maximum number of patterns. MIDI programs reach the first 128.
  public static let mostPatterns = 1_000
  /// The maximum number of hits, over all patterns, in lanes that repeat only after several loops.
  public static let mostUnrolledStrokes = 262_144
  /// The maximum number of hits of all patterns that the song plays, each counted once.
  public static let mostSongStrokes = 1_048_576

  /// A patch with one pattern, which is selected.
  public init(
    name: String = "", tempo: Tempo = .standard, pattern: Pattern = .empty,
    kit: KitDescription = KitDescription(), input: InputMap = .standard,
    drummer: DrummerSettings = DrummerSettings(), humanising: Humanising? = nil
  ) {
    self.name = name
    self.tempo = tempo
    patterns = [pattern]
    selected = 0
    self.kit = kit
    self.input = input
    self.drummer = drummer
    self.humanising = humanising
  }

  /// The selected pattern. A new name is also written to the song's sections; it is ignored if
  /// another pattern has it. Whether all patterns together are within the limits is up to `checkCost`.
  public var pattern: Pattern {
    get { patterns[selected] }
    set {
      let name = patterns[selected].name
      patterns[selected] = newValue
      guard newValue.name != name else { return }
      if patterns.indices.contains(where: { $0 != selected && patterns[$0].name == newValue.name })
      {
        patterns[selected].name = name
      } else {
        song = song.renaming(name, to: newValue.name)
      }
    }
  }

  /// Selects the pattern with index `number`.
  public mutating func select(_ number: Int) throws(PatchRuleError) {
    selected = try self.number(of: .number(number))
  }

  /// Replaces all patterns and selects one by index.
  public mutating func setPatterns(
    _ patterns: [Pattern], selected: Int = 0
  ) throws(PatchRuleError) {
    try setPatterns(patterns, selected: selected, song: song)
  }

  /// Replaces the song; throws if a section names a pattern that does not exist.
  public mutating func setSong(_ song: Song) throws(PatchRuleError) {
    try setPatterns(patterns, selected: selected, song: song)
  }

  /// Replaces all patterns and the song in one step.
  public mutating func setPatterns(
    _ patterns: [Pattern], selected: Int, song: Song
  ) throws(PatchRuleError) {
    guard (1...Self.mostPatterns).contains(patterns.count) else {
      throw .patternCount(patterns.count)
    }
    guard patterns.indices.contains(selected) else {
      throw .noPattern(number: selected, count: patterns.count)
    }
    guard song.sections.count <= Song.mostSections else {
      throw .sectionCount(song.sections.count)
    }
    try Self.checkCost(of: patterns, song)
    var seen: Set<String> = []
    for pattern in patterns where !seen.insert(pattern.name).inserted {
      throw .secondPattern(pattern.name)
    }
    for (index, section) in song.sections.enumerated() where !seen.contains(section.pattern) {
      throw .sectionPattern(section.pattern, section: index)
    }
    self.patterns = patterns
    self.selected = selected
    self.song = song
  }

  /// Throws if the patterns together have more hits than the limits of a patch and a song allow. To be asked after
  /// the selected pattern was edited.
  public func checkCost() throws(PatchRuleError) { try Self.checkCost(of: patterns, song) }

  private static func checkCost(of patterns: [Pattern], _ song: Song) throws(PatchRuleError) {
    let costs = patterns.map { PatternCost(of: $0) }
    let unrolled = costs.reduce(0) { $0 + $1.unrolledStrokes }
    guard unrolled <= mostUnrolledStrokes else { throw .unrolledStrokes(unrolled) }
    let strokes = costs.map(\.strokes)
    // Where all patterns together are within the limit, those of the song are.
    guard strokes.reduce(0, +) > mostSongStrokes else { return }
    let played = Set(song.sections.map(\.pattern))
    let inSong = zip(patterns, strokes).reduce(0) { sum, pattern in
      played.contains(pattern.0.name) ? sum + pattern.1 : sum
    }
    guard inSong <= mostSongStrokes else { throw .songStrokes(inSong) }
  }
}
