/// One blow on one drum: how hard it lands, and the chance that colours it.
struct Strike {
  /// From a ghost note (near 0) to full force (1): harder is brighter and bends the pitch more.
  var force: Double
  /// The same for every blow on this drum: what the instrument is made of.
  var body: Chance
  /// Different for every blow: the noise of this one.
  var noise: Chance

  init(force: Double, drum: UInt8, layer: Int) {
    self.force = force
    body = Chance(seed: UInt64(drum))
    noise = Chance(seed: UInt64(drum) << 8 + UInt64(layer) + 1)
  }

  /// A value that goes from `soft` to `hard` with the force, along a geometric line.
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
