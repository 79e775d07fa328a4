public import Rhythm

/// What can be asked about the pattern as text.
public enum TextCommand: Sendable, Hashable {
  /// Write it, a line a lane or as one command line that pastes it.
  case show(asLine: Bool)
  /// Put these lanes in the places of those of their voices.
  case lanes([WrittenLane])
  /// Write these lanes' steps from a step on, counted from 0; their other steps and settings stay.
  case part([WrittenLane], from: Int)
  /// Put this in the place of the pattern; without a name it takes that pattern's.
  case pattern(Pattern)
}
