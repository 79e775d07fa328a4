import Foundation

/// The hits of the last eight bars by drum and step: what is played again at the same position.
struct RecentHits: Sendable {
  private static let bars = 8
  /// The distances in bars at which a position is looked at.
  private static let lags = [1, 2, 4, 8]

  /// For each step of eight bars, each drum.
  private var hits = [RecentHit](
    repeating: RecentHit(), count: bars * Vocabulary.stepsPerBar * Vocabulary.drumCount)

  private struct RecentHit: BitwiseCopyable {
    /// −1 for none.
    var step = -1
    var velocity: UInt8 = 0
    var offset: UInt8 = 0
  }

  mutating func struck(_ placed: PlacedToken) {
    hits[Self.index(Int(placed.token.drum), placed.step)] = RecentHit(
      step: placed.step, velocity: placed.token.velocity, offset: placed.token.offset)
  }

  private static func index(_ drum: Int, _ step: Int) -> Int {
    step % (bars * Vocabulary.stepsPerBar) * Vocabulary.drumCount + drum
  }

  /// The hits of `drum` one, two, four and eight bars before `step`.
  private func echoes(of drum: Int, at step: Int) -> [RecentHit] {
    Self.lags.compactMap { bars in
      let before = step - bars * Vocabulary.stepsPerBar
      guard before >= 0 else { return nil }
      let stroke = hits[Self.index(drum, before)]
      return stroke.step == before ? stroke : nil
    }
  }

  /// Mixes the velocities at the same position into `shares`: `weight` if there are all four.
  func mixVelocities(into shares: inout Shares, drum: Int, step: Int, weight: Float) {
    let echoes = echoes(of: drum, at: step)
    let last = Vocabulary.velocityCount - 1
    let each = weight / Float(Self.lags.count)
    let rest = 1 - each * Float(echoes.count)
    for value in 0...last { shares[value] *= rest }
    for echo in echoes {
      let velocity = Int(echo.velocity)
      // Full force is a value of its own: a hit is at full force again, or near it if it was near.
      guard velocity < last else {
        shares[last] += each
        continue
      }
      for value in 0..<last {
        shares[value] += each * Self.kernel[abs(value - velocity)]
      }
    }
  }

  /// Mixes the offsets at the same position into `shares`: `weight` if there are all four.
  func mixOffsets(into shares: inout Shares, drum: Int, step: Int, weight: Float) {
    let echoes = echoes(of: drum, at: step)
    let each = weight / Float(Self.lags.count)
    let rest = 1 - each * Float(echoes.count)
    for value in 0..<Vocabulary.ticksPerStep {
      shares[value] *= rest
      for echo in echoes {
        shares[value] += each * Self.kernel[abs(value - Int(echo.offset))]
      }
    }
  }

  /// A normal distribution around an earlier hit, by distance: 1.2 bins or ticks wide.
  private static let kernel: [Float] = {
    let values = (0..<Vocabulary.velocityCount).map { distance in
      exp(-0.5 * Float(distance * distance) / (1.2 * 1.2))
    }
    let sum = values[0] + 2 * values.dropFirst().reduce(0, +)
    return values.map { $0 / sum }
  }()
}
