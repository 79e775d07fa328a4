public import MusicalTime
public import Rhythm

/// What can be asked of a patch's patterns and their order, and of what is held while they play.
public enum ArrangeCommand: Sendable, Hashable {
  case pattern(PatternCommand)
  case song(SongCommand)
  /// Play what is for fills, or no longer.
  case fill(Bool)
  /// Silence the lanes of a group 1 to 8, or let them be heard; nil is the other of both.
  case muteGroup(Int, Bool?)
  /// Choose what Program Change means.
  case programs(ProgramUse)
  /// Play the pattern of that number, from 0, when the patch has it so: a Program Change was heard.
  case program(Int)
}

/// What can be asked of a patch's patterns; new ones are selected.
public enum PatternCommand: Sendable, Hashable {
  case list
  /// Play another one from that moment on, and edit it.
  case select(PatternChoice, at: SwitchMoment)
  /// Add an empty one over the grid of the selected one.
  case new(String, at: SwitchMoment)
  /// Add a copy of the selected one.
  case copy(String, at: SwitchMoment)
  case rename(PatternChoice?, to: String)
  case delete(PatternChoice)
  /// Move to a number from 0.
  case move(PatternChoice, to: Int)
}

/// What can be asked of a patch's song; sections are counted from 0.
public enum SongCommand: Sendable, Hashable {
  case show
  /// Play the song from its beginning, from that moment on.
  case play(at: SwitchMoment)
  /// Play the selected pattern again.
  case off(at: SwitchMoment)
  /// Put a section after the others.
  case add(SongPart)
  /// Put a section before another.
  case insert(Int, SongPart)
  case delete(Int)
  case move(Int, to: Int)
  case `repeat`(Int, count: Int)
  /// nil goes on as before.
  case tempo(Int, Tempo?)
  /// nil leaves the pattern's.
  case groove(Int, SongGroove?)
  /// Play one section again and again, or (nil) go on with the song.
  case loop(Int?)
  /// Whether the song begins again when it ends.
  case again(Bool)
  /// Take all sections out.
  case clear
}

/// A section as it is asked for.
public struct SongPart: Sendable, Hashable {
  /// nil is the one that is playing.
  public var pattern: PatternChoice?
  /// 1 to 999.
  public var repeats: Int
  /// The section's own tempo; nil for the patch's.
  public var tempo: Tempo?

  /// The playing pattern, once, in the patch's tempo, unless given.
  public init(_ pattern: PatternChoice? = nil, repeats: Int = 1, tempo: Tempo? = nil) {
    self.pattern = pattern
    self.repeats = repeats
    self.tempo = tempo
  }
}

/// A groove as it is asked for.
public struct SongGroove: Sendable, Hashable {
  /// A preset's, or that of a groove that something in the patch is played with.
  public var name: String
  /// 0 to 1; nil as it is used already, or all of it.
  public var timing: Double?
  /// 0 to 1; nil as it is used already, or all of it.
  public var velocity: Double?

  /// Amounts are 0 to 1; nil leaves them as they are.
  public init(_ name: String, timing: Double? = nil, velocity: Double? = nil) {
    self.name = name
    self.timing = timing
    self.velocity = velocity
  }
}
