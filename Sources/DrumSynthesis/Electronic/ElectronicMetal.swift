/// Metal made of six square waves whose pitches have no common measure: hats, cymbals and the cowbell.
struct ElectronicMetal {
  /// The pitches, relative to the usual ones.
  var pitch = 1.0
  /// Seconds for the sound to lose 60 dB.
  var sixty: Double
  /// The band that is heard: its lower edge, and the centre and level of a lower band; 0 is none.
  var edge: Double
  var body = (hertz: 3_400.0, level: 0.0)
  /// The level of noise between the partials, 0 to 1.
  var air = 0.3
  /// The level of the stick, a short burst, and of a bell's two partials.
  var stick = 0.0
  var bell = 0.0
  var seconds: Double

  /// The oscillators of one metal; others are multiples of them.
  private static let hertz = [205.3, 304.4, 369.6, 522.7, 800.0, 540.0]
  /// Partials above this are left to the noise.
  private static let highest = 15_000.0

  func sound(_ strike: Strike) -> Signal {
    var strike = strike
    let life = sixty * strike.between(0.75, 1.02)
    let metal = squares(life, &strike)
    let bright = strike.between(0.85, 1.0) * edge
    var sound = metal.filtered(
      Filter(.high, hertz: bright, q: 0.9), Filter(.high, hertz: bright * 0.8)
    ).normalised()
    if body.level > 0 {
      let low = metal.filtered(Filter(.band, hertz: body.hertz, q: 1.6)).normalised()
      sound.mix(low, gain: body.level)
    }
    let hiss = strike.burst(
      seconds: seconds, sixty: life, Filter(.high, hertz: bright), Filter(.low, hertz: 14_000))
    sound.mix(hiss, gain: air * strike.wander(0.5))
    if stick > 0 {
      let tick = strike.burst(seconds: 0.02, sixty: 0.012, Filter(.high, hertz: 2_500))
      sound.mix(tick, gain: stick * strike.between(0.5, 1))
    }
    if bell > 0 { sound.mix(rung(life), gain: bell) }
    return sound
  }

  /// All odd harmonics of all oscillators, those that can be heard above the edges.
  private func squares(_ life: Double, _ strike: inout Strike) -> Signal {
    var modes: [Mode] = []
    for root in Self.hertz {
      var harmonic = 1.0
      while root * pitch * harmonic < Self.highest {
        let hertz = root * pitch * harmonic
        if hertz > 1_200 {
          modes.append(
            Mode(hertz: hertz, level: 1 / harmonic, sixty: life, phase: strike.noise.uniform()))
        }
        harmonic += 2
      }
    }
    return ModalBank(modes).ring(seconds: seconds)
  }

  private func rung(_ life: Double) -> Signal {
    ModalBank([
      Mode(hertz: 1_046 * pitch, level: 0.5, sixty: life),
      Mode(hertz: 1_562 * pitch, level: 0.4, sixty: life),
      Mode(hertz: 3_138 * pitch, level: 0.25, sixty: life * 0.6),
    ]).ring(seconds: seconds)
  }
}

extension ElectronicMetal {
  static let closedHat = ElectronicMetal(sixty: 0.16, edge: 7_200, seconds: 0.18)
  static let pedalHat = ElectronicMetal(
    sixty: 0.1, edge: 5_600, body: (2_600, 0.35), seconds: 0.14)
  static let openHat = ElectronicMetal(sixty: 0.85, edge: 7_000, seconds: 0.7)
  static let crash = ElectronicMetal(
    sixty: 2.2, edge: 5_200, body: (3_400, 0.7), air: 0.75, stick: 0.5, seconds: 1.5)
  static let secondCrash = ElectronicMetal(
    pitch: 1.13, sixty: 1.9, edge: 5_800, body: (3_900, 0.6), air: 0.8, stick: 0.5, seconds: 1.35)
  static let china = ElectronicMetal(
    pitch: 0.81, sixty: 1.4, edge: 3_800, body: (2_200, 0.9), air: 0.9, stick: 0.4, seconds: 1.1)
  static let splash = ElectronicMetal(
    pitch: 1.3, sixty: 0.7, edge: 6_000, body: (4_200, 0.5), air: 0.7, stick: 0.4, seconds: 0.6)
  static let ride = ElectronicMetal(
    sixty: 1.5, edge: 6_200, body: (4_600, 0.55), air: 0.12, stick: 0.9, seconds: 1.1)
  static let secondRide = ElectronicMetal(
    pitch: 0.93, sixty: 1.3, edge: 5_600, body: (4_100, 0.6), air: 0.15, stick: 0.8, seconds: 1.0)
  static let rideBell = ElectronicMetal(
    sixty: 1.0, edge: 6_500, air: 0.1, stick: 0.7, bell: 1.3, seconds: 0.8)
}
