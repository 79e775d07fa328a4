/// The numbers of held notes, by what became of them in patterns.
struct HeldNotes {
  /// Those that end at the marker nearest to their end.
  var onMarkers = 0
  /// Those that are longer than the rest of their pattern, with which they end.
  var cut = 0
  /// Those that are not held: a step can hold a note to the second marker after it and later, not to the next one.
  var plain = 0

  /// Adds those of a pattern that is played that number of times.
  mutating func add(_ other: HeldNotes, times: Int) {
    onMarkers += other.onMarkers * times
    cut += other.cut * times
    plain += other.plain * times
  }
}
