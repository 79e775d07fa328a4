/// A bass drum: a low head whose pitch falls after the hit, its shell, and the beater.
struct Kick {
  /// The head's resting pitch.
  var hertz: Double
  /// How far and how long the pitch is raised at the hit.
  var sweep: Membrane.Glide
  /// Seconds for the body to lose 60 dB.
  var sixty: Double
  /// The beater and the shell.
  var shell: BandedSound
  var seconds: Double

  /// Deep and round, with a felt beater.
  static let acoustic = Kick(
    hertz: 48, sweep: .init(rise: 1.0, seconds: 0.018), sixty: 0.50,
    shell: shell(beater: 0), seconds: 0.7)

  /// Tight, with a hard beater.
  static let tight = Kick(
    hertz: 55, sweep: .init(rise: 1.2, seconds: 0.012), sixty: 0.36,
    shell: shell(beater: 2.5), seconds: 0.5)

  /// `beater` is how many decibels harder than felt it is.
  private static func shell(beater: Double) -> BandedSound {
    BandedSound(
      bands: [
        Band(125, ring: -15, 0.28, noise: -38, 0.5),
        Band(250, ring: -18, 0.2, noise: -27, 0.4),
        Band(500, ring: -26, 0.2, noise: -20, 0.14),
        Band(1_000, ring: -27, 0.2, noise: -16 + beater, 0.057),
        Band(2_000, ring: -30, 0.18, noise: -15 + beater, 0.046),
        Band(4_000, ring: -33, 0.16, noise: -18 + beater, 0.05),
        Band(8_000, ring: -37, 0.17, noise: -26 + beater, 0.036),
        Band(14_000, ring: -57, 0.3, noise: -39, 0.05),
      ],
      partials: 6, densest: 900, softness: .init(slope: 2.3, pivot: 90))
  }

  func sound(_ strike: Strike) -> Signal {
    var strike = strike
    let force = strike.force
    let head = Membrane(
      hertz: hertz,
      glides: [
        .init(rise: sweep.rise * (0.85 + 0.15 * force), seconds: sweep.seconds),
        .init(rise: 1.5 + force, seconds: 0.0022),
      ],
      overtones: [
        .init(ratio: 1, level: 0.75 * strike.wander(0.8), sixty: sixty, phase: 0.02),
        .init(ratio: 1, level: 0.5, sixty: sixty * 0.4, phase: 0.02),
        .init(ratio: 1.593, level: 0.3 * strike.wander(), sixty: sixty * 0.6),
        .init(ratio: 2.296, level: 0.26 * strike.wander(), sixty: sixty * 0.55, phase: 0.5),
        .init(ratio: 3.6, level: 0.14 * strike.wander(), sixty: sixty * 0.45),
      ])
    var sound = head.ring(seconds: seconds).saturated(drive: 1.0 + 0.5 * force)
      .struck(decibels: -0.5)
    sound.mix(shell.sound(&strike, seconds: seconds))
    return Room(sixty: 0.3, level: 0.06, take: strike.take).around(sound)
  }
}
