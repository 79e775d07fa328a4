public import MusicalTime

/// Everything that one file holds: a rhythm, how fast, on which kit, played by which devices.
public struct Patch: Sendable, Hashable {
  public var name: String
  public var tempo: Tempo
  public var pattern: Pattern
  public var kit: KitDescription
  public var input: InputMap

  public init(
    name: String = "", tempo: Tempo = .standard, pattern: Pattern = .empty,
    kit: KitDescription = KitDescription(), input: InputMap = .standard
  ) {
    self.name = name
    self.tempo = tempo
    self.pattern = pattern
    self.kit = kit
    self.input = input
  }
}
