/// Instruments with many small parts that hit repeatedly.
enum Rattles {
  /// Jingles on a ring: a shake with a blow at its end.
  static func tambourine(_ strike: Strike) -> Signal {
    var strike = strike
    var sound = Signal(seconds: 0.55)
    for jingle in 0..<22 {
      // Most jingles sound with the hit, the others a little later.
      let late = strike.noise.uniform()
      let moment = jingle < 6 ? 0.004 * late : 0.11 * late * late
      var modes: [Mode] = []
      let disc = strike.body.within(0.88...1.14)
      for ratio in [3_450.0, 4_720, 6_180, 7_540, 9_310, 11_800, 13_900] {
        modes.append(
          Mode(
            hertz: ratio * disc * strike.body.within(0.97...1.03),
            level: strike.body.within(0.3...1) * (ratio < 4_000 ? 0.3 : 1),
            sixty: strike.body.within(0.14...0.45), phase: strike.body.uniform()))
      }
      let level = ExactMath.exp2(-26 * moment) * strike.noise.within(0.4...1)
      sound.mix(ModalBank(modes).ring(seconds: 0.45), gain: level, at: moment)
    }
    var shaken = sound.normalised()
    shaken.mix(
      strike.burst(seconds: 0.4, attack: 0.002, sixty: 0.26, Filter(.high, hertz: 6_500)),
      gain: 0.35)
    shaken.mix(
      strike.burst(seconds: 0.1, sixty: 0.05, Filter(.band, hertz: 420, q: 1.0)), gain: 0.12)
    return shaken.saturated(drive: 0.8)
  }

  /// Teeth that rattle in a wooden box, ever slower and softer.
  static func vibraslap(_ strike: Strike) -> Signal {
    var strike = strike
    let seconds = 1.7
    var clacks = Signal(seconds: seconds)
    var moment = 0.0
    var level = 1.0
    while moment < seconds - 0.3 {
      let tooth = strike.burst(seconds: 0.012, sixty: 0.004, Filter(.high, hertz: 900))
      clacks.mix(tooth, gain: level * strike.noise.within(0.7...1), at: moment)
      moment += strike.noise.within(0.034...0.041)
      level *= 0.885
    }
    let box: [(Double, Double, Double)] = [
      (1_340, 7, 0.5), (2_080, 11, 1.0), (2_790, 9, 0.75), (4_420, 7, 0.5), (6_700, 5, 0.3),
    ]
    var sound = clacks.scaled(by: 0.25)
    for (hertz, q, gain) in box {
      sound.mix(clacks.filtered(Filter(.band, hertz: hertz, q: q)), gain: gain * 2)
    }
    return Room(sixty: 0.3, level: 0.06).around(sound)
  }
}
