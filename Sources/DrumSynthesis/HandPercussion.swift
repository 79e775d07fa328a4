/// Drums played by hand or with one stick, each synthesised in its own way.
enum HandPercussion {
  /// The stick laid across the rim: a dry wooden knock.
  static func sideStick(_ strike: Strike) -> Signal {
    var strike = strike
    var sound = ModalBank([
      Mode(hertz: 438, level: 0.45, sixty: 0.10), Mode(hertz: 862, level: 0.7, sixty: 0.075),
      Mode(hertz: 1_724, level: 1.0, sixty: 0.065), Mode(hertz: 2_617, level: 0.55, sixty: 0.05),
      Mode(hertz: 3_905, level: 0.35, sixty: 0.035), Mode(hertz: 5_480, level: 0.2, sixty: 0.025),
    ]).ring(seconds: 0.3).normalised()
    sound.mix(
      strike.burst(seconds: 0.03, attack: 0.0003, sixty: 0.012, Filter(.high, hertz: 2_500)),
      gain: 0.8)
    sound.mix(
      strike.burst(seconds: 0.3, attack: 0.001, sixty: 0.1, Filter(.band, hertz: 4_500, q: 0.5)),
      gain: 0.07)
    return Room(sixty: 0.3, level: 0.10).around(sound)
  }

  /// A few pairs of hands, slightly apart in time.
  static func clap(_ strike: Strike) -> Signal {
    var strike = strike
    var sound = Signal(seconds: 0.5)
    for (moment, gain) in [(0.0, 0.7), (0.0105, 0.8), (0.0215, 0.75), (0.031, 1.0)] {
      let palm = strike.noise.within(1_000...1_450)
      let hand = strike.burst(
        seconds: 0.06, attack: 0.0003, sixty: 0.024, Filter(.band, hertz: palm, q: 1.3),
        Filter(.high, hertz: 500))
      sound.mix(hand, gain: gain, at: moment)
      let air = strike.burst(seconds: 0.03, sixty: 0.012, Filter(.high, hertz: 3_000))
      sound.mix(air, gain: 0.3 * gain, at: moment)
    }
    let tail = strike.burst(
      seconds: 0.45, attack: 0.002, sixty: 0.26, Filter(.band, hertz: 1_300, q: 0.9),
      Filter(.high, hertz: 500))
    sound.mix(tail, gain: 0.42, at: 0.033)
    return Room(sixty: 0.35, level: 0.12).around(sound.saturated(drive: 1.2))
  }

  /// Two clear pitches, an imperfect fifth apart, with a metallic sound above them.
  static func cowbell(_ strike: Strike) -> Signal {
    var strike = strike
    let modes: [(Double, Double, Double)] = [
      (562, 0.9, 0.34), (845, 1.0, 0.40), (1_126, 0.16, 0.2), (1_694, 0.34, 0.22),
      (2_247, 0.22, 0.16), (2_536, 0.26, 0.18), (3_371, 0.18, 0.12), (4_228, 0.16, 0.10),
      (5_910, 0.10, 0.07), (7_604, 0.06, 0.05),
    ]
    var sound = ModalBank(
      modes.flatMap { hertz, level, sixty in
        [
          Mode(hertz: hertz, level: level, sixty: sixty),
          Mode(hertz: hertz * 1.001, level: level * 0.7, sixty: sixty * 0.3, phase: 0.02),
        ]
      }
    ).ring(seconds: 0.6).saturated(drive: 1.4)
    let stick = strike.burst(
      seconds: 0.03, attack: 0.0003, sixty: 0.016, Filter(.band, hertz: 3_000, q: 0.7))
    sound.mix(stick, gain: 0.5)
    return Room(sixty: 0.25, level: 0.06).around(sound)
  }
}
