import Foundation

/// Keeps a performance near the groove with which it began: how often, how hard, and how early or
/// late each drum is hit on each sixteenth.
///
/// The network's distributions of velocity and offset are multiplied by the groove's (a product of
/// experts), in which the hits at the same place one, two, four and eight bars ago are mixed; slow
/// feedback corrects what still drifts. The groove is one of the model's, or the first eight bars.
struct Anchor: Sendable {
  /// The groove; nil until it is known.
  private(set) var groove: GrooveTemplate?
  private var recent = RecentHits()
  private var drift = Drift()
  private var pace = Pace()
  /// How far from the groove the next bar is to be.
  var phrasing = Phrasing()
  /// What the groove is made of while it isn't known; nil if it isn't wanted.
  private var beginning: Beginning?

  /// The weights of the network's distribution, and of the groove's.
  private static let velocityWeights = (own: Float(1), groove: Float(0.25))
  private static let offsetWeights = (own: Float(0.75), groove: Float(0.28))
  /// The share of earlier hits at the same place in the groove's distributions.
  private static let (velocityEcho, offsetEcho) = (Float(0.8), Float(1))

  /// Nothing to stay near.
  init() {}

  /// Stays near `groove` from now on.
  mutating func take(_ groove: GrooveTemplate) {
    (self.groove, beginning) = (groove, nil)
    (drift, pace) = (Drift(), Pace(groove))
  }

  /// Takes the next eight bars with hits as the groove.
  mutating func learn() { beginning = Beginning() }

  /// Stays near nothing any more.
  mutating func release() { (groove, beginning) = (nil, nil) }

  /// Records a hit, generated or given.
  mutating func struck(_ placed: PlacedToken) {
    recent.struck(placed)
    beginning?.struck(placed)
    guard let groove else { return }
    pace.struck(Int(placed.token.drum))
    drift.struck(placed, groove[Int(placed.token.drum), placed.step])
  }

  /// Records the end of a bar on `steps` of the model's own count; true if the groove is known from now
  /// on. The pace of a fill says nothing about the groove's.
  mutating func finish(_ steps: Range<Int>, isFill: Bool) -> Bool {
    pace.finish(steps: steps.count, counts: !isFill)
    guard let learned = beginning?.finish(steps) else { return false }
    take(learned)
    return true
  }

  /// Moves the distribution of a hit's offset toward the groove.
  func pullOffset(_ logits: inout Logits, drum: Int, step: Int) {
    guard let groove else { return }
    var shares = groove[drum, step].offsetShares
    recent.mixOffsets(into: &shares, drum: drum, step: step, weight: Self.offsetEcho)
    logits.multiply(by: shares, weight: Self.offsetWeights.groove, own: Self.offsetWeights.own)
    logits.tilt(drift.offsetBias(laterBy: phrasing.lateness))
  }

  /// Moves the distribution of a hit's velocity toward the groove.
  func pullVelocity(_ logits: inout Logits, drum: Int, step: Int) {
    guard let groove else { return }
    var shares = groove[drum, step].velocityShares
    recent.mixVelocities(into: &shares, drum: drum, step: step, weight: Self.velocityEcho)
    logits.multiply(by: shares, weight: Self.velocityWeights.groove, own: Self.velocityWeights.own)
    logits.tilt(drift.velocityBias(louderBy: phrasing.loudness))
    logits[logits.count - 1] += drift.fullForceBias
  }

  /// The bias of long waits that brings the number of hits back to the groove's, or what `density`
  /// makes of it.
  func patience(density: Double) -> Float {
    groove == nil ? 0 : pace.patience(density: density, busierBy: phrasing.density)
  }

  /// The bias of hi-hats and rides that brings the timekeeper back.
  var timekeeping: Float {
    groove == nil ? 0 : pace.timekeeping(more: phrasing.timekeeping)
  }
}
