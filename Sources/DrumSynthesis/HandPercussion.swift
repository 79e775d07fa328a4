/// Drums played by hand or with one stick, each synthesised in its own way.
enum HandPercussion {
  /// The stick laid across the rim: a wooden knock and the drum's shell.
  static func sideStick(_ strike: Strike) -> Signal {
    var strike = strike
    let knock = BandedSound(
      bands: [
        Band(63, ring: -40, 0.5, noise: -30, 0.3),
        Band(125, ring: -19, 0.24, noise: -30, 0.9),
        Band(250, ring: -15, 0.2, swell: 0.001, noise: -26.5, 0.9),
        Band(500, ring: -17, 0.22, noise: -15.5, 0.22),
        Band(1_000, ring: -9, 0.15, noise: -4.5, 0.15),
        Band(2_000, ring: -9.5, 0.14, swell: 0.001, noise: -14, 0.16),
        Band(4_000, ring: -18, 0.3, noise: -6.5, 0.12),
        Band(8_000, ring: -30, 0.3, noise: -10, 0.14),
        Band(14_000, ring: -49, 0.5, noise: -32.5, 0.17),
      ],
      partials: 5, densest: 3_000, unevenness: 4, softness: .init(slope: 2.2, pivot: 800))
    let sound = knock.sound(&strike, seconds: 0.4)
    return Room(sixty: 0.5, level: 0.08, take: strike.take).around(sound)
  }

  /// A few pairs of hands, slightly apart in time.
  static func clap(_ strike: Strike) -> Signal {
    var strike = strike
    var sound = Signal(seconds: 0.45)
    for (moment, gain) in [(0.0, 0.7), (0.0105, 0.8), (0.0215, 0.75), (0.031, 1.0)] {
      let late = strike.noise.within(-0.003...0.003)
      let palm = strike.noise.within(900...1_700)
      let hand = strike.burst(
        seconds: 0.06, attack: 0.0003, sixty: 0.024, Filter(.band, hertz: palm, q: 1.1),
        Filter(.high, hertz: 450))
      sound.mix(hand, gain: gain * strike.wander(3), at: max(0, moment + late))
      let air = strike.burst(seconds: 0.03, sixty: 0.012, Filter(.high, hertz: 3_000))
      sound.mix(air, gain: 0.25 * gain * strike.wander(3), at: max(0, moment + late))
    }
    let tail = strike.burst(
      seconds: 0.4, attack: 0.002, sixty: 0.2,
      Filter(.band, hertz: strike.noise.within(1_100...1_600), q: 0.9),
      Filter(.high, hertz: 450))
    sound.mix(tail, gain: 0.42, at: 0.033)
    return Room(sixty: 0.3, level: 0.10, take: strike.take).around(sound.saturated(drive: 1.0))
  }

  /// A pitch with uneven partials above it, and the clank of the stick.
  static func cowbell(_ strike: Strike) -> Signal {
    var strike = strike
    let modes: [(hertz: Double, level: Double, sixty: Double)] = [
      (458, 1.0, 0.30), (694, 0.30, 0.26), (1_137, 0.18, 0.24), (1_494, 0.16, 0.22),
      (2_031, 0.20, 0.2), (2_608, 0.16, 0.2), (3_370, 0.26, 0.2), (4_213, 0.22, 0.19),
      (5_230, 0.2, 0.17), (6_670, 0.12, 0.14),
    ]
    var sound = ModalBank(
      modes.map {
        Mode(hertz: $0.hertz, level: $0.level * strike.wander(1.5), sixty: $0.sixty, phase: 0.1)
      }
    ).ring(seconds: 0.5).struck(decibels: -1)
    let clank = BandedSound(
      bands: [
        Band(250, ring: -80, 0.1, noise: -14, 0.16), Band(500, ring: -80, 0.1, noise: -14, 0.14),
        Band(1_000, ring: -80, 0.1, noise: -14, 0.12),
        Band(2_000, ring: -80, 0.1, noise: -10, 0.11),
        Band(4_000, ring: -80, 0.1, noise: -9, 0.13),
        Band(8_000, ring: -80, 0.1, noise: -9.5, 0.09),
        Band(14_000, ring: -80, 0.1, noise: -18, 0.06),
      ], softness: .init(slope: 2.6, pivot: 450))
    sound.mix(clank.sound(&strike, seconds: 0.5))
    return Room(sixty: 0.25, level: 0.05, take: strike.take).around(sound)
  }

  /// A small tight head under the fingers.
  static func bongo(_ strike: Strike) -> Signal {
    var strike = strike
    let head = Membrane(
      hertz: 548,
      glides: [.init(rise: 0.05 * strike.force, seconds: 0.02)],
      overtones: [
        .init(ratio: 0.55, level: 0.22, sixty: 0.18, phase: 0.1),
        .init(ratio: 1, level: 1.0 * strike.wander(0.8), sixty: 0.19, phase: 0.02),
        .init(ratio: 1.53, level: 0.42 * strike.wander(), sixty: 0.2, phase: 0.5),
        .init(ratio: 2.02, level: 0.38 * strike.wander(), sixty: 0.2),
        .init(ratio: 2.48, level: 0.2 * strike.wander(2), sixty: 0.18, phase: 0.5),
        .init(ratio: 3.3, level: 0.14 * strike.wander(2), sixty: 0.17),
        .init(ratio: 4.4, level: 0.08 * strike.wander(2), sixty: 0.15),
      ])
    var sound = head.ring(seconds: 0.4).struck(decibels: -1)
    let skin = BandedSound(
      bands: [
        Band(125, ring: -40, 0.7, noise: -27, 0.1), Band(250, ring: -34, 0.5, noise: -13, 0.16),
        Band(500, ring: -30, 0.45, noise: -14, 0.12),
        Band(1_000, ring: -29.5, 0.38, noise: -18, 0.2),
        Band(2_000, ring: -35, 0.34, noise: -16.5, 0.14),
        Band(4_000, ring: -39.5, 0.33, noise: -15.5, 0.06),
        Band(8_000, ring: -41, 0.25, noise: -15.5, 0.04),
        Band(14_000, ring: -49.5, 0.26, noise: -28.5, 0.04),
      ],
      partials: 5, densest: 3_000, softness: .init(slope: 2.4, pivot: 600))
    sound.mix(skin.sound(&strike, seconds: 0.4))
    return Room(sixty: 0.3, level: 0.05, take: strike.take).around(sound)
  }
}
