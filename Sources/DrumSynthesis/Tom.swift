/// A tom: a tuned head with a slow pitch glide, its shell, and the stick.
struct Tom {
  /// The head's resting pitch.
  var hertz: Double
  /// Seconds for the fundamental to lose 60 dB.
  var sixty: Double
  var seconds: Double

  /// Shell, skin and stick, as levels and decays of recorded toms.
  private static let shell = BandedSound(
    bands: [
      Band(500, ring: -24, 1.0, noise: -16, 0.28),
      Band(1_000, ring: -23.5, 0.75, noise: -11.5, 0.18),
      Band(2_000, ring: -27.5, 0.6, noise: -13, 0.13),
      Band(4_000, ring: -28.5, 0.5, noise: -12, 0.09),
      Band(8_000, ring: -39.5, 0.5, noise: -19, 0.058),
      Band(14_000, ring: -53, 0.45, noise: -32, 0.05),
    ],
    partials: 5, densest: 3_000, softness: .init(slope: 2.6, pivot: 150))

  func sound(_ strike: Strike) -> Signal {
    var strike = strike
    let force = strike.force
    let head = Membrane(
      hertz: hertz,
      glides: [
        .init(rise: 0.08 * (0.3 + 0.7 * force), seconds: 0.055),
        .init(rise: 0.3 * force, seconds: 0.004),
      ],
      // An air-loaded head: the upper modes are closer than on an ideal membrane.
      overtones: [
        .init(ratio: 1, level: 0.7 * strike.wander(0.8), sixty: sixty, phase: 0.02),
        .init(ratio: 1, level: 0.5, sixty: sixty * 0.2, phase: 0.02),
        .init(ratio: 1.504, level: 0.42 * strike.wander(), sixty: sixty * 0.4),
        .init(ratio: 1.742, level: 0.22 * strike.wander(), sixty: sixty * 0.3, phase: 0.5),
        .init(ratio: 2.000, level: 0.20 * strike.wander(), sixty: sixty * 0.4),
        .init(ratio: 2.245, level: 0.14 * strike.wander(), sixty: sixty * 0.35, phase: 0.5),
        .init(ratio: 2.494, level: 0.12 * strike.wander(2), sixty: sixty * 0.4),
        .init(ratio: 2.990, level: 0.10 * strike.wander(2), sixty: sixty * 0.35, phase: 0.5),
        .init(ratio: 3.462, level: 0.08 * strike.wander(2), sixty: sixty * 0.35),
        .init(ratio: 4.31, level: 0.06 * strike.wander(2), sixty: sixty * 0.35),
      ])
    var sound = head.ring(seconds: seconds).saturated(drive: 0.7 + 0.3 * force)
      .struck(decibels: -0.6)
    sound.mix(Self.shell.sound(&strike, seconds: seconds))
    return Room(sixty: 0.4, level: 0.07, take: strike.take).around(sound)
  }
}
