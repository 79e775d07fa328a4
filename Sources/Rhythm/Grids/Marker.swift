public import MusicalTime

/// A position in a grid on which hits can be written.
public struct Marker: BitwiseCopyable, Sendable, Hashable {
  /// Counted from the beginning of the grid.
  public var beat: Beats
  /// The factor, 0 to 1, for the velocity of every hit on it; 0 silences them.
  public var amplitude: Double

  /// A marker at `beat`.
  public init(_ beat: Beats, amplitude: Double = 1) {
    self.beat = beat
    self.amplitude = amplitude
  }
}
