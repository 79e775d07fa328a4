import CVectors
import Drummer

/// Forward and backward pass of the classic network over some rows of a batch, with all buffers.
///
/// R rows, T time steps, N = T·R positions of which M have a hit; H hidden units, D drums, W waits.
final class ClassicWorker: BatchWorker {
  let rows: Int
  private let times: Int
  private let weights: ClassicWeights
  let lstm: LSTMSequence
  /// In the layout of the weights: `Wx`, then `Wy`.
  let gradient: FloatMemory
  private let blas: BLAS
  private let dropout: Dropout
  /// N × 4H: the input rows of `Wx`, computed before the loop over time.
  private var inputs = RowSums()
  /// M: the position of each hit, time · rows + row, and the targets.
  private var positions: [Int] = []
  private var drums: [Int32] = []
  private var waits: [Int32] = []
  private var velocities: [Int] = []
  /// M × H, after dropout, and its gradient; N × H.
  private let hidden: Matrix
  private let hiddenGradient: Matrix
  private let outputGradient: Matrix
  /// M × D and M × W.
  private let drumLogits: Matrix
  private let waitLogits: Matrix
  private var judges: (drums: CrossEntropy, waits: CrossEntropy)
  private var keys: [UInt32] = []

  init(_ weights: ClassicWeights, rows: Int, times: Int, dropout: Float, blas: BLAS) {
    let (design, positionCount) = (weights.design, rows * times)
    self.rows = rows
    self.times = times
    self.weights = weights
    self.blas = blas
    self.dropout = Dropout(share: dropout)
    lstm = LSTMSequence(rows: rows, times: times, hidden: design.hiddenSize)
    gradient = FloatMemory(count: weights.layout.count)
    hidden = Matrix(rows: positionCount, columns: design.hiddenSize)
    hiddenGradient = Matrix(rows: positionCount, columns: design.hiddenSize)
    outputGradient = Matrix(rows: positionCount, columns: design.hiddenSize)
    drumLogits = Matrix(rows: positionCount, columns: design.drums.count)
    waitLogits = Matrix(rows: positionCount, columns: design.waits.count)
    judges = (CrossEntropy(rows: positionCount), CrossEntropy(rows: positionCount))
  }

  static let usesConditions = false

  /// That of the mean loss of a batch's hits.
  static func lossScale(of batch: TruncatedBatch, _ settings: TrainingSettings) -> Float {
    1 / Float(max(batch.count, 1))
  }

  /// Runs the rows of `batch` forward and replaces the logits by the gradient of `scale` times the
  /// loss in nats; the velocities' loss, from their table, has no gradient.
  func forward(
    _ batch: TruncatedBatch, rows range: Range<Int>, _ set: ClassicSet, scale: Float,
    dropoutSeed: UInt64?
  ) -> PredictionStatistics {
    setInputs(batch, rows: range, set)
    lstm.carry(reset: Array(batch.resets[range]))
    lstm.gates.clear()
    inputs.forward(table: weights.all, into: lstm.gates)
    lstm.forward(recurrent: weights.recurrent)
    let hits = 0..<positions.count
    guard !hits.isEmpty else { return PredictionStatistics() }
    for (hit, position) in positions.enumerated() {
      hidden[rows: hit..<hit + 1].copy(lstm.outputs[rows: position..<position + 1])
    }
    if let dropoutSeed {
      keys = Dropout.keys(
        seed: dropoutSeed,
        numbers: positions.map { position in
          position / rows * batch.rows.count + position % rows + range.lowerBound
        })
      dropout.apply(hidden[rows: hits], keys: keys[...])
    }
    answer(drumLogits[rows: hits], columns: drumColumns)
    answer(waitLogits[rows: hits], columns: waitColumns)
    judges.drums.forwardAndBackward(drumLogits[rows: hits], targets: drums, scale: scale)
    judges.waits.forwardAndBackward(waitLogits[rows: hits], targets: waits, scale: scale)
    return statistics()
  }

  /// Runs the backward pass of the last `forward`; the result is in `gradient`.
  func backward(drops: Bool) {
    Matrix(gradient, rows: 1, columns: gradient.count).clear()
    let hits = 0..<positions.count
    guard !hits.isEmpty else { return }
    hiddenGradient.clear()
    backward(drumLogits[rows: hits], columns: drumColumns)
    backward(waitLogits[rows: hits], columns: waitColumns)
    if drops { dropout.apply(hiddenGradient[rows: hits], keys: keys[...]) }
    outputGradient.clear()
    for (hit, position) in positions.enumerated() {
      outputGradient[rows: position..<position + 1].copy(hiddenGradient[rows: hit..<hit + 1])
    }
    lstm.backward(outputGradient, recurrent: weights.recurrentBack)
    blas.multiply(
      turned: lstm.statesBefore, lstm.gates, into: weights.recurrentRows(of: gradient))
    inputs.backward(lstm.gates, into: gradient)
  }

  private var drumColumns: Range<Int> { 0..<weights.design.drums.count }
  private var waitColumns: Range<Int> {
    weights.design.drums.count..<weights.design.answerCount
  }

  /// logits = output · Wy's columns + bias.
  private func answer(_ logits: Matrix, columns: Range<Int>) {
    let (matrix, bias) = weights.answers(columns)
    unsafe training_fill(logits.base, bias.base, nil, logits.rows, logits.columns)
    blas.multiply(hidden[rows: 0..<logits.rows], matrix, into: logits, adding: true)
  }

  private func backward(_ logits: Matrix, columns: Range<Int>) {
    let (matrix, _) = weights.answers(columns)
    let hits = 0..<logits.rows
    let (matrixGradient, bias) = weights.answers(columns, of: gradient)
    unsafe training_add_columns(bias.base, logits.base, logits.rows, logits.columns)
    blas.multiply(turned: hidden[rows: hits], logits, into: matrixGradient, adding: true)
    blas.multiply(logits, turned: matrix, into: hiddenGradient[rows: hits], adding: true)
  }

  /// Fills in the inputs of each position and the targets of each hit.
  private func setInputs(_ batch: TruncatedBatch, rows range: Range<Int>, _ set: ClassicSet) {
    inputs.clear()
    positions.removeAll(keepingCapacity: true)
    drums.removeAll(keepingCapacity: true)
    waits.removeAll(keepingCapacity: true)
    velocities.removeAll(keepingCapacity: true)
    let bias = weights.offset(ofRow: weights.design.inputCount - 1)
    for time in 0..<times {
      for (row, stretch) in batch.rows[range].enumerated() {
        inputs.add(bias)
        if let stretch, time < stretch.tokens.count {
          let event = stretch.tokens.lowerBound + time
          if time > 0 || !stretch.opens { addInput(of: set.events[event - 1]) }
          positions.append(time * rows + row)
          drums.append(set.events[event].drum)
          waits.append(set.events[event].wait)
          velocities.append(
            Int(set.events[event].drum) * Vocabulary.velocityCount
              + Int(set.events[event].velocity))
        }
        inputs.close()
      }
    }
  }

  private func addInput(of event: ClassicSet.Event) {
    inputs.add(weights.offset(ofRow: Int(event.drum)))
    inputs.add(weights.offset(ofRow: weights.design.drums.count + Int(event.wait)))
  }

  private func statistics() -> PredictionStatistics {
    var statistics = PredictionStatistics()
    let hits = positions.indices
    statistics.add(
      hits: hits.count,
      bothRight: hits.reduce(0) { $0 + Int(judges.waits.right[$1] & judges.drums.right[$1]) })
    for (attribute, judge) in [(Attribute.step, judges.waits), (.drum, judges.drums)] {
      statistics.add(
        attribute, nats: judge.losses[hits].reduce(0) { $0 + Double($1) },
        right: judge.right[hits].reduce(0) { $0 + Int($1) })
    }
    let table = weights.velocities
    statistics.add(
      .velocity, nats: velocities.reduce(0) { $0 - logarithm(table[$1]) },
      right: velocities.count { table[$0] == weights.largestVelocity(inRowOf: $0) })
    return statistics
  }
}
