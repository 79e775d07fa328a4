import CVectors
import Drummer

extension NetworkWorker {
  /// Runs the backward pass of the last `forward`; the result is in `gradient`.
  func backward(drops: Bool) {
    let all = Matrix(gradient, rows: 1, columns: gradient.count)
    all.clear()
    guard inputs.count > 0 else { return }
    let range = 0..<inputs.count
    for attribute in Attribute.allCases { backward(attribute, drops: drops) }
    let (mixed, hidden) = (mixedGradient[rows: range], hiddenGradient[rows: range])
    blas.multiply(turned: mixed, self.hidden[rows: range], into: headsGradient)
    blas.multiply(mixed, weights.heads, into: hidden)
    for attribute in Attribute.allCases {
      weights.tensor("h.\(attribute.key).u.weight", of: gradient)
        .copy(weights.headRows(attribute, of: headsGradient))
    }
    if drops { hiddenDropout.apply(hidden, keys: keys.hidden[...]) }
    outputGradient.clear()
    for (token, position) in inputs.positions.enumerated() {
      outputGradient[rows: position..<position + 1].copy(hidden[rows: token..<token + 1])
    }
    backwardLSTM()
    for turned in weights.parameterLayout.turned {
      unsafe training_add_transposed(
        gradient.base + turned.slot.offset, gradient.base + turned.offset, turned.slot.columns,
        turned.slot.rows)
    }
  }

  private func backward(_ attribute: Attribute, drops: Bool) {
    let (index, range) = (attribute.rawValue, 0..<inputs.count)
    let (y, dy) = (features[index][rows: range], featuresGradient[rows: range])
    lastLayer(attribute).backward(
      logits[index][rows: range], x: y, into: dy, gradient: lastLayer(attribute, of: gradient), blas
    )
    if drops {
      relu.backward(dy, y: y)
    } else {
      DroppedRelu(dropout: Dropout(share: 0)).backward(dy, y: y)
    }
    inputs.heads[index].backward(dy, into: gradient)
    mixedGradient[rows: range][columns: columns(attribute)].copy(dy)
  }

  private func backwardLSTM() {
    lstm.backward(outputGradient, recurrent: weights.recurrentBack)
    let gates = lstm.gates
    func gradient(_ name: String) -> Matrix { weights.tensor(name, of: self.gradient) }
    blas.multiply(turned: gates, embedded, into: gradient("lstm.weight_ih_l0"))
    blas.multiply(turned: gates, lstm.statesBefore, into: gradient("lstm.weight_hh_l0"))
    let bias = gradient("lstm.bias_ih_l0")
    unsafe training_add_columns(bias.base, gates.base, gates.rows, gates.columns)
    gradient("lstm.bias_hh_l0").copy(bias)
    blas.multiply(gates, weights.tensor("lstm.weight_ih_l0"), into: embeddedGradient)
    inputs.input.backward(embeddedGradient, into: self.gradient)
  }
}
