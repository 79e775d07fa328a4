/// The sounds of an analogue machine that are neither drums nor metal.
enum ElectronicPercussion {
  /// Two resonators that are struck with a pulse: a dry click of wood.
  static func rim(_ strike: Strike) -> Signal {
    var strike = strike
    var sound = ModalBank([
      Mode(hertz: 1_667, level: 1, sixty: 0.05, phase: 0.1),
      Mode(hertz: 455, level: 0.8, sixty: 0.06, phase: 0.1),
    ]).ring(seconds: 0.12).normalised()
    let tick = strike.burst(
      seconds: 0.008, sixty: 0.006, Filter(.high, hertz: strike.between(900, 1_800)))
    sound.mix(tick, gain: 0.7)
    return sound.saturated(drive: 1.5)
  }

  /// Three bursts of noise ten milliseconds apart, and a longer one in place of a room.
  static func clap(_ strike: Strike) -> Signal {
    var strike = strike
    var sound = Signal(seconds: 0.42)
    for (moment, sixty) in [(0.0, 0.02), (0.0105, 0.02), (0.021, 0.06)] {
      let burst = strike.burst(
        seconds: 0.08, sixty: sixty, Filter(.band, hertz: 1_080, q: 1.4),
        Filter(.high, hertz: 500))
      sound.mix(burst, gain: strike.wander(0.8), at: moment)
    }
    let tail = strike.burst(
      seconds: 0.4, sixty: strike.between(0.28, 0.36), Filter(.band, hertz: 1_150, q: 0.9),
      Filter(.high, hertz: 600))
    sound.mix(tail, gain: 0.4, at: 0.021)
    return sound
  }

  /// Two square waves a wide fifth apart through one resonance.
  static func cowbell(_ strike: Strike) -> Signal {
    let drop = strike.between(0.9, 1.05)
    var modes: [Mode] = []
    for root in [540.0, 800.0] {
      for harmonic in stride(from: 1.0, through: 9, by: 2) {
        let (hertz, level) = (root * harmonic, 1 / harmonic)
        modes.append(Mode(hertz: hertz, level: level, sixty: 0.5 * drop))
        modes.append(Mode(hertz: hertz, level: level, sixty: 0.07))
      }
    }
    return ModalBank(modes).ring(seconds: 0.45)
      .filtered(Filter(.band, hertz: 1_400, q: 0.5), Filter(.high, hertz: 450))
  }

  /// Two bursts of high noise: beads.
  static func tambourine(_ strike: Strike) -> Signal {
    var strike = strike
    var sound = Signal(seconds: 0.3)
    for (moment, gain, sixty) in [(0.0, 0.6, 0.03), (0.022, 1.0, 0.2)] {
      let beads = strike.burst(
        seconds: 0.27, attack: 0.002, sixty: sixty,
        Filter(.high, hertz: strike.between(5_500, 7_000)), Filter(.low, hertz: 14_000))
      sound.mix(beads, gain: gain * strike.wander(0.8), at: moment)
    }
    return sound
  }

  /// A row of pulses that becomes slower, through a resonance.
  static func vibraslap(_ strike: Strike) -> Signal {
    var strike = strike
    var clicks = Signal(seconds: 0.7)
    var (moment, gap, level) = (0.0, 0.018, 1.0)
    while moment < 0.6 {
      let click = strike.burst(seconds: 0.012, sixty: 0.008, Filter(.high, hertz: 600))
      clicks.mix(click, gain: level, at: moment)
      moment += gap
      gap *= 1.035
      level *= 0.9
    }
    return clicks.filtered(Filter(.band, hertz: 2_450, q: 4), Filter(.high, hertz: 700))
  }
}
