/// The fixed point when markers are scaled.
public enum ScaleAnchor: Sendable, Hashable {
  /// The first selected marker; the others move away from it or towards it.
  case first
  /// The last selected marker.
  case last
  /// This marker is moved like a handle. An inner one also scales the markers on either side,
  /// with the first and the last fixed; an outer one scales all markers, with the opposite end
  /// fixed.
  case handle(Int)
}
