public import MusicalTime
public import Rhythm

/// Something asked of the document rather than of what plays it; markers, clips and groups are counted
/// from 0.
public enum EditingCommand: Sendable, Hashable {
  /// Take back that number of changes.
  case undo(Int)
  /// Make that number of undone changes again.
  case redo(Int)
  /// List what can be undone and redone.
  case history
  /// Select (nil: nothing).
  case select(SelectCommand?)
  /// Put clips on the selected markers; without a seed, one is drawn.
  case fill(ClipCode, seed: UInt64?)
  /// Write one hit of a clip, or (nil) of any.
  case draw(marker: Int, clip: Int?, Velocity)
  /// Move markers by a distance, with `snap` to its multiples; or hits, by a whole number of markers, `over` others
  /// too.
  case shift(Beats, snap: Beats?, over: Bool = false)
  case scale(SpeedRatio, EditedPattern.ScaleAnchor)
  case subdivide(Int, amplitude: Double?)
  case merge(Int)
  case rotate(Int)
  case reverse
  case delete
  /// Put in a marker.
  case marker(Beats, amplitude: Double)
  case amplitude(Double)
  /// Change a clip, or (nil) empty it.
  case clip(Int, Clip?)
  case clips
  case group(GroupCommand)
  /// Change what the selected hits are, wherever they are.
  case hits(HitChange)
}

/// What of a hit is changed.
public enum HitChange: Sendable, Hashable {
  case velocity(Velocity)
  /// How much louder, or (negative) softer; each as far as 1 to 127 goes.
  case louder(by: Int)
  case accent(Bool)
  /// Per cent, 0 to 100.
  case probability(Int)
  case ratchet(Ratchet)
  /// Nil plays in all loops.
  case condition(StepCondition?)
  /// How much later than its marker.
  case offset(Beats)
  /// Through how many further markers; 0 for as long as the sound is.
  case hold(Int)
  /// All of it but its hold and clip.
  case whole(Step)
}

/// What to select.
public struct SelectCommand: Sendable, Hashable {
  /// Markers or hits; nil stays with what and where is selected now.
  public var kind: Selection.Kind?
  /// The voices whose hits, or the one whose own grid, is meant; empty is the pattern's grid.
  public var voices: [Voice]
  /// Which of the markers or hits: by number, by rule, or none.
  public var choice: Selection.Choice
  /// Whether what is selected stays selected.
  public var isAdding: Bool

  /// Replaces the selection, unless `adding`.
  public init(
    _ choice: Selection.Choice, kind: Selection.Kind? = nil, of voices: [Voice] = [],
    adding isAdding: Bool = false
  ) {
    self.kind = kind
    self.voices = voices
    self.choice = choice
    self.isAdding = isAdding
  }
}

/// Something asked of the bank of groups.
public enum GroupCommand: Sendable, Hashable {
  case save(Int, name: String)
  case place(Int, marker: Int)
  /// The same, by the group's name.
  case placeNamed(String, marker: Int)
  case clear(Int)
  case list
}
