/// One recorded stroke on a drum: its force, and the random numbers for its noise.
struct Strike {
  /// From a ghost note (near 0) to full force (1).
  var force: Double
  /// The same for every stroke on this instrument: determines its partials.
  var body: SeededRandom
  /// Different for every stroke: the noise.
  var noise: SeededRandom

  /// Which recording of the drum it is.
  let take: Int

  /// - Parameter instrument: Keys that are struck on one instrument, such as the three hi-hats,
  ///   share its number.
  init(force: Double, key: UInt8, instrument: UInt8, take: Int) {
    self.force = force
    self.take = take
    body = SeededRandom(seed: UInt64(instrument))
    noise = SeededRandom(seed: UInt64(key) << 8 + UInt64(take) + 1)
  }

  /// Geometric interpolation from `soft` to `hard` by the force.
  func between(_ soft: Double, _ hard: Double) -> Double {
    soft * ExactMath.power(hard / soft, force)
  }

  /// A level that differs from take to take by about `decibels`, as a factor.
  mutating func wander(_ decibels: Double = 1.2) -> Double {
    ExactMath.amplitude(decibels: decibels * noise.normal())
  }

  /// A burst of noise through `filters`, normalised to a peak of 1.
  mutating func burst(
    seconds: Double, attack: Double = 0, sixty: Double, _ filters: Filter...
  ) -> Signal {
    NoiseBurst(attack: attack, sixty: sixty, filters: filters)
      .sound(seconds: seconds, chance: &noise).normalised()
  }
}
