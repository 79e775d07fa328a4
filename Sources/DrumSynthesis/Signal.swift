/// A mono sound: samples at 44.1 kHz, about ±1.
struct Signal {
  static let rate = 44_100.0

  var samples: [Double]

  var seconds: Double { Double(samples.count) / Self.rate }

  var peak: Double {
    let samples = samples
    var highest = 0.0
    for n in 0..<samples.count {
      let size = samples[n].magnitude
      if size > highest { highest = size }
    }
    return highest
  }

  init(samples: [Double]) { self.samples = samples }

  /// Silence.
  init(seconds: Double) {
    samples = [Double](repeating: 0, count: Self.frames(seconds))
  }

  static func frames(_ seconds: Double) -> Int { Int((seconds * rate).rounded()) }

  /// Mixes in `other`, `offset` seconds from the start; samples past the end are dropped.
  mutating func mix(_ other: Signal, gain: Double = 1, at offset: Double = 0) {
    let start = Self.frames(offset)
    let count = min(other.samples.count, samples.count - start)
    guard count > 0 else { return }
    let added = other.samples
    for n in 0..<count { samples[start + n] += gain * added[n] }
  }

  func scaled(by gain: Double) -> Signal {
    var result = samples
    for n in 0..<result.count { result[n] *= gain }
    return Signal(samples: result)
  }

  /// The sound with an rms of `decibels` over its first 30 ms.
  func struck(decibels: Double) -> Signal {
    let samples = samples
    let count = min(Self.frames(0.03), samples.count)
    var energy = 0.0
    for n in 0..<count { energy += samples[n] * samples[n] }
    guard energy > 0 else { return self }
    let rms = (energy / Double(count)).squareRoot()
    return scaled(by: ExactMath.amplitude(decibels: decibels) / rms)
  }

  /// The sound with its highest peak at 1.
  func normalised() -> Signal { peak > 0 ? scaled(by: 1 / peak) : self }

  func filtered(_ filters: Filter...) -> Signal {
    filtered(filters)
  }

  func filtered(_ filters: [Filter]) -> Signal {
    var result = samples
    for var filter in filters {
      for n in 0..<result.count { result[n] = filter.process(result[n]) }
    }
    return Signal(samples: result)
  }

  /// Soft clipping (a rational tanh, good up to a drive of 3), normalised: more drive brings the
  /// tail up.
  func saturated(drive: Double) -> Signal {
    var result = normalised().samples
    for n in 0..<result.count {
      let x = result[n] * drive
      result[n] = x * (27 + x * x) / (27 + 9 * x * x)
    }
    return Signal(samples: result).normalised()
  }

  /// The sound with an attack of 1 - e^(-t) over `seconds`.
  func swelling(over seconds: Double) -> Signal {
    var missing = Decay(sixty: seconds * 6.907_755)
    var result = samples
    for n in 0..<result.count { result[n] *= 1 - missing.next() }
    return Signal(samples: result)
  }

  /// The sound with its last `seconds` faded to zero along half a cosine.
  func fadedOut(over seconds: Double) -> Signal {
    var result = self
    let count = min(Self.frames(seconds), samples.count)
    for n in 0..<count {
      let gain = 0.5 - 0.5 * ExactMath.cosine(turns: 0.5 * Double(n) / Double(count))
      result.samples[samples.count - 1 - n] *= gain
    }
    return result
  }
}
