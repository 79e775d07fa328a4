public import MusicalTime

/// A place in a grid, where hits can be.
public struct Marker: BitwiseCopyable, Sendable, Hashable {
  /// From the beginning of the grid.
  public var beat: Beats
  /// The factor, 0 to 1, of the velocity of every hit on it; 0 silences them.
  public var amplitude: Double

  public init(_ beat: Beats, amplitude: Double = 1) {
    self.beat = beat
    self.amplitude = amplitude
  }
}
