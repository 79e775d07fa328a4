/// Half an octave of decaying noise.
struct NoiseBand {
  /// The band's centre.
  var hertz: Double
  /// Seconds to lose 60 dB.
  var sixty: Double
  /// Time constant in seconds with which it starts.
  var attack: Double
  /// The rms from which it decays.
  var level: Double

  /// Half the width in octaves.
  private static let half = 0.25
  /// The q of a fourth-order Butterworth filter's two halves.
  private static let gentle = 0.541_196_100_146_197
  private static let sharp = 1.306_562_964_876_376_5

  /// Mixes the noise into a sound from its start on: one loop, because it runs for every recording.
  func add(to sound: inout Signal, _ chance: inout SeededRandom) {
    let edge = ExactMath.exp2(Self.half)
    var lowCut = Filter(.high, hertz: hertz / edge, q: Self.gentle)
    var sharpLowCut = Filter(.high, hertz: hertz / edge, q: Self.sharp)
    var highCut = Filter(.low, hertz: hertz * edge, q: Self.gentle)
    var sharpHighCut = Filter(.low, hertz: hertz * edge, q: Self.sharp)
    // White noise between ±1 has a power of 1/3 up to half the rate.
    let width = min(hertz * edge, 20_000) - hertz / edge
    let power = width / (Signal.rate / 2) / 3
    var decay = Decay(sixty: sixty, level: level / power.squareRoot())
    var missing = Decay(sixty: attack * 6.907_755)
    var samples = sound.samples
    let count = min(samples.count, Signal.frames(1.5 * sixty) + 64)
    sound.samples = []
    for n in 0..<count {
      let cut = sharpLowCut.process(lowCut.process(chance.bipolar()))
      let band = sharpHighCut.process(highCut.process(cut))
      samples[n] += band * decay.next() * (1 - missing.next())
    }
    sound.samples = samples
  }
}
