/// A drum of an analogue machine: a sine whose pitch and level fall, the pulse that starts it, and noise.
struct ElectronicDrum {
  /// The pitch to which it falls.
  var hertz: Double
  var sweep: Membrane.Glide
  /// Seconds for the tone to lose 60 dB.
  var sixty: Double
  /// A second oscillator: a ratio of the pitch, and a level; 0 is none.
  var second = (ratio: 1.0, level: 0.0)
  /// The pulse, in decibels of the tone.
  var click = -20.0
  /// The noise's level, decay, and the band that it fills.
  var noise = (decibels: -80.0, sixty: 0.1, low: 400.0, high: 8_000.0)
  /// How far the tone is driven into its amplifier.
  var drive = 1.0
  var seconds: Double

  /// The sound; a harder stroke has a higher sweep, a louder pulse and brighter noise, as a machine's
  /// accent has.
  func sound(_ strike: Strike) -> Signal {
    var strike = strike
    var sound = tone(strike).saturated(drive: drive)
    let pulse = strike.burst(
      seconds: 0.012, sixty: 0.006, Filter(.low, hertz: strike.between(2_500, 7_000)))
    sound.mix(pulse, gain: ExactMath.amplitude(decibels: click + 6 * (strike.force - 0.8)))
    if noise.decibels > -60 {
      let hiss = strike.burst(
        seconds: seconds, sixty: noise.sixty, Filter(.high, hertz: noise.low),
        Filter(.low, hertz: noise.high * strike.between(0.6, 1.1)))
      let level = noise.decibels + 4 * (strike.force - 0.8)
      sound.mix(hiss, gain: ExactMath.amplitude(decibels: level))
    }
    return sound
  }

  private func tone(_ strike: Strike) -> Signal {
    var glide = sweep
    glide.rise *= strike.between(0.75, 1.05)
    let life = sixty * strike.between(0.85, 1.02)
    return Membrane(
      hertz: hertz, glides: [glide],
      overtones: [
        .init(ratio: 1, level: 1, sixty: life, phase: 0.01),
        .init(ratio: second.ratio, level: second.level, sixty: life * 0.7, phase: 0.01),
      ]
    ).ring(seconds: seconds)
  }
}

extension ElectronicDrum {
  /// Long and deep: a resonator that hums on.
  static let boom = ElectronicDrum(
    hertz: 49, sweep: .init(rise: 1.4, seconds: 0.006), sixty: 1.5, click: -19, drive: 0.9,
    seconds: 1.3)

  /// Short and hard: a swept oscillator with a click, for four on the floor.
  static let thump = ElectronicDrum(
    hertz: 52, sweep: .init(rise: 4.2, seconds: 0.02), sixty: 0.55, click: -12,
    noise: (-26, 0.03, 1_000, 6_000), drive: 1.6, seconds: 0.5)

  /// Two oscillators under bright noise.
  static let snap = ElectronicDrum(
    hertz: 186, sweep: .init(rise: 0.6, seconds: 0.012), sixty: 0.2,
    second: (ratio: 1.79, level: 0.5), click: -14, noise: (-1, 0.34, 900, 9_500), drive: 1.3,
    seconds: 0.4)

  /// Higher and drier, its noise without body.
  static let crack = ElectronicDrum(
    hertz: 238, sweep: .init(rise: 0.1, seconds: 0.01), sixty: 0.16,
    second: (ratio: 2, level: 0.55), click: -12, noise: (-3, 0.22, 2_200, 11_000), drive: 1.4,
    seconds: 0.32)

  /// A falling sine with a breath of noise.
  static func tom(_ hertz: Double, sixty: Double, seconds: Double) -> ElectronicDrum {
    ElectronicDrum(
      hertz: hertz, sweep: .init(rise: 0.45, seconds: 0.045), sixty: sixty, click: -22,
      noise: (-22, sixty * 0.4, 200, 1_800), drive: 1.1, seconds: seconds)
  }

  /// A short sine that hardly falls.
  static let conga = ElectronicDrum(
    hertz: 402, sweep: .init(rise: 0.06, seconds: 0.02), sixty: 0.26, click: -16, seconds: 0.3)
}
