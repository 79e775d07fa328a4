/// One partial: an exponentially decaying sine.
struct Mode {
  var hertz: Double
  var level: Double
  /// Seconds to lose 60 dB.
  var sixty: Double
  /// The phase in turns at which the sine starts.
  var phase = 0.0
}

/// Many modes computed together, each by the recurrence y(n+1) = 2 r cos(w) y(n) - r² y(n-1).
struct ModalBank {
  private struct Resonator {
    let turn: Double
    let loss: Double
    let first: Double
    let before: Double
    let lifetime: Int

    init(_ mode: Mode) {
      let radius = Decay.factor(sixty: mode.sixty)
      let step = mode.hertz / Signal.rate
      turn = 2 * radius * ExactMath.cosine(turns: step)
      loss = radius * radius
      first = mode.level * ExactMath.sine(turns: mode.phase)
      before = mode.level / radius * ExactMath.sine(turns: mode.phase - step)
      // At 84 dB below its start, one of many modes is inaudible.
      lifetime = Signal.frames(1.4 * mode.sixty)
    }
  }

  private let resonators: [Resonator]

  init(_ modes: [Mode]) {
    // Two are computed in one loop, so neighbours should have similar lifetimes; the order is
    // total, so that additions always happen in the same order.
    resonators = modes.sorted { ($0.sixty, $0.hertz) > ($1.sixty, $1.hertz) }.map(Resonator.init)
  }

  /// The modes' sum from the strike on.
  func ring(seconds: Double) -> Signal {
    var samples = [Double](repeating: 0, count: Signal.frames(seconds))
    let silent = Resonator(Mode(hertz: 0, level: 0, sixty: 1))
    for index in stride(from: 0, to: resonators.count, by: 2) {
      let other = index + 1 < resonators.count ? resonators[index + 1] : silent
      Self.add(resonators[index], other, to: &samples)
    }
    return Signal(samples: samples)
  }

  /// Plain doubles in a plain loop: several times faster than SIMD vectors in a debug build.
  private static func add(_ one: Resonator, _ other: Resonator, to samples: inout [Double]) {
    let oneTurn = one.turn
    let oneLoss = one.loss
    let otherTurn = other.turn
    let otherLoss = other.loss
    var oneNow = one.first
    var oneBefore = one.before
    var otherNow = other.first
    var otherBefore = other.before
    for n in 0..<min(one.lifetime, samples.count) {
      samples[n] += oneNow + otherNow
      let oneNext = oneTurn * oneNow - oneLoss * oneBefore
      oneBefore = oneNow
      oneNow = oneNext
      let otherNext = otherTurn * otherNow - otherLoss * otherBefore
      otherBefore = otherNow
      otherNow = otherNext
    }
  }
}
