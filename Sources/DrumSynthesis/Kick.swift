/// A bass drum: a low head whose pitch falls after the hit, and the beater's click.
struct Kick {
  /// The head's resting pitch.
  var hertz: Double
  /// How far and how long the pitch is raised at the hit.
  var sweep: Membrane.Glide
  /// Seconds for the body to lose 60 dB.
  var sixty: Double
  /// The beater's pitch and level at full force.
  var clickHertz: Double
  var click: Double
  var seconds: Double

  /// Deep and round, with a felt beater and more room.
  static let acoustic = Kick(
    hertz: 47, sweep: .init(rise: 1.1, seconds: 0.020), sixty: 0.64,
    clickHertz: 1_900, click: 0.42, seconds: 0.9)

  /// Tight and punchy, with a hard beater.
  static let tight = Kick(
    hertz: 53, sweep: .init(rise: 1.4, seconds: 0.013), sixty: 0.42,
    clickHertz: 2_900, click: 0.6, seconds: 0.65)

  func sound(_ strike: Strike) -> Signal {
    var strike = strike
    let force = strike.force
    let head = Membrane(
      hertz: hertz,
      glides: [
        .init(rise: sweep.rise * (0.5 + 0.5 * force), seconds: sweep.seconds),
        .init(rise: 5 * force, seconds: 0.0022),
      ],
      overtones: [
        .init(ratio: 1, level: 0.75, sixty: sixty, phase: 0.02),
        .init(ratio: 1, level: 0.55, sixty: sixty * 0.35, phase: 0.02),
        .init(ratio: 1.593, level: 0.16 * force, sixty: sixty * 0.3),
        .init(ratio: 2.296, level: 0.11 * force, sixty: sixty * 0.2, phase: 0.5),
        .init(ratio: 3.6, level: 0.08 * force, sixty: sixty * 0.14),
      ])
    var sound = head.ring(seconds: seconds).saturated(drive: 1.0 + 0.7 * force)
    let beater = strike.burst(
      seconds: 0.08, attack: 0.0004, sixty: 0.02, Filter(.band, hertz: clickHertz, q: 0.7))
    let slap = strike.burst(
      seconds: 0.15, attack: 0.0008, sixty: 0.05, Filter(.band, hertz: 620, q: 0.8))
    sound.mix(beater, gain: click * strike.between(0.12, 1))
    sound.mix(slap, gain: 0.2 * strike.between(0.4, 1))
    let toned = sound.filtered(Filter(.low, hertz: strike.between(500, 14_000)))
    return Room(sixty: 0.22, level: 0.05).around(toned)
  }
}
