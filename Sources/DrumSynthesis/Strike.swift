/// One hit on a drum: its force, and the random numbers for its noise.
struct Strike {
  /// From a ghost note (near 0) to full force (1): harder hits are brighter and bend the pitch
  /// more.
  var force: Double
  /// The same for every hit on this drum: determines the instrument.
  var body: Chance
  /// Different for every hit: the noise.
  var noise: Chance

  init(force: Double, drum: UInt8, layer: Int) {
    self.force = force
    body = Chance(seed: UInt64(drum))
    noise = Chance(seed: UInt64(drum) << 8 + UInt64(layer) + 1)
  }

  /// Geometric interpolation from `soft` to `hard` by the force.
  func between(_ soft: Double, _ hard: Double) -> Double {
    soft * ExactMath.power(hard / soft, force)
  }

  /// A burst of noise through `filters`, normalised to a peak of 1.
  mutating func burst(
    seconds: Double, attack: Double = 0, sixty: Double, _ filters: Filter...
  ) -> Signal {
    NoiseBurst(attack: attack, sixty: sixty, filters: filters)
      .sound(seconds: seconds, chance: &noise).normalised()
  }
}
