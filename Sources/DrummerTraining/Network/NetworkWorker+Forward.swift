import CVectors
import Drummer

extension NetworkWorker {
  /// Runs the rows of `batch` forward and replaces `logits` by the gradient of `scale` times the
  /// loss in nats.
  ///
  /// `dropoutSeed` is nil for no dropout; the whole batch has `batchRows` rows.
  func forward(
    _ batch: TruncatedBatch, rows: Range<Int>, _ set: TrainingSet, scale: Float,
    dropoutSeed: UInt64?
  ) -> PredictionStatistics {
    inputs.setInputs(batch, rows: rows, set)
    keys = makeKeys(seed: dropoutSeed, rows: rows, of: batch.rows.count)
    lstm.carry(reset: inputs.resets)
    forwardLSTM()
    let count = inputs.count
    guard count > 0 else { return PredictionStatistics() }
    for (token, position) in inputs.positions.enumerated() {
      hidden[rows: token..<token + 1].copy(lstm.outputs[rows: position..<position + 1])
    }
    let hidden = hidden[rows: 0..<count]
    if dropoutSeed != nil { hiddenDropout.apply(hidden, keys: keys.hidden[...]) }
    blas.multiply(hidden, turned: weights.heads, into: mixed[rows: 0..<count])
    for attribute in Attribute.allCases {
      forward(attribute, scale: scale, drops: dropoutSeed != nil)
    }
    return statistics()
  }

  private func forwardLSTM() {
    embedded.clear()
    inputs.input.forward(table: weights.all, into: embedded)
    let (a, b) = (weights.tensor("lstm.bias_ih_l0"), weights.tensor("lstm.bias_hh_l0"))
    unsafe training_fill(lstm.gates.base, a.base, b.base, lstm.gates.rows, lstm.gates.columns)
    blas.multiply(
      embedded, turned: weights.tensor("lstm.weight_ih_l0"), into: lstm.gates, adding: true)
    lstm.forward(recurrent: weights.recurrent)
  }

  private func forward(_ attribute: Attribute, scale: Float, drops: Bool) {
    let (index, range) = (attribute.rawValue, 0..<inputs.count)
    let (features, logits) = (features[index][rows: range], logits[index][rows: range])
    features.copy(mixed[rows: range][columns: columns(attribute)])
    inputs.heads[index].forward(table: weights.all, into: features)
    relu.forward(features, keys: drops ? keys.heads[index][...] : nil)
    lastLayer(attribute).forward(features, into: logits, blas)
    judges[index].forwardAndBackward(logits, targets: inputs.targets[index], scale: scale)
  }

  private func statistics() -> PredictionStatistics {
    var statistics = PredictionStatistics()
    let tokens = 0..<inputs.count
    let (step, drum) = (judges[Attribute.step.rawValue], judges[Attribute.drum.rawValue])
    statistics.add(
      hits: tokens.count, bothRight: tokens.reduce(0) { $0 + Int(step.right[$1] & drum.right[$1]) })
    for attribute in Attribute.allCases {
      let judge = judges[attribute.rawValue]
      statistics.add(
        attribute, nats: judge.losses[tokens].reduce(0) { $0 + Double($1) },
        right: judge.right[tokens].reduce(0) { $0 + Int($1) })
    }
    return statistics
  }

  /// The same key for a token, regardless of which worker has its row.
  private func makeKeys(
    seed: UInt64?, rows: Range<Int>, of batchRows: Int
  ) -> (hidden: [UInt32], heads: [[UInt32]]) {
    guard let seed else { return ([], []) }
    let layers = 1 + Attribute.allCases.count
    func keys(_ layer: Int) -> [UInt32] {
      Dropout.keys(
        seed: seed,
        numbers: inputs.positions.map { position in
          let (time, row) = (position / rows.count, position % rows.count + rows.lowerBound)
          return (time * batchRows + row) * layers + layer
        })
    }
    return (keys(0), (1..<layers).map(keys))
  }
}
