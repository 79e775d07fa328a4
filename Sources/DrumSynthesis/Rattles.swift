/// Instruments with many small parts that hit repeatedly.
enum Rattles {
  /// Jingles on a ring: they strike one another for a moment after the blow, too dense to be heard
  /// from noise.
  static func tambourine(_ strike: Strike) -> Signal {
    var strike = strike
    let jingles = BandedSound(
      bands: [
        Band(40, ring: -27, 0.3, swell: 0.01, noise: -50, 0.3),
        Band(125, ring: -36, 0.2, swell: 0.004, noise: -50, 0.5),
        Band(500, ring: -42, 0.3, swell: 0.006, noise: -52, 0.6),
        Band(1_500, ring: -38, 0.5, swell: 0.005, noise: -36, 0.26),
        Band(2_500, ring: -30, 0.55, swell: 0.005, noise: -36, 0.3),
        Band(3_300, ring: -18, 0.55, swell: 0.006, noise: -50, 0.3),
        Band(4_300, ring: -7, 0.58, swell: 0.0065, noise: -60, 0.5),
        Band(5_700, ring: -2, 0.6, swell: 0.007, noise: -60, 0.5),
        Band(8_000, ring: -6, 0.56, swell: 0.008, noise: -60, 0.5),
        Band(11_000, ring: -7, 0.54, swell: 0.01, noise: -60, 0.5),
        Band(15_000, ring: -16, 0.5, swell: 0.012, noise: -60, 0.5),
      ], softness: .init(slope: 1.6, pivot: 6_000, decay: 0.8), wander: 3.0)
    var sound = Signal(seconds: 0.65)
    // The blow, and the jingles that fall back later.
    for (moment, gain) in [(0.0, 1.0), (0.016, 0.45), (0.037, 0.25)] {
      let late = moment + (moment > 0 ? strike.noise.within(-0.005...0.005) : 0)
      sound.mix(
        jingles.sound(&strike, seconds: 0.65 - late), gain: 0.8 * gain * strike.wander(),
        at: late)
    }
    return Room(sixty: 0.35, level: 0.05, take: strike.take).around(sound)
  }

  /// Teeth that rattle in a wooden box, ever slower and softer.
  static func vibraslap(_ strike: Strike) -> Signal {
    var strike = strike
    let seconds = 1.7
    var clacks = Signal(seconds: seconds)
    var moment = 0.0
    var level = 1.0
    while moment < seconds - 0.3 {
      let tooth = strike.burst(
        seconds: 0.02, sixty: 0.008, Filter(.high, hertz: 700), Filter(.low, hertz: 9_500))
      clacks.mix(tooth, gain: level * strike.noise.within(0.5...1), at: moment)
      moment += strike.noise.within(0.031...0.045)
      level *= 0.893
    }
    let box: [(hertz: Double, q: Double, gain: Double)] = [
      (950, 7, 0.6), (1_340, 9, 0.2), (2_350, 8, 0.6), (3_750, 7, 0.6), (6_300, 5, 0.8),
      (8_100, 4, 0.45),
    ]
    var sound = clacks.scaled(by: 0.25)
    for row in box {
      sound.mix(clacks.filtered(Filter(.band, hertz: row.hertz, q: row.q)), gain: row.gain * 1.6)
    }
    // The teeth ring on between the clacks.
    let ringing = BandedSound(
      bands: [
        Band(600, ring: -34, 2, swell: 0.01, noise: -80, 0.1),
        Band(950, ring: -11, 2.2, swell: 0.04, noise: -80, 0.1),
        Band(1_500, ring: -21, 2.2, swell: 0.04, noise: -80, 0.1),
        Band(2_350, ring: -9, 2.3, swell: 0.008, noise: -80, 0.1),
        Band(4_000, ring: -9, 2.2, swell: 0.02, noise: -80, 0.1),
        Band(6_500, ring: -5, 2.3, swell: 0.002, noise: -80, 0.1),
        Band(9_000, ring: -8, 2.3, swell: 0.002, noise: -80, 0.1),
        Band(13_000, ring: -24, 2.1, swell: 0.02, noise: -80, 0.1),
      ])
    var whole = sound.struck(decibels: -1)
    whole.mix(ringing.sound(&strike, seconds: seconds), gain: 0.5)
    return Room(sixty: 0.3, level: 0.06, take: strike.take).around(whole)
  }
}
