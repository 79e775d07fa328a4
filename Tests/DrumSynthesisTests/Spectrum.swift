/// Simple spectral analysis for the tests.
enum Spectrum {
  /// The energy below `hertz` (steep low-pass) as a share of the total.
  static func share(below hertz: Double, of sound: [Double]) -> Double {
    // Four one-pole filters in series, with their corner lowered so that together they lose 3 dB at
    // `hertz`.
    let step = 1 - 1 / (1 + 2 * Double.pi * hertz * 2.3 / 44_100)
    var poles = [0.0, 0.0, 0.0, 0.0]
    var low = 0.0
    var all = 0.0
    for sample in sound {
      var input = sample
      for index in 0..<4 {
        poles[index] += step * (input - poles[index])
        input = poles[index]
      }
      low += input * input
      all += sample * sample
    }
    return low / all
  }

  /// The strongest of `candidates` in Hz (Goertzel's resonator on every fourth sample).
  static func peak(of sound: [Double], among candidates: StrideThrough<Double>) -> Double {
    let slow = stride(from: 0, to: sound.count, by: 4).map { sound[$0] }
    var best = (hertz: 0.0, power: 0.0)
    for hertz in candidates {
      let turn = 2 * Self.cosine(2 * Double.pi * hertz / 11_025)
      var s1 = 0.0
      var s2 = 0.0
      for sample in slow { (s1, s2) = (sample + turn * s1 - s2, s1) }
      let power = s1 * s1 + s2 * s2 - turn * s1 * s2
      if power > best.power { best = (hertz, power) }
    }
    return best.hertz
  }

  /// The frequency in Hz of a sine with the same mean slope.
  static func brightness(of sound: [Double]) -> Double {
    var slope = 0.0
    var energy = sound.first.map { $0 * $0 } ?? 0
    for n in sound.indices.dropFirst() {
      let rise = sound[n] - sound[n - 1]
      slope += rise * rise
      energy += sound[n] * sound[n]
    }
    return (slope / energy).squareRoot() * 44_100 / (2 * Double.pi)
  }

  /// Seconds until the loudness, over 10 ms, stays `decibels` under its peak.
  static func decay(of sound: [Double], decibels: Int) -> Double {
    let blocks = stride(from: 0, to: sound.count, by: 441).map { start in
      sound[start..<min(start + 441, sound.count)].reduce(0) { $0 + $1 * $1 }
    }
    var floor = blocks.max() ?? 0
    for _ in 0..<decibels / 10 { floor /= 10 }
    return Double(blocks.lastIndex { $0 > floor } ?? 0) * 0.01
  }

  private static func cosine(_ angle: Double) -> Double {
    let q = angle * angle
    return 1 - q / 2 * (1 - q / 12 * (1 - q / 30 * (1 - q / 56 * (1 - q / 90))))
  }
}
