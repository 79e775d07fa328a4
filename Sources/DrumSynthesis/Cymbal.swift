/// A cymbal: hundreds of inharmonic partials, a wash of noise, and the stick.
struct Cymbal {
  /// The frequency range of the partials.
  var hertz: ClosedRange<Double>
  var partials: Int
  /// Seconds for a partial at 1 kHz to lose 60 dB.
  var sixty: Double
  /// How much faster high partials decay: sixty · (kHz)^-damping.
  var damping: Double
  /// The frequency at which the spectrum is loudest.
  var brightest: Double
  /// Seconds for the energy to spread to the high partials.
  var bloom: Double
  /// Level of the noise between the partials, relative to them.
  var haze = 0.5
  /// Level of the wash relative to the partials, and the seconds it takes to decay by 60 dB.
  var wash: Double
  var washSixty: Double
  /// The stick's tip.
  var stick: Double
  /// Prominent partials, a bell's or a ride's ping, as (Hz, level, seconds to -60 dB).
  var ping: [Mode] = []
  /// Drive of the saturation: a little for body, a lot for a trashy sound.
  var drive = 0.5
  var seconds: Double

  func sound(_ strike: Strike) -> Signal {
    var strike = strike
    var sound = shimmer(&strike).normalised()
    sound.mix(continuum(&strike), gain: haze)
    sound.mix(hiss(&strike), gain: wash * strike.between(0.5, 1))
    if !ping.isEmpty { sound.mix(ModalBank(ping).ring(seconds: seconds)) }
    let tip = strike.burst(
      seconds: 0.05, sixty: 0.012, Filter(.high, hertz: 2_500), Filter(.low, hertz: 14_000))
    sound.mix(tip, gain: stick * strike.between(0.4, 1))
    let toned = sound.filtered(
      Filter(.high, hertz: hertz.lowerBound * 0.8),
      Filter(.low, hertz: strike.between(8_000, 19_500), q: 0.6))
    return drive > 0 ? toned.saturated(drive: drive * strike.between(0.6, 1)) : toned
  }

  /// The partials: those below the brightest start at once, those above swell with the bloom.
  private func shimmer(_ strike: inout Strike) -> Signal {
    var low: [Mode] = []
    var high: [Mode] = []
    for index in 0..<partials {
      // A plate's modes are evenly spaced in frequency; each is moved randomly by up to half a
      // step.
      let place = (Double(index) + strike.body.within(0...1)) / Double(partials)
      let f = hertz.lowerBound + (hertz.upperBound - hertz.lowerBound) * place * (0.3 + 0.7 * place)
      let level = strike.body.within(0.25...1) * self.level(at: f, strike)
      let life = sixty(at: f) * strike.body.within(0.85...1.15)
      let mode = Mode(hertz: f, level: level, sixty: life, phase: strike.body.uniform())
      if f < brightest { low.append(mode) } else { high.append(mode) }
    }
    var sound = ModalBank(low).ring(seconds: seconds)
    sound.mix(ModalBank(high).ring(seconds: seconds).swelling(over: bloom))
    return sound
  }

  /// The thousands of partials between the individual ones, as noise with the same decay law.
  private func continuum(_ strike: inout Strike) -> Signal {
    var sound = Signal(seconds: seconds)
    var centre = hertz.lowerBound * 1.2
    while centre < 15_000 {
      let band = strike.burst(
        seconds: seconds, attack: centre < brightest ? 0.001 : bloom, sixty: sixty(at: centre),
        Filter(.band, hertz: centre, q: 1.2))
      // A band one octave wide contains more energy the higher it is.
      sound.mix(band, gain: level(at: centre, strike) * (centre / brightest).squareRoot())
      centre *= 1.9
    }
    return sound.normalised()
  }

  /// The wash: noise that decays faster than the partials.
  private func hiss(_ strike: inout Strike) -> Signal {
    var sound = strike.burst(
      seconds: seconds, attack: bloom, sixty: washSixty, Filter(.band, hertz: brightest, q: 0.6))
    sound.mix(
      strike.burst(
        seconds: seconds, attack: bloom * 1.5, sixty: washSixty * 0.6,
        Filter(.high, hertz: brightest * 1.8)),
      gain: strike.between(0.2, 0.6))
    return sound.normalised()
  }

  /// The level of a partial: a broad maximum, falling more steeply above it for a softer hit.
  private func level(at hertz: Double, _ strike: Strike) -> Double {
    hertz < brightest
      ? ExactMath.power(brightest / hertz, -0.55)
      : ExactMath.power(hertz / brightest, -strike.between(1.4, 0.75))
  }

  /// Seconds for a partial to decay by 60 dB.
  private func sixty(at hertz: Double) -> Double {
    sixty * ExactMath.power(max(hertz, 800) / 1_000, -damping)
  }
}
