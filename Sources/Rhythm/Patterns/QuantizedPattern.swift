public import MusicalTime

/// Free hits brought to the even grid that suits them best, and what that cost.
public struct QuantizedPattern: Sendable, Hashable {
  /// The hits in steps; of two that fall on one step of a drum the harder stays.
  public let pattern: Pattern
  /// How far the farthest hit was moved.
  public let farthest: Beats
  /// How many hits fell on a step that was taken.
  public let mergedCount: Int

  /// The most steps that it makes, so that a grid of many bars is no finer than people count.
  private static let mostSteps = 64

  /// Grids that people count in, finest first.
  private static let grids = [16, 12, 8, 6, 4, 3, 2, 1]

  /// The pattern nearest to `hits` in a loop of `beats` whole beats, 1 to 64; nil outside that.
  ///
  /// Hits before the beginning or near the end belong to the other end of the loop.
  public init?(_ hits: [Hit], beats: Int, name: String = "") {
    guard (1...64).contains(beats) else { return nil }
    let fitting = Self.grids.filter { $0 * beats <= Self.mostSteps }
    let costs = fitting.map { (grid: $0, cost: Self.cost(of: hits, stepsPerBeat: $0)) }
    // Of equally good grids the coarsest.
    guard let best = costs.reversed().min(by: { $0.cost < $1.cost }) else { return nil }
    var lanes: [Drum: Lane] = [:]
    var merged = 0
    var farthest = Beats.zero
    for hit in hits {
      let (step, distance) = Self.step(nearest: hit.beat, stepsPerBeat: best.grid)
      farthest = max(farthest, distance)
      let count = best.grid * beats
      let place = ((step % count) + count) % count
      var lane = lanes[hit.drum] ?? Lane(Voice(hit.drum), restingFor: count)
      if let there = lane.steps[place] {
        merged += 1
        lane.steps[place] = Step(max(there.velocity, hit.velocity))
      } else {
        lane.steps[place] = Step(hit.velocity)
      }
      lanes[hit.drum] = lane
    }
    let made = try? Pattern(
      name: name, stepCount: best.grid * beats, stepsPerBeat: best.grid,
      lanes: lanes.sorted { $0.key < $1.key }.map(\.value))
    guard let made else { return nil }
    pattern = made
    self.farthest = farthest
    mergedCount = merged
  }

  private static func step(
    nearest beat: Beats, stepsPerBeat: Int
  ) -> (step: Int, distance: Beats) {
    let length = Beats(1, over: Int64(stepsPerBeat))
    let half = Beats(units: length.units / 2)
    let step = (beat + half).dividedRoundingDown(by: length)
    return (Int(step), Beats(units: abs((beat - length * step).units)))
  }

  /// The sum of the squared distances, in squared beats.
  private static func cost(of hits: [Hit], stepsPerBeat: Int) -> Double {
    hits.reduce(0) { sum, hit in
      let distance = step(nearest: hit.beat, stepsPerBeat: stepsPerBeat).distance.inBeats
      return sum + distance * distance
    }
  }
}
