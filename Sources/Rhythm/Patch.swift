public import MusicalTime

/// Everything that one file holds: a rhythm, how fast, on which kit, played by which devices.
public struct Patch: Sendable, Hashable {
  /// For people; files and commands go by the name of the file.
  public var name: String
  public var tempo: Tempo
  public var pattern: Pattern
  /// Which SoundFont, and how each of its drums sounds.
  public var kit: KitDescription
  /// What notes and controllers mean while this patch plays.
  public var input: InputMap
  /// How the drummer plays beside the pattern.
  public var drummer: DrummerSettings
  /// Whose hand plays the pattern; nil for its steps as they are.
  public var humanising: Humanising?

  public init(
    name: String = "", tempo: Tempo = .standard, pattern: Pattern = .empty,
    kit: KitDescription = KitDescription(), input: InputMap = .standard,
    drummer: DrummerSettings = DrummerSettings(), humanising: Humanising? = nil
  ) {
    self.name = name
    self.tempo = tempo
    self.pattern = pattern
    self.kit = kit
    self.input = input
    self.drummer = drummer
    self.humanising = humanising
  }
}
