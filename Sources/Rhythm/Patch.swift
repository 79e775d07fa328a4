public import MusicalTime

/// Everything that one file holds: rhythms, how fast, on which kit, played by which devices.
public struct Patch: Sendable, Hashable {
  /// For people; files and commands go by the name of the file.
  public var name: String
  public var tempo: Tempo
  /// At least one, of different names where there are several.
  public private(set) var patterns: [Pattern]
  /// The number, from 0, of the pattern that is played and edited.
  public private(set) var selected: Int
  /// An order of the patterns.
  public private(set) var song = Song()
  /// Whether the song is played and not the selected pattern.
  public var playsSong = false
  /// What patterns without a groove of their own are played with.
  public var groove: GrooveUse?
  /// What all chances hang on: the same seed plays the same music.
  public var seed: UInt64 = 0
  /// The groups of lanes that are silent, 1 to 8.
  public var mutedGroups: Set<Int> = []
  /// What was saved from selections, by number from 0; nil where there is nothing.
  public var groups = Group.noGroups
  /// Which SoundFont, and how each of its drums sounds.
  public var kit: KitDescription
  /// What notes and controllers mean while this patch plays.
  public var input: InputMap
  /// How the drummer plays beside the pattern.
  public var drummer: DrummerSettings
  /// Whose hand plays the pattern; nil for its steps as they are.
  public var humanising: Humanising?
  /// How strokes of the hand become steps.
  public var recording = RecordingSettings()
  /// What clicks, and how much is counted in.
  public var metronome = MetronomeSettings()

  /// The most patterns. MIDI programs reach the first 128.
  public static let mostPatterns = 1_000
  /// The most strokes of all patterns' lanes that take several loops until they come round.
  public static let mostUnrolledStrokes = 262_144

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

  /// The pattern that is played and edited. The song's sections follow it to another name, which it
  /// gets only where no other pattern has that.
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

  /// Selects the pattern of that number.
  public mutating func select(_ number: Int) throws(PatchRuleError) {
    selected = try self.number(of: .number(number))
  }

  /// Puts in other patterns, and selects the one of that number.
  public mutating func setPatterns(
    _ patterns: [Pattern], selected: Int = 0
  ) throws(PatchRuleError) {
    try setPatterns(patterns, selected: selected, song: song)
  }

  /// Puts in another song; refuses one that names a pattern which is not there.
  public mutating func setSong(_ song: Song) throws(PatchRuleError) {
    try setPatterns(patterns, selected: selected, song: song)
  }

  /// Puts in patterns and the song that plays them, all at once.
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
    let unrolled = patterns.reduce(0) { $0 + $1.unrolledStrokes }
    guard unrolled <= Self.mostUnrolledStrokes else { throw .unrolledStrokes(unrolled) }
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
}
