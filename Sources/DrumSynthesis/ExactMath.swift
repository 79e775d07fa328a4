/// Elementary functions that use only `+ - * /`, so that every machine computes the same bits.
///
/// The C library's `sin` and `exp` differ in the last bit from version to version, and the
/// SoundFont must be identical byte for byte everywhere.
enum ExactMath {
  private static let ln2 = 0.693_147_180_559_945_3
  private static let tau = 6.283_185_307_179_586

  /// The sine of an angle in turns (1 is a full circle); the error stays under 1e-15.
  static func sine(turns: Double) -> Double {
    var r = turns - turns.rounded(.down)
    if r > 0.75 { r -= 1 } else if r > 0.25 { r = 0.5 - r }
    let x = tau * r
    let q = x * x
    var p = -1.0 / 121_645_100_408_832_000
    p = p * q + 1.0 / 355_687_428_096_000
    p = p * q - 1.0 / 1_307_674_368_000
    p = p * q + 1.0 / 6_227_020_800
    p = p * q - 1.0 / 39_916_800
    p = p * q + 1.0 / 362_880
    p = p * q - 1.0 / 5_040
    p = p * q + 1.0 / 120
    p = p * q - 1.0 / 6
    return x + x * q * p
  }

  /// The cosine of an angle in turns.
  static func cosine(turns: Double) -> Double { sine(turns: turns + 0.25) }

  /// The tangent of an angle in turns, for filter tuning.
  static func tangent(turns: Double) -> Double { sine(turns: turns) / cosine(turns: turns) }

  /// Two to the power of `x`.
  static func exp2(_ x: Double) -> Double {
    let whole = x.rounded()
    let y = (x - whole) * ln2
    var sum = 1.0
    for n in (1...13).reversed() { sum = 1 + sum * y / Double(n) }
    return Double(sign: .plus, exponent: Int(whole), significand: sum)
  }

  /// The base-two logarithm of a positive `x`.
  static func log2(_ x: Double) -> Double {
    let z = (x.significand - 1.5) / (x.significand + 1.5)
    let q = z * z
    var sum = 0.0
    for n in (0...12).reversed() { sum = sum * q + 1 / Double(2 * n + 1) }
    return Double(x.exponent) + (2 * z * sum + 0.405_465_108_108_164_4) / ln2
  }

  /// `base` to the power of `exponent`, for a positive base.
  static func power(_ base: Double, _ exponent: Double) -> Double { exp2(exponent * log2(base)) }

  /// The amplitude that lies `decibels` above 1.
  static func amplitude(decibels: Double) -> Double { exp2(decibels * 0.166_096_404_744_368_1) }

  /// How many decibels an amplitude lies above 1; silence reads -120.
  static func decibels(amplitude: Double) -> Double {
    amplitude > 1e-6 ? log2(amplitude) * 6.020_599_913_279_624 : -120
  }
}
