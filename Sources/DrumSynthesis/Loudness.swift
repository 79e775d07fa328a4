/// Loudness as in ITU-R BS.1770: K-weighted mean square.
enum Loudness {
  /// The loudest 400 ms (EBU "momentary maximum") of a mono sound, in LUFS.
  static func momentary(of signal: Signal) -> Double {
    let weighted = highPassed(shelved(signal.samples))
    let window = Signal.frames(0.4)
    var sum = 0.0
    var loudest = 0.0
    for n in 0..<weighted.count {
      sum += weighted[n] * weighted[n]
      if n >= window { sum -= weighted[n - window] * weighted[n - window] }
      if sum > loudest { loudest = sum }
    }
    let level = ExactMath.decibels(amplitude: (loudest / Double(window)).squareRoot())
    return level - 0.691
  }

  /// The high shelf of K-weighting (the acoustic effect of the head): +4 dB above about 1.7 kHz.
  private static func shelved(_ samples: [Double]) -> [Double] {
    let k = ExactMath.tangent(turns: 1_681.974_450_955_533 / Signal.rate / 2)
    let q = 0.707_175_236_955_419_6
    let vh = ExactMath.amplitude(decibels: 3.999_843_853_973_347)
    let vb = ExactMath.power(vh, 0.499_666_774_154_541_6)
    let a0 = 1 + k / q + k * k
    return Biquad(
      b0: (vh + vb * k / q + k * k) / a0, b1: 2 * (k * k - vh) / a0,
      b2: (vh - vb * k / q + k * k) / a0,
      a1: 2 * (k * k - 1) / a0, a2: (1 - k / q + k * k) / a0
    ).filter(samples)
  }

  /// The high-pass of K-weighting, below about 40 Hz.
  private static func highPassed(_ samples: [Double]) -> [Double] {
    let k = ExactMath.tangent(turns: 38.135_470_876_024_44 / Signal.rate / 2)
    let q = 0.500_327_037_323_877_3
    let a0 = 1 + k / q + k * k
    return Biquad(
      b0: 1, b1: -2, b2: 1, a1: 2 * (k * k - 1) / a0, a2: (1 - k / q + k * k) / a0
    ).filter(samples)
  }
}

/// A second-order filter given by its coefficients.
struct Biquad {
  var b0: Double
  var b1: Double
  var b2: Double
  var a1: Double
  var a2: Double

  /// The samples filtered from rest.
  func filter(_ samples: [Double]) -> [Double] {
    var s1 = 0.0
    var s2 = 0.0
    var result = samples
    for n in 0..<result.count {
      let x = result[n]
      let y = b0 * x + s1
      s1 = b1 * x - a1 * y + s2
      s2 = b2 * x - a2 * y
      result[n] = y
    }
    return result
  }
}
