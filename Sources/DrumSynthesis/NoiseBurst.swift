/// A burst of filtered white noise: stick clicks, snare wires, the wash of a cymbal.
struct NoiseBurst {
  /// Time constant of the swell in seconds; 0 starts at full level.
  var attack = 0.0
  /// Seconds to lose 60 dB.
  var sixty: Double
  var filters: [Filter]

  /// The burst; its noise is scaled so that a wide-open filter gives about ±1.
  func sound(seconds: Double, chance: inout SeededRandom) -> Signal {
    var decay = Decay(sixty: sixty)
    var missing = Decay(sixty: max(attack, 1e-6) * 6.907_755)
    let count = min(Signal.frames(seconds), Signal.frames(1.8 * sixty) + 64)
    var noise = [Double](repeating: 0, count: count)
    for n in 0..<count { noise[n] = chance.bipolar() }
    noise = Signal(samples: noise).filtered(filters).samples
    for n in 0..<count { noise[n] *= decay.next() * (1 - missing.next()) }
    var result = Signal(seconds: seconds)
    result.mix(Signal(samples: noise))
    return result
  }
}
