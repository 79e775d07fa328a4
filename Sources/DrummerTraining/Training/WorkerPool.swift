import CVectors
import Dispatch
import Drummer

/// Data-parallel training: the weights, and workers that share the rows of a batch.
///
/// Each worker has its own rows and gradient; gradients are summed in the order of the workers, so
/// that the same seed and number of workers give bit-identical results.
final class WorkerPool<Worker: BatchWorker> {
  let weights: Worker.Weights
  let settings: TrainingSettings
  private let workers: [Worker]
  /// The rows of the batch that each worker processes.
  private let rows: [Range<Int>]
  /// AdamW's moments, and the moving average of the weights: one of each per weight.
  let moments1: FloatMemory
  let moments2: FloatMemory
  let average: FloatMemory
  /// AdamW steps so far.
  var steps = 0

  init(_ design: Worker.Weights.Design, _ settings: TrainingSettings) throws(BLASError) {
    let blas = try BLAS()
    self.settings = settings
    let weights = Worker.Weights(design)
    self.weights = weights
    let rows = settings.rowsOfWorkers
    self.rows = rows
    workers = rows.map {
      Worker(
        weights, rows: $0.count, times: settings.times,
        dropout: settings.dropout, blas: blas)
    }
    let count = weights.layout.count
    (moments1, moments2) = (FloatMemory(count: count), FloatMemory(count: count))
    average = FloatMemory(count: count)
  }

  /// Evaluates a batch without training.
  func evaluate(_ batch: TruncatedBatch, _ set: Worker.Pieces) -> PredictionStatistics {
    sum(
      parallelMap(workers.count) { index in
        self.workers[index].forward(
          batch, rows: self.rows[index], set, scale: 0, dropoutSeed: nil)
      })
  }

  /// Loss and accuracy over `set`, each piece from its beginning.
  func evaluate(_ set: Worker.Pieces) -> PredictionStatistics {
    var statistics = PredictionStatistics()
    var sampler = BatchSampler(inOrder: set, rows: settings.rows, times: settings.times)
    // Unused: evaluation is not random.
    var chance = SplitMix(state: 0)
    while let batch = sampler.next(set, chance: &chance) { statistics.add(evaluate(batch, set)) }
    return statistics
  }

  /// Trains on a batch with learning rate `rate`; returns nil and does not change the weights if
  /// the loss or the gradient is not finite.
  func learn(_ batch: TruncatedBatch, _ set: Worker.Pieces, rate: Float, dropoutSeed: UInt64)
    -> PredictionStatistics?
  {
    let statistics = forwardAndBackward(batch, set, dropoutSeed: dropoutSeed)
    let length = gatherGradients()
    guard length.isFinite, statistics.nllPerHit.isFinite else { return nil }
    change(rate: rate, length: length)
    return statistics
  }

  /// Runs a batch forward and backward; each worker's gradient is that of its rows.
  func forwardAndBackward(
    _ batch: TruncatedBatch, _ set: Worker.Pieces, dropoutSeed: UInt64?
  ) -> PredictionStatistics {
    let scale = Worker.lossScale(of: batch, settings)
    return sum(
      parallelMap(workers.count) { index in
        let worker = self.workers[index]
        let statistics = worker.forward(
          batch, rows: self.rows[index], set, scale: scale, dropoutSeed: dropoutSeed)
        worker.backward(drops: dropoutSeed != nil)
        return statistics
      })
  }

  /// Sums all gradients into the first worker's; returns the norm.
  func gatherGradients() -> Double {
    let squares = parallelMap(workers.count) { part in
      let range = self.part(part)
      let sum = unsafe self.workers[0].gradient.base + range.lowerBound
      for worker in self.workers[1...] {
        unsafe training_add(sum, worker.gradient.base + range.lowerBound, range.count)
      }
      return unsafe training_square_sum(sum, range.count)
    }
    return squares.reduce(0, +).squareRoot()
  }

  /// The total gradient after `gatherGradients`, in the order of the layout.
  var gradient: FloatMemory { workers[0].gradient }

  private func change(rate: Float, length: Double) {
    steps += 1
    let (beta1, beta2): (Float, Float) = (0.9, 0.99)
    let clip = min(1, settings.longestGradient / (length + 1e-6))
    // The average follows quickly in the first steps.
    let keeps = min(Double(settings.averageKeeps), Double(1 + steps) / Double(10 + steps))
    let adam = training_adamw_settings(
      rate: rate, decay: settings.decay, beta1: beta1, beta2: beta2, epsilon: 1e-8,
      correction1: 1 - power(beta1, steps), correction2: 1 - power(beta2, steps),
      clip: Float(clip), average_keeps: Float(keeps))
    _ = parallelMap(workers.count) { part in
      let at = self.part(part).lowerBound
      unsafe training_adamw(
        self.weights.all.base + at, self.moments1.base + at, self.moments2.base + at,
        self.average.base + at, self.gradient.base + at, self.part(part).count, adam)
    }
    prepare()
  }

  /// Updates the derived copies of the weights that the workers read.
  func prepare() {
    _ = parallelMap(Worker.Weights.parts) { part in
      self.weights.prepare(part: part)
    }
  }

  /// The LSTM state of each row of the batch.
  var rowStates: [Float] {
    get { workers.flatMap { $0.lstm.last } }
    set {
      var begin = 0
      for worker in workers {
        let end = begin + worker.lstm.last.count
        worker.lstm.last = Array(newValue[begin..<end])
        begin = end
      }
    }
  }

  private func part(_ index: Int) -> Range<Int> {
    let count = weights.layout.count
    return index * count / workers.count..<(index + 1) * count / workers.count
  }

  private func sum(_ parts: [PredictionStatistics]) -> PredictionStatistics {
    parts.reduce(into: PredictionStatistics()) { $0.add($1) }
  }
}
