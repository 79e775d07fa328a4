extension Cymbal {
  static let crash = Cymbal(
    body: BandedSound(
      bands: [
        Band(63, ring: -48, 5.0, noise: -46.5, 0.5),
        Band(125, ring: -41.5, 5.0, noise: -44.5, 0.9),
        Band(250, ring: -28.5, 3.5, swell: 0.007, noise: -62, 0.2),
        Band(500, ring: -14, 3.6, swell: 0.006, noise: -3, 0.5),
        Band(1_000, ring: -23.5, 4.4, swell: 0.005, noise: -11.5, 0.55),
        Band(2_000, ring: -14, 4.2, swell: 0.017, noise: -24.5, 0.054),
        Band(4_000, ring: -2.5, 3.6, swell: 0.046, noise: -14, 0.03),
        Band(8_000, ring: -12, 3.3, swell: 0.05, noise: -18, 0.03),
        Band(14_000, ring: -30, 3.1, swell: 0.046, noise: -29.5, 0.5),
      ],
      partials: 22, softness: .init(slope: 4.4, pivot: 1_800), wander: 2.7),
    seconds: 3.0)

  /// Thinner and higher than the first.
  static let secondCrash = Cymbal(
    body: BandedSound(
      bands: [
        Band(125, ring: -43.5, 4.0, noise: -44, 0.9),
        Band(250, ring: -34.5, 3.2, swell: 0.007, noise: -60.5, 0.2),
        Band(500, ring: -13, 3.2, swell: 0.006, noise: -3.5, 0.5),
        Band(1_000, ring: -21.5, 3.8, swell: 0.005, noise: -10, 0.5),
        Band(2_000, ring: -13, 3.6, swell: 0.014, noise: -22.5, 0.05),
        Band(4_000, ring: -1.5, 3.2, swell: 0.035, noise: -16, 0.03),
        Band(8_000, ring: -9.5, 2.9, swell: 0.04, noise: -18, 0.03),
        Band(14_000, ring: -29.5, 2.7, swell: 0.04, noise: -30.5, 0.5),
      ],
      partials: 20, softness: .init(slope: 5.0, pivot: 2_000)),
    seconds: 2.7)

  static let splash = Cymbal(
    body: BandedSound(
      bands: [
        Band(63, ring: -45, 3.0, noise: -13, 0.4),
        Band(125, ring: -32, 4.0, noise: -26.5, 0.6),
        Band(250, ring: -36, 4.0, swell: 0.02, noise: -23.5, 0.8),
        Band(500, ring: -18.5, 3.8, swell: 0.006, noise: -12, 1.0),
        Band(1_000, ring: -17, 3.8, swell: 0.004, noise: -8, 0.95),
        Band(2_000, ring: -13.5, 3.1, swell: 0.012, noise: -15, 1.0),
        Band(4_000, ring: -3.5, 2.7, swell: 0.011, noise: -15.5, 0.5),
        Band(8_000, ring: -6.5, 2.1, swell: 0.024, noise: -10, 0.025),
        Band(14_000, ring: -18.5, 1.8, swell: 0.04, noise: -24.5, 0.14),
      ],
      partials: 24, softness: .init(slope: 3.8, pivot: 1_500)),
    seconds: 1.7)

  /// Turned-up edge: mid-heavy and rough, with a fast attack.
  static let china = Cymbal(
    body: BandedSound(
      bands: [
        Band(63, ring: -43.5, 3.5, noise: -18.5, 0.6),
        Band(125, ring: -37.5, 3.6, noise: -26, 0.5),
        Band(250, ring: -19, 3.0, swell: 0.009, noise: -17.5, 0.05),
        Band(500, ring: -35, 3.2, swell: 0.03, noise: -28, 0.8),
        Band(1_000, ring: -12.5, 2.9, swell: 0.007, noise: -10, 1.0),
        Band(2_000, ring: -11.5, 2.7, swell: 0.007, noise: -10.5, 1.0),
        Band(4_000, ring: -7, 2.4, swell: 0.013, noise: -11.5, 1.0),
        Band(8_000, ring: -17.5, 2.1, swell: 0.02, noise: -25.5, 0.8),
        Band(14_000, ring: -39, 2.0, swell: 0.015, noise: -39, 0.03),
      ],
      partials: 30, softness: .init(slope: 3.0, pivot: 1_500)),
    seconds: 2.2)

  static let ride = Cymbal(
    body: BandedSound(
      bands: [
        Band(63, ring: -46, 1.5, noise: -38, 0.5),
        Band(125, ring: -50, 5, noise: -31, 0.3),
        Band(250, ring: -35, 6, noise: -28, 0.7),
        Band(500, ring: -24, 5.7, noise: -19, 0.8),
        Band(1_000, ring: -26, 5.4, swell: 0.01, noise: -20, 0.21),
        Band(2_000, ring: -24, 5.6, swell: 0.01, noise: -14.5, 0.15),
        Band(4_000, ring: -18.5, 4.6, swell: 0.012, noise: -8.5, 0.19),
        Band(8_000, ring: -13, 2.7, noise: -3.5, 0.55),
        Band(10_500, ring: -18, 1.8, noise: -2, 0.35),
        Band(14_000, ring: -44, 1, noise: -4, 0.14),
      ],
      partials: 12, unevenness: 8, softness: .init(slope: 2.2, pivot: 2_000), wander: 2.5),
    seconds: 2.8)

  /// Drier and darker than the first.
  static let secondRide = Cymbal(
    body: BandedSound(
      bands: [
        Band(63, ring: -46, 1.5, noise: -37, 0.5),
        Band(125, ring: -48, 4, noise: -30, 0.3),
        Band(250, ring: -33, 4.5, noise: -26, 0.7),
        Band(500, ring: -22, 4.6, noise: -18, 0.8),
        Band(1_000, ring: -25, 4.4, swell: 0.01, noise: -19, 0.21),
        Band(2_000, ring: -21.5, 4.6, swell: 0.01, noise: -13, 0.15),
        Band(4_000, ring: -17.5, 3.9, swell: 0.012, noise: -7, 0.19),
        Band(8_000, ring: -14, 2.3, noise: -4, 0.5),
        Band(10_500, ring: -20, 1.6, noise: -3, 0.3),
        Band(14_000, ring: -46, 1, noise: -6, 0.13),
      ],
      partials: 12, unevenness: 8, softness: .init(slope: 2.2, pivot: 2_000), wander: 2.5),
    seconds: 2.4)

  static let bell = Cymbal(
    body: BandedSound(
      bands: [
        Band(63, ring: -44, 0.25, noise: -54.5, 0.3),
        Band(125, ring: -64, 4.0, noise: -41.5, 0.13),
        Band(250, ring: -28, 4.8, noise: -18, 0.22),
        Band(500, ring: -19.5, 5.2, swell: 0.01, noise: -13, 0.22),
        Band(1_000, ring: -26, 5.5, swell: 0.01, noise: -21, 0.34),
        Band(2_000, ring: -16, 5.0, noise: -16.5, 0.11),
        Band(4_000, ring: -16.5, 4.2, noise: -9, 0.1),
        Band(8_000, ring: -31.5, 3.5, noise: -10, 0.6),
        Band(14_000, ring: -49, 4.0, noise: -18.5, 0.4),
      ],
      partials: 8, unevenness: 8, softness: .init(slope: 1.2, pivot: 1_500), wander: 2.7),
    ping: [
      Mode(hertz: 2_866, level: 0.55, sixty: 0.5), Mode(hertz: 2_912, level: 0.32, sixty: 3.6),
      Mode(hertz: 3_954, level: 0.7, sixty: 0.42), Mode(hertz: 4_641, level: 0.45, sixty: 0.5),
      Mode(hertz: 3_987, level: 0.22, sixty: 3.0), Mode(hertz: 5_820, level: 0.2, sixty: 0.6),
    ],
    seconds: 2.4)

  static let closedHiHat = Cymbal(
    body: BandedSound(
      bands: [
        Band(63, ring: -37.5, 0.45, noise: -47.5, 0.5),
        Band(125, ring: -18.5, 0.42, noise: -46, 0.5),
        Band(250, ring: -26, 0.4, noise: -18, 0.4),
        Band(500, ring: -6, 0.27, swell: 0.003, noise: -34, 0.6),
        Band(1_000, ring: -5.5, 0.29, swell: 0.006, noise: -29, 0.03),
        Band(2_000, ring: -12.5, 0.36, swell: 0.01, noise: -19, 0.26),
        Band(4_000, ring: -9, 0.36, swell: 0.01, noise: -10, 0.32),
        Band(8_000, ring: 5.5, 0.27, swell: 0.01, noise: -16, 0.3),
        Band(14_000, ring: 3.5, 0.23, swell: 0.01, noise: -3, 0.2),
      ],
      partials: 10, softness: .init(slope: 0.2, pivot: 1_000, decay: 0.4), wander: 2.4),
    seconds: 0.42)

  static let openHiHat = Cymbal(
    body: BandedSound(
      bands: [
        Band(63, ring: -35.5, 1.7, noise: -43.5, 0.5),
        Band(125, ring: -45, 2.6, noise: -35, 0.95),
        Band(250, ring: -38, 2.5, swell: 0.004, noise: -32.5, 1.1),
        Band(500, ring: -9.5, 2.8, swell: 0.008, noise: -4.5, 0.85),
        Band(1_000, ring: -24.5, 3.8, swell: 0.005, noise: -15, 0.7),
        Band(2_000, ring: -23.5, 3.6, swell: 0.03, noise: -17.5, 1.1),
        Band(4_000, ring: -15.5, 2.4, swell: 0.01, noise: -9.5, 1.6),
        Band(8_000, ring: -16, 2.2, swell: 0.015, noise: -14, 1.6),
        Band(14_000, ring: -34.5, 2.2, swell: 0.01, noise: -33, 1.1),
      ],
      partials: 10, softness: .init(slope: 1.6, pivot: 2_000, decay: 0.55), wander: 2.6),
    seconds: 1.9)

  /// The pedal's "chick": the cymbals meet with a thud and a puff of noise, without a stick.
  static let pedalHiHat = Cymbal(
    body: BandedSound(
      bands: [
        Band(40, ring: 1.5, 0.3, swell: 0.05, noise: -39, 0.3),
        Band(80, ring: -16, 0.25, swell: 0.02, noise: -52.5, 0.3),
        Band(150, ring: -16.5, 0.13, swell: 0.006, noise: -54.5, 0.5),
        Band(250, ring: -4.5, 0.15, swell: 0.006, noise: -48.5, 0.8),
        Band(500, ring: -3, 0.17, swell: 0.008, noise: -51.5, 0.8),
        Band(1_000, ring: -5.5, 0.16, swell: 0.008, noise: -44, 0.4),
        Band(2_000, ring: -9, 0.15, swell: 0.008, noise: -47, 0.4),
        Band(4_000, ring: 3, 0.19, swell: 0.01, noise: -41.5, 0.5),
        Band(8_000, ring: 2, 0.2, swell: 0.01, noise: -39, 0.5),
        Band(14_000, ring: -2, 0.19, swell: 0.011, noise: -47.5, 0.5),
      ],
      partials: 10, densest: 1_500, softness: .init(slope: 0.3, pivot: 1_000, decay: 0.8),
      wander: 2.6),
    seconds: 0.4)
}
