/// A drum's sound around one frequency: what rings, and noise that starts with the stroke.
///
/// Levels are those of an octave around it, in decibels of rms at the stroke, relative to the whole sound's first 30 ms.
struct Band {
  var hertz: Double
  /// The level from which the ringing part decays.
  var ring: Double
  /// Seconds for the ringing part to lose 60 dB.
  var sixty: Double
  /// Time constant in seconds with which the ringing part builds up.
  var swell: Double
  /// The level from which the noise decays: stick, wires, jingles.
  var noise: Double
  /// Seconds for the noise to lose 60 dB.
  var noiseSixty: Double

  init(
    _ hertz: Double, ring: Double, _ sixty: Double, swell: Double = 0.0005, noise: Double,
    _ noiseSixty: Double
  ) {
    self.hertz = hertz
    self.ring = ring
    self.sixty = sixty
    self.swell = swell
    self.noise = noise
    self.noiseSixty = noiseSixty
  }
}

extension Band {
  /// Half an octave around `hertz`, on the line from this band to another.
  fileprivate func towards(_ other: Band, at hertz: Double) -> Band {
    let apart = ExactMath.log2(other.hertz / self.hertz)
    let share = apart > 0 ? min(max(ExactMath.log2(hertz / self.hertz) / apart, 0), 1) : 0
    func line(_ one: Double, _ other: Double) -> Double { one + share * (other - one) }
    func curve(_ one: Double, _ other: Double) -> Double {
      one * ExactMath.power(other / one, share)
    }
    // Half an octave has half the power.
    return Band(
      hertz, ring: line(ring, other.ring) - 3.01, curve(sixty, other.sixty),
      swell: curve(swell, other.swell), noise: line(noise, other.noise) - 3.01,
      curve(noiseSixty, other.noiseSixty))
  }
}

/// A sound described band by band, with levels and decays as they are measured on real drums.
struct BandedSound {
  /// How the sound changes from the hardest stroke to the softest.
  struct Softness {
    /// Decibels an octave by which a soft stroke falls above `pivot` (and rises below it).
    var slope = 1.5
    /// The frequency whose level does not depend on force.
    var pivot = 250.0
    /// The decay times of the softest stroke, relative to the hardest.
    var decay = 1.0
  }

  var bands: [Band]
  /// Partials in the octave around 1 kHz; 0 makes the ringing part noise.
  var partials = 0.0
  /// Above this the partials are too dense to be distinguished from noise.
  var densest = 5_000.0
  /// How far the partials' levels spread: the standard deviation in decibels.
  var unevenness = 6.0
  var softness = Softness()
  /// How far each half octave differs from take to take: the standard deviation in decibels.
  var wander = 2.1

  /// Parts under this level are left out.
  private static let inaudible = -62.0

  /// The sound from the stroke on; takes differ in noise, phases and by a decibel or two in each
  /// band.
  func sound(_ strike: inout Strike, seconds: Double) -> Signal {
    var result = Signal(seconds: seconds)
    for band in halves {
      let decibels = tilt(at: band.hertz, force: strike.force) + wander * strike.noise.normal()
      let slower = ExactMath.power(softness.decay, 1 - strike.force)
      if band.noise > Self.inaudible {
        NoiseBand(
          hertz: band.hertz, sixty: band.noiseSixty * slower, attack: 0.0003,
          level: ExactMath.amplitude(decibels: band.noise + decibels)
        ).add(to: &result, &strike.noise)
      }
      if band.ring > Self.inaudible {
        var ring = band
        ring.sixty *= slower
        ring.ring += decibels
        addRing(ring, to: &result, &strike)
      }
    }
    return result
  }

  /// The bands in steps of half an octave, on lines between those given.
  private var halves: [Band] {
    guard let lowest = bands.first, let highest = bands.last else { return [] }
    var halves: [Band] = []
    var hertz = lowest.hertz
    while hertz < highest.hertz * 1.1 {
      let upper = bands.first { $0.hertz > hertz } ?? highest
      let lower = bands.last { $0.hertz <= hertz } ?? lowest
      halves.append(lower.towards(upper, at: hertz))
      hertz *= 2.0.squareRoot()
    }
    return halves
  }

  private func tilt(at hertz: Double, force: Double) -> Double {
    (force - 0.8) * softness.slope * ExactMath.log2(hertz / softness.pivot)
  }

  private func addRing(_ band: Band, to result: inout Signal, _ strike: inout Strike) {
    let level = ExactMath.amplitude(decibels: band.ring)
    if partials > 0, band.hertz < densest {
      let ring = ModalBank(modes(in: band, &strike)).ring(seconds: result.seconds)
      result.mix(ring.swelling(over: band.swell), gain: level)
    } else {
      NoiseBand(hertz: band.hertz, sixty: band.sixty, attack: band.swell, level: level)
        .add(to: &result, &strike.noise)
    }
  }

  /// The band's partials at random places, with an rms of 1 together.
  private func modes(in band: Band, _ strike: inout Strike) -> [Mode] {
    let count = max(1, Int((0.5 * partials * band.hertz / 1_000).rounded()))
    var modes: [Mode] = []
    var power = 0.0
    for _ in 0..<count {
      let hertz = band.hertz * ExactMath.exp2(strike.body.within(-0.25...0.25))
      let uneven = unevenness * strike.body.normal()
      let level = ExactMath.amplitude(decibels: uneven + 2 * strike.noise.normal())
      let life = band.sixty * strike.body.within(0.7...1.3)
      // Low partials start in step in every take and on both sides; high ones do not.
      let own = strike.body.uniform()
      let phase = band.hertz < 400 ? own : strike.noise.uniform()
      power += 0.5 * level * level
      modes.append(Mode(hertz: hertz, level: level, sixty: life, phase: phase))
    }
    let gain = 1 / power.squareRoot()
    for index in modes.indices { modes[index].level *= gain }
    return modes
  }
}
