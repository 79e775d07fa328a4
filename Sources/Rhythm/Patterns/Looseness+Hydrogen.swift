extension Looseness {
  /// Hydrogen's humanising, amounts of 0 to 1, as looseness of the same standard deviation; amounts outside
  /// are clamped.
  ///
  /// Its timing has 0.3 of 2,000 frames, taken at 44.1 kHz, and its velocity 0.2; those of a
  /// triangular distribution are 1/√6 of the largest value. Source: `AudioEngine` and `Song` of Hydrogen.
  public init(hydrogenTiming timing: Double, velocity: Double) {
    let spread = 6.0.squareRoot()
    let milliseconds = min(max(timing, 0), 1) * 0.3 * 2_000 / 44.1 * spread
    let change = min(max(velocity, 0), 1) * 0.2 * 127 * spread
    self =
      Looseness(
        milliseconds: (milliseconds * 10).rounded() / 10, velocity: Int(change.rounded())) ?? .none
  }
}
