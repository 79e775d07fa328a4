import Foundation

/// How far the last hits were from the groove on the mean, and the biases that correct it.
struct Drift: BitwiseCopyable, Sendable {
  /// Of the share at full force, velocity in bins, and offset in ticks.
  private var fullForce: Float = 0
  /// What the network wants for as long as it plays, a correction in proportion to the difference never brings back:
  /// this goes on growing until the difference is gone.
  private var heldFullForce: Float = 0
  private var velocity: Float = 0
  private var offset: Float = 0

  /// The weight of a hit: the mean is over some 48.
  private static let weight = Float(1) / 48
  /// Logits for each unit of the difference.
  private static let (fullForceGain, velocityGain, offsetGain) = (
    Float(15), Float(0.0375), Float(0.026)
  )
  /// Logits a hit for each unit of the difference, and at most.
  private static let (fullForceRate, mostHeld) = (Float(0.1), Float(1.5))

  /// Records a hit where the groove is `cell`.
  mutating func struck(_ placed: PlacedToken, _ cell: GrooveCell) {
    let full: Float = Int(placed.token.velocity) == Vocabulary.velocityCount - 1 ? 1 : 0
    fullForce += (full - cell.fullForceShare - fullForce) * Self.weight
    heldFullForce = min(
      max(heldFullForce - Self.fullForceRate * fullForce, -Self.mostHeld), Self.mostHeld)
    velocity += (Float(placed.token.velocity) - cell.meanBin - velocity) * Self.weight
    offset += (Float(placed.token.offset) - cell.meanOffset - offset) * Self.weight
  }

  /// For the last velocity bin.
  var fullForceBias: Float { heldFullForce - Self.fullForceGain * fullForce }
  /// For each bin of velocity, where it is to be that much above the groove.
  func velocityBias(louderBy bins: Float) -> Float { Self.velocityGain * (bins - velocity) }
  /// For each tick of offset, where it is to be that much after the groove's.
  func offsetBias(laterBy ticks: Float) -> Float { Self.offsetGain * (ticks - offset) }
}

/// The hits a bar, all and those that keep time, and the biases that bring them back to the groove's.
struct Pace: BitwiseCopyable, Sendable {
  private var hits = Level()
  private var strokes = Level()

  /// Timekeepers, with the hi-hat's pedal.
  private static let timekeepers = Vocabulary.timekeepers + [4]
  /// Logits for each doubling of the hits, and each factor of e of the timekeepers.
  private static let (densityGain, timeGain) = (Float(3), Float(3))

  /// A count, its mean over some six bars, and what it should be.
  private struct Level: BitwiseCopyable {
    var target: Float = 0
    var mean: Float = 0
    var count = 0

    init(_ target: Float = 0) { (self.target, mean) = (target, target) }

    mutating func finish(steps: Int, counts: Bool) {
      let now = Float(count * Vocabulary.stepsPerBar) / Float(max(steps, 1))
      if counts { mean += (now - mean) / 6 }
      count = 0
    }
  }

  /// No groove.
  init() {}

  /// The pace of `groove`.
  init(_ groove: GrooveTemplate) {
    hits = Level(groove.hitsPerBar)
    var sum: Float = 0
    for step in 0..<Vocabulary.stepsPerBar {
      for drum in Self.timekeepers { sum += groove[drum, step].frequency }
    }
    strokes = Level(sum)
  }

  mutating func struck(_ drum: Int) {
    hits.count += 1
    if Self.timekeepers.contains(drum) { strokes.count += 1 }
  }

  /// Ends a bar of `steps` sixteenths.
  mutating func finish(steps: Int, counts: Bool) {
    hits.finish(steps: steps, counts: counts)
    strokes.finish(steps: steps, counts: counts)
  }

  /// The bias of long waits; `density` is the setting, 0.4 times the hits at 0 and 1.6 times at 1, from which they are
  /// `octaves` away for now.
  func patience(density: Double, busierBy octaves: Float) -> Float {
    guard hits.target > 0 else { return 0 }
    let wanted = hits.target * Float(0.4 + 1.2 * density)
    return Self.densityGain * min(max(log2(max(hits.mean, 0.5) / wanted) - octaves, -1.5), 1.5)
  }

  /// The bias of hi-hats and rides, whose number is to be e to the power of `more` times the groove's.
  func timekeeping(more: Float) -> Float {
    guard strokes.target > 0 else { return 0 }
    return Self.timeGain * min(max(log(strokes.target / max(strokes.mean, 0.5)) + more, -1), 1.5)
  }
}
