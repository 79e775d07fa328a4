/// A snare drum: a tuned head, the ringing shell, the wires below it, and the stick.
struct Snare {
  /// The head's lowest mode.
  var hertz: Double
  /// The decay of the head's modes relative to the acoustic drum's.
  var ring: Double
  /// Level of everything above the head in decibels, relative to the acoustic drum's.
  var wires: Double
  /// Drive of the final saturation: the crack.
  var drive: Double
  var seconds: Double

  /// A wooden drum, open and full.
  static let acoustic = Snare(hertz: 186, ring: 1, wires: 0, drive: 0.9, seconds: 0.6)

  /// Tighter and higher, with more wires.
  static let electric = Snare(hertz: 226, ring: 0.8, wires: 2, drive: 1.3, seconds: 0.5)

  /// Shell, wires and stick, as levels and decays of recorded snares.
  private static let rattle = BandedSound(
    bands: [
      Band(125, ring: -24, 0.25, noise: -34, 0.6),
      Band(500, ring: -31.5, 0.72, noise: -14, 0.28),
      Band(1_000, ring: -28.5, 0.66, noise: -10, 0.27),
      Band(2_000, ring: -29.5, 0.56, noise: -11, 0.26),
      Band(4_000, ring: -13.5, 0.39, swell: 0.008, noise: -4.5, 0.02),
      Band(8_000, ring: -15.5, 0.37, swell: 0.012, noise: -9, 0.02),
      Band(14_000, ring: -26.5, 0.32, swell: 0.02, noise: -24, 0.02),
    ],
    partials: 4, densest: 3_000, unevenness: 4,
    softness: .init(slope: 0.6, pivot: 500, decay: 0.85), wander: 3.0)

  func sound(_ strike: Strike) -> Signal {
    var strike = strike
    var sound = head(&strike).struck(decibels: -1.2)
    sound.mix(
      Self.rattle.sound(&strike, seconds: seconds), gain: ExactMath.amplitude(decibels: wires))
    let driven = sound.saturated(drive: drive * (0.6 + 0.4 * strike.force))
      .filtered(Filter(.high, hertz: 80))
    return Room(sixty: 0.35, level: 0.08, take: strike.take).around(driven)
  }

  private func head(_ strike: inout Strike) -> Signal {
    let force = strike.force
    return Membrane(
      hertz: hertz,
      glides: [.init(rise: 0.08 * force, seconds: 0.022)],
      overtones: [
        .init(ratio: 1, level: 1 * strike.wander(), sixty: 0.24 * ring, phase: 0.03),
        .init(ratio: 1.53, level: 0.45 * strike.wander(1.8), sixty: 0.45 * ring, phase: 0.5),
        .init(ratio: 1.793, level: 0.62 * strike.wander(1.8), sixty: 0.25 * ring, phase: 0.05),
        .init(ratio: 2.41, level: 0.20 * strike.wander(3), sixty: 0.5 * ring),
        .init(ratio: 2.78, level: 0.16 * strike.wander(3), sixty: 0.4 * ring, phase: 0.5),
        .init(ratio: 3.65, level: 0.12 * strike.wander(3), sixty: 0.45 * ring),
        .init(ratio: 4.92, level: 0.09 * strike.wander(3), sixty: 0.5 * ring),
        .init(ratio: 5.98, level: 0.06 * strike.wander(3), sixty: 0.4 * ring),
      ]
    ).ring(seconds: seconds)
  }
}
