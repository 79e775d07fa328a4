/// An exponential decay, given by the seconds it takes to fall by 60 dB.
struct Decay {
  private(set) var level: Double
  let factor: Double

  init(sixty seconds: Double, level: Double = 1) {
    self.level = level
    factor = Self.factor(sixty: seconds)
  }

  /// The level now; the next call gives the level one frame later.
  mutating func next() -> Double {
    let now = level
    level *= factor
    return now
  }

  /// The factor per frame: 10^(-3 / frames).
  static func factor(sixty seconds: Double) -> Double {
    ExactMath.exp2(-9.965_784_284_662_087 / (seconds * Signal.rate))
  }
}
