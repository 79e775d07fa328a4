/// A struck drumhead: modes that share one pitch glide, because the head's tension falls after the
/// hit.
struct Membrane {
  /// A rise of pitch at the strike, as a share of the resting pitch, and its time constant.
  struct Glide {
    var rise: Double
    var seconds: Double
  }

  /// One mode of the head, as a ratio to the fundamental.
  struct Overtone {
    var ratio: Double
    var level: Double
    /// Seconds to lose 60 dB.
    var sixty: Double
    var phase = 0.0
  }

  var hertz: Double
  var glides: [Glide]
  var overtones: [Overtone]

  /// The head's sound from the strike on.
  func ring(seconds: Double) -> Signal {
    var result = Signal(seconds: seconds)
    let steps = phaseSteps(count: result.samples.count)
    for overtone in overtones {
      var phase = overtone.phase
      var decay = Decay(sixty: overtone.sixty, level: overtone.level)
      let lifetime = min(steps.count, Signal.frames(1.7 * overtone.sixty))
      for n in 0..<lifetime {
        result.samples[n] += decay.next() * ExactMath.sine(turns: phase)
        phase += overtone.ratio * steps[n]
      }
    }
    return result
  }

  /// The fundamental's advance in turns, frame by frame.
  private func phaseSteps(count: Int) -> [Double] {
    var steps = [Double](repeating: hertz / Signal.rate, count: count)
    for glide in glides {
      var rise = Decay(sixty: glide.seconds * 6.907_755, level: glide.rise * hertz / Signal.rate)
      for n in 0..<count { steps[n] += rise.next() }
    }
    return steps
  }
}
