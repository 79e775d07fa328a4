import Drummer
import Testing

@testable import DrummerTraining

/// Compares every tensor's gradient with a finite difference: (loss(w + ε) − loss(w − ε)) / 2ε.
@Suite struct GradientTests {
  /// The heads that use `PositionHistory`.
  private static let headsWithPositionHistory: [Set<Attribute>] = [
    [], [.velocity], [.offset, .velocity],
  ]
  /// All tensors of each of these networks.
  private static let tensors = headsWithPositionHistory.flatMap { heads in
    TensorLayout(Tiny.design(headsWithPositionHistory: heads)).slots.map { (heads, $0.name) }
  }

  /// The third batch of a piece, so that there is a previous state; every second row ends early.
  private struct Rehearsal {
    let set: TrainingSet
    let worker: NetworkWorker
    let batch: TruncatedBatch
    private let states: [Float]
    private let cells: [Float]

    init(headsWithPositionHistory: Set<Attribute>) throws {
      let design = Tiny.design(headsWithPositionHistory: headsWithPositionHistory)
      set = TrainingSet(Tiny.pieces([60, 9, 70, 50, 31]), design: design)
      // With these weights no unit of a head is so near to its kink that the difference spans it.
      var chance = SplitMix(state: 5)
      let weights = NetworkWeights(design)
      weights.load(weights.layout.beginning(design, chance: &chance).map { 2 * $0 })
      worker = NetworkWorker(
        weights, rows: Tiny.settings.rows, times: Tiny.settings.times, dropout: 0.3,
        blas: try BLAS())
      var sampler = BatchSampler(
        inOrder: set, rows: Tiny.settings.rows, times: Tiny.settings.times)
      for _ in 0..<2 {
        let before = try #require(sampler.next(set, chance: &chance))
        _ = worker.forward(before, rows: 0..<4, set, scale: 1, dropoutSeed: nil)
      }
      batch = try #require(sampler.next(set, chance: &chance))
      (states, cells) = (worker.lstm.states.memory.values, worker.lstm.cells.memory.values)
    }

    /// The loss in nats over all hits, with the same dropout each time.
    func loss() -> Double {
      worker.lstm.states.memory.values = states
      worker.lstm.cells.memory.values = cells
      for part in 0..<NetworkWeights.parts { worker.weights.prepare(part: part) }
      let statistics = worker.forward(batch, rows: 0..<4, set, scale: 1, dropoutSeed: 77)
      return statistics.nllPerHit * Double(statistics.hits)
    }

    func nudged(_ place: Int, by step: Float) -> Double {
      let weights = worker.weights.weights
      let before = weights[0, place]
      defer { weights[0, place] = before }
      weights[0, place] = before + step
      let above = loss()
      weights[0, place] = before - step
      return (above - loss()) / (2 * Double(step))
    }
  }

  @Test(arguments: tensors)
  func `every gradient agrees with a finite difference`(
    headsWithPositionHistory: Set<Attribute>, tensor: String
  ) throws {
    let rehearsal = try Rehearsal(headsWithPositionHistory: headsWithPositionHistory)
    _ = rehearsal.loss()
    rehearsal.worker.backward(drops: true)
    let gradient = rehearsal.worker.gradient.values
    let slot = rehearsal.worker.weights.layout[tensor]
    // The largest gradients, whose sign and size are reliable, and some others.
    let largest = slot.range.sorted { abs(gradient[$0]) > abs(gradient[$1]) }.prefix(4)
    let others = stride(from: slot.offset, to: slot.range.upperBound, by: max(slot.count / 3, 1))
    for place in Set(largest).union(others) {
      let expected = rehearsal.nudged(place, by: 2e-3)
      let tolerance = 4e-3 + 5e-3 * abs(expected)
      #expect(abs(Double(gradient[place]) - expected) < tolerance, "at \(place - slot.offset)")
    }
    // The embedding of recorded players is not used.
    let isHeard = !tensor.hasSuffix(".dr.weight")
    #expect((abs(gradient[largest[0]]) > 1e-3) == isHeard)
  }
}
