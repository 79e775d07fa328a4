import CVectors
import Drummer

/// Data-parallel training of the classic model: the weights, and workers that share the rows of a
/// batch.
///
/// Each worker has its own rows and gradient; gradients are summed in the order of the workers, so
/// that the same seed and number of workers give bit-identical results.
final class ClassicWorkerPool {
  let weights: ClassicWeights
  private let settings: TrainingSettings
  private let workers: [ClassicWorker]
  /// The rows of the batch that each worker processes.
  private let rows: [Range<Int>]
  private let velocities: [Float]
  private let moments1: FloatMemory
  private let moments2: FloatMemory
  private let average: FloatMemory
  private(set) var steps = 0

  init(
    _ design: ClassicDesign, velocities: [Float], _ settings: TrainingSettings
  ) throws(BLASError) {
    let blas = try BLAS()
    let weights = ClassicWeights(design)
    self.weights = weights
    self.settings = settings
    self.velocities = velocities
    let rows = settings.rowsOfWorkers
    self.rows = rows
    workers = rows.map {
      ClassicWorker(
        weights, rows: $0.count, times: settings.times,
        dropout: settings.dropout, blas: blas)
    }
    let count = weights.layout.count
    (moments1, moments2) = (FloatMemory(count: count), FloatMemory(count: count))
    average = FloatMemory(count: count)
  }

  /// Evaluates a chunk without training.
  func hear(_ chunk: ClassicChunk, _ set: ClassicSet) -> ClassicPredictionStatistics {
    sum(
      together(workers.count) { index in
        self.workers[index].forward(
          chunk, rows: self.rows[index], set, velocities: self.velocities, scale: 0,
          dropoutSeed: nil)
      })
  }

  /// Trains on a chunk with learning rate `rate`; the weights do not change if the gradient is not
  /// finite.
  func learn(
    _ chunk: ClassicChunk, _ set: ClassicSet, rate: Float, dropoutSeed: UInt64
  ) -> ClassicPredictionStatistics {
    let foresight = foresee(chunk, set, dropoutSeed: dropoutSeed)
    let length = gatherGradients()
    if length.isFinite { change(rate: rate, length: length) }
    return foresight
  }

  /// Runs a chunk forward and backward; each worker's gradient is that of the mean loss in nats.
  func foresee(
    _ chunk: ClassicChunk, _ set: ClassicSet, dropoutSeed: UInt64?
  ) -> ClassicPredictionStatistics {
    let hits = chunk.rows.reduce(0) { $0 + $1.count }
    let scale = 1 / Float(max(hits, 1))
    return sum(
      together(workers.count) { index in
        let worker = self.workers[index]
        let foresight = worker.forward(
          chunk, rows: self.rows[index], set, velocities: self.velocities, scale: scale,
          dropoutSeed: dropoutSeed)
        worker.backward(drops: dropoutSeed != nil)
        return foresight
      })
  }

  /// Sums all gradients into the first worker's; returns the norm.
  func gatherGradients() -> Double {
    for worker in workers[1...] {
      unsafe training_add(gradient.base, worker.gradient.base, gradient.count)
    }
    return unsafe training_square_sum(gradient.base, gradient.count).squareRoot()
  }

  /// The total gradient after `gatherGradients`: that of `Wx`, then of `Wy`.
  var gradient: FloatMemory { workers[0].gradient }

  private func change(rate: Float, length: Double) {
    steps += 1
    let (beta1, beta2): (Float, Float) = (0.9, 0.99)
    let adam = training_adamw_settings(
      rate: rate, decay: settings.decay, beta1: beta1, beta2: beta2, epsilon: 1e-8,
      correction1: 1 - power(beta1, steps), correction2: 1 - power(beta2, steps),
      clip: Float(min(1, settings.longestGradient / (length + 1e-6))), average_keeps: 0)
    unsafe training_adamw(
      weights.all.base, moments1.base, moments2.base, average.base, gradient.base,
      gradient.count, adam)
    weights.prepare()
  }

  private func sum(_ foresights: [ClassicPredictionStatistics]) -> ClassicPredictionStatistics {
    foresights.reduce(into: ClassicPredictionStatistics()) { $0.add($1) }
  }
}
