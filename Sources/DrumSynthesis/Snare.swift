/// A snare drum: a tuned head, the wires below it, and the stick.
struct Snare {
  /// The head's lowest mode.
  var hertz: Double
  /// The decay of the modes relative to the acoustic drum's.
  var ring: Double
  /// Seconds for the wires to lose 60 dB.
  var wireSixty: Double
  /// The centre of the wires' spectrum.
  var wireHertz: Double
  /// The level of the wires relative to the head.
  var wires: Double
  /// Drive of the final saturation: the crack.
  var drive: Double
  var seconds: Double

  /// A wooden drum, open and full.
  static let acoustic = Snare(
    hertz: 184, ring: 1, wireSixty: 0.44, wireHertz: 3_600, wires: 0.95, drive: 1.7,
    seconds: 0.6)

  /// Tighter, higher and brighter.
  static let electric = Snare(
    hertz: 222, ring: 0.62, wireSixty: 0.27, wireHertz: 5_200, wires: 1.05, drive: 2.3,
    seconds: 0.45)

  func sound(_ strike: Strike) -> Signal {
    var strike = strike
    let head = self.head(strike).normalised()
    var sound = head.scaled(by: 0.66)
    sound.mix(rattle(&strike, against: head), gain: wires * strike.between(0.9, 1))
    let stick = strike.burst(
      seconds: 0.03, attack: 0.0003, sixty: 0.012, Filter(.high, hertz: 1_800),
      Filter(.low, hertz: 11_000))
    let thump = strike.burst(
      seconds: 0.1, sixty: 0.06, Filter(.band, hertz: 1_500, q: 0.6))
    sound.mix(stick, gain: 0.55 * strike.between(0.12, 1))
    sound.mix(thump, gain: 0.5 * strike.between(0.3, 1))
    let driven = sound.saturated(drive: 1 + (drive - 1) * strike.force)
    let toned = driven.filtered(
      Filter(.low, hertz: strike.between(7_500, 18_500)), Filter(.high, hertz: 90))
    return Room(sixty: 0.3, level: 0.09).around(toned)
  }

  private func head(_ strike: Strike) -> Signal {
    let force = strike.force
    return Membrane(
      hertz: hertz,
      glides: [.init(rise: 0.10 * force, seconds: 0.022)],
      overtones: [
        .init(ratio: 1, level: 1, sixty: 0.26 * ring, phase: 0.03),
        .init(ratio: 1.793, level: 0.62, sixty: 0.21 * ring, phase: 0.05),
        .init(ratio: 2.41, level: 0.24 * force, sixty: 0.17 * ring),
        .init(ratio: 2.78, level: 0.20 * force, sixty: 0.24 * ring, phase: 0.5),
        .init(ratio: 3.65, level: 0.13 * force, sixty: 0.13 * ring),
        .init(ratio: 4.92, level: 0.09 * force, sixty: 0.19 * ring),
        .init(ratio: 6.31, level: 0.06 * force, sixty: 0.1 * ring),
      ]
    ).ring(seconds: seconds)
  }

  /// The wires: noise in two bands, modulated by the head while it moves.
  private func rattle(_ strike: inout Strike, against head: Signal) -> Signal {
    var wires = strike.burst(
      seconds: seconds, attack: 0.0012, sixty: wireSixty * strike.between(0.7, 1),
      Filter(.high, hertz: 1_000), Filter(.band, hertz: wireHertz, q: 0.4))
    let sizzle = strike.burst(
      seconds: seconds, attack: 0.0025, sixty: wireSixty * 0.75, Filter(.high, hertz: 7_500))
    wires.mix(sizzle, gain: strike.between(0.12, 0.34))
    for n in wires.samples.indices {
      wires.samples[n] *= 0.7 + 0.9 * min(1, abs(head.samples[n]))
    }
    return wires.normalised()
  }
}
