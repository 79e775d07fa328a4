/// An acceleration that a phone's sensor app sent.
struct SensorReading: Sendable, Hashable {
  /// The phone, by its address.
  var source: String
  /// When it came, by `CLOCK_MONOTONIC` in nanoseconds.
  var time: Int64
  /// m/s², along the screen's width, its height, and out of it.
  var x: Double
  var y: Double
  var z: Double
  /// Whether gravity is in it.
  var hasGravity: Bool
}
