/// A tom, or a bongo: a tuned head with a slow pitch glide, and the stick.
struct Tom {
  /// The head's resting pitch.
  var hertz: Double
  /// Seconds for the fundamental to lose 60 dB.
  var sixty: Double
  /// The stick's or hand's click.
  var clickHertz = 2_600.0
  var click = 0.5
  var seconds: Double

  func sound(_ strike: Strike) -> Signal {
    var strike = strike
    let force = strike.force
    let head = Membrane(
      hertz: hertz,
      glides: [
        .init(rise: 0.09 * (0.3 + 0.7 * force), seconds: 0.055),
        .init(rise: 0.5 * force, seconds: 0.004),
      ],
      // An air-loaded head: the upper modes are closer than on an ideal membrane.
      overtones: [
        .init(ratio: 1, level: 0.8, sixty: sixty, phase: 0.02),
        .init(ratio: 1, level: 0.5, sixty: sixty * 0.3, phase: 0.02),
        .init(ratio: 1.504, level: 0.62 * (0.5 + 0.5 * force), sixty: sixty * 0.66),
        .init(ratio: 1.742, level: 0.26, sixty: sixty * 0.4, phase: 0.5),
        .init(ratio: 2.000, level: 0.34 * force, sixty: sixty * 0.5),
        .init(ratio: 2.245, level: 0.20 * force, sixty: sixty * 0.36, phase: 0.5),
        .init(ratio: 2.494, level: 0.20 * force, sixty: sixty * 0.4),
        .init(ratio: 2.990, level: 0.15 * force, sixty: sixty * 0.3, phase: 0.5),
        .init(ratio: 3.462, level: 0.11 * force, sixty: sixty * 0.25),
        .init(ratio: 4.31, level: 0.08 * force, sixty: sixty * 0.2),
      ])
    var sound = head.ring(seconds: seconds).saturated(drive: 0.7 + 0.6 * force)
    let stick = strike.burst(
      seconds: 0.06, attack: 0.0003, sixty: 0.02, Filter(.band, hertz: clickHertz, q: 0.7))
    let skin = strike.burst(
      seconds: 0.2, attack: 0.0006, sixty: 0.075, Filter(.band, hertz: hertz * 5, q: 0.6))
    sound.mix(stick, gain: click * strike.between(0.15, 1))
    sound.mix(skin, gain: 0.42 * strike.between(0.4, 1))
    let toned = sound.filtered(Filter(.low, hertz: strike.between(1_400, 15_000)))
    return Room(sixty: 0.3, level: 0.07).around(toned)
  }
}
