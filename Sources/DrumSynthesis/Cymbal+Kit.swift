extension Cymbal {
  static let crash = Cymbal(
    hertz: 260...16_000, partials: 288, sixty: 4.4, damping: 0.42, brightest: 4_200, bloom: 0.012,
    wash: 0.7, washSixty: 2.2, stick: 0.25, drive: 0.9, seconds: 3.8)

  /// Thinner and a third higher than the first.
  static let secondCrash = Cymbal(
    hertz: 340...17_000, partials: 240, sixty: 3.9, damping: 0.40, brightest: 5_400, bloom: 0.008,
    wash: 0.7, washSixty: 1.9, stick: 0.25, drive: 0.9, seconds: 3.4)

  static let splash = Cymbal(
    hertz: 600...17_500, partials: 160, sixty: 1.5, damping: 0.34, brightest: 6_000, bloom: 0.003,
    wash: 0.6, washSixty: 0.6, stick: 0.3, drive: 0.8, seconds: 1.5)

  /// Turned-up edge: mid-heavy, rough, with a fast attack and a short decay.
  static let china = Cymbal(
    hertz: 240...14_000, partials: 224, sixty: 2.2, damping: 0.28, brightest: 2_600, bloom: 0.004,
    wash: 1.1, washSixty: 1.1, stick: 0.25, drive: 2.6, seconds: 2.4)

  static let ride = Cymbal(
    hertz: 380...17_500, partials: 184, sixty: 4.4, damping: 0.36, brightest: 6_800, bloom: 0.006,
    haze: 0.4, wash: 0.32, washSixty: 1.1, stick: 1.2,
    ping: [
      Mode(hertz: 2_713, level: 0.17, sixty: 1.9), Mode(hertz: 3_487, level: 0.24, sixty: 1.7),
      Mode(hertz: 4_361, level: 0.24, sixty: 1.4), Mode(hertz: 5_838, level: 0.22, sixty: 1.1),
      Mode(hertz: 7_529, level: 0.2, sixty: 0.8),
    ],
    drive: 0.6, seconds: 3.0)

  /// Drier and darker than the first.
  static let secondRide = Cymbal(
    hertz: 320...16_500, partials: 168, sixty: 3.2, damping: 0.42, brightest: 5_200, bloom: 0.005,
    haze: 0.4, wash: 0.28, washSixty: 0.8, stick: 1.3,
    ping: [
      Mode(hertz: 2_236, level: 0.2, sixty: 1.6), Mode(hertz: 2_957, level: 0.26, sixty: 1.4),
      Mode(hertz: 3_866, level: 0.24, sixty: 1.2), Mode(hertz: 5_119, level: 0.2, sixty: 0.8),
    ],
    drive: 0.6, seconds: 2.6)

  static let bell = Cymbal(
    hertz: 500...16_500, partials: 144, sixty: 3.0, damping: 0.42, brightest: 5_000, bloom: 0.005,
    haze: 0.35, wash: 0.14, washSixty: 0.7, stick: 0.7,
    ping: [
      Mode(hertz: 764, level: 0.55, sixty: 3.0), Mode(hertz: 1_531, level: 0.9, sixty: 2.7),
      Mode(hertz: 2_307, level: 0.45, sixty: 2.3), Mode(hertz: 3_129, level: 0.6, sixty: 2.0),
      Mode(hertz: 4_284, level: 0.4, sixty: 1.6), Mode(hertz: 5_713, level: 0.34, sixty: 1.2),
      Mode(hertz: 7_355, level: 0.26, sixty: 0.9),
    ],
    drive: 0.6, seconds: 2.9)

  static let closedHiHat = Cymbal(
    hertz: 420...17_500, partials: 144, sixty: 0.21, damping: 0.22, brightest: 8_200, bloom: 0.0006,
    wash: 0.8, washSixty: 0.135, stick: 0.8, drive: 0.8, seconds: 0.3)

  static let openHiHat = Cymbal(
    hertz: 420...17_500, partials: 168, sixty: 1.85, damping: 0.30, brightest: 7_800, bloom: 0.0015,
    wash: 0.75, washSixty: 1.15, stick: 0.6, drive: 0.8, seconds: 1.5)

  /// The pedal's "chick": no stick, darker, the cymbals closing.
  static let pedalHiHat = Cymbal(
    hertz: 420...15_000, partials: 128, sixty: 0.34, damping: 0.30, brightest: 6_000, bloom: 0.003,
    wash: 0.9, washSixty: 0.18, stick: 0, drive: 0.8, seconds: 0.36)
}
