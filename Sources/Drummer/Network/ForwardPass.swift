import CVectors

/// A forward pass of the network: the weights, and the working memory of one `DrummerState`.
///
/// Only valid for the duration of a call.
@safe struct ForwardPass {
  let tables: DrummerTables
  let weights: UnsafePointer<Float>
  /// `count` numbers, in the order of the properties below.
  let mine: UnsafeMutablePointer<Float>

  private var hidden: UnsafeMutablePointer<Float> { unsafe mine }
  private var cell: UnsafeMutablePointer<Float> { unsafe mine + tables.hidden }
  /// The hidden and cell state after the next hit.
  private var nextHidden: UnsafeMutablePointer<Float> { unsafe mine + 2 * tables.hidden }
  private var nextCell: UnsafeMutablePointer<Float> { unsafe mine + 3 * tables.hidden }
  private var gates: UnsafeMutablePointer<Float> { unsafe mine + 4 * tables.hidden }
  /// The four heads before any attribute is sampled.
  private var heads: UnsafeMutablePointer<Float> { unsafe gates + tables.gates }
  /// The last three heads with the sampled attributes added.
  private var decided: UnsafeMutablePointer<Float> { unsafe heads + 4 * tables.head }
  private var scratch: UnsafeMutablePointer<Float> { unsafe decided + 3 * tables.head }

  static func count(_ tables: DrummerTables) -> Int { 2 * tables.gates + 8 * tables.head }

  /// Initialises gates and heads with the conditions, the last hit and its position.
  func begin(_ conditioned: [Float], last: Token?, step: Int) {
    unsafe conditioned.withUnsafeBufferPointer { conditioned in
      unsafe gates.update(from: conditioned.baseAddress ?? weights, count: tables.wide)
    }
    let (position, bar) =
      last == nil
      ? (0, 0)
      : (step % Vocabulary.stepsPerBar, step / Vocabulary.stepsPerBar % tables.design.phraseBars)
    addToGates(tables.position[position])
    addToGates(tables.bar[bar])
    for index in 0..<4 {
      // Each attribute has a row after its values for "no hit yet".
      let attribute = Attribute.allCases[index]
      addToGates(tables.last[index][last?[attribute] ?? attribute.count])
    }
    unsafe vectors_add(heads, weights + tables.stepPosition[position], tables.head)
  }

  /// Adds the hits of earlier bars on this step and the four after it.
  func lookBack(at step: Int, in played: StepHistory) {
    let table = tables.heard
    var cell = 0
    for bars in tables.design.barsHeard {
      for ahead in 0..<DrummerDesign.stepsHeard {
        let there = step + ahead - bars * Vocabulary.stepsPerBar
        var drums = played.drums(at: there)
        while drums != 0 {
          let drum = drums.trailingZeroBitCount
          drums &= drums - 1
          let velocity = Float(played.stroke(drum, at: there).velocity) / 127
          let row = unsafe weights + table[2 * (cell + drum)]
          unsafe vectors_add_pair(gates, row, velocity, row + table.width, tables.gates)
          let tail = unsafe row + tables.gates
          unsafe vectors_add_pair(heads, tail, velocity, tail + table.width, tables.head)
        }
        cell += Vocabulary.drumCount
      }
    }
  }

  /// Runs the LSTM step and adds its output to the heads.
  func runLSTM() {
    let (recurrent, columns) = (tables.recurrent, tables.hidden)
    unsafe recurrent.multiplyAdd(gates, hidden, row: 0, rows: tables.gates, columns: columns)
    unsafe vectors_lstm_cell(nextHidden, nextCell, cell, gates, columns)
    unsafe recurrent.multiplyAdd(
      heads, nextHidden, row: tables.gates, rows: 4 * tables.head, columns: columns)
  }

  /// Computes the logits of an attribute.
  func computeLogits(of attribute: Attribute, into logits: inout Logits) {
    let index = attribute.rawValue
    let head = index == 0 ? unsafe heads : unsafe decided + (index - 1) * tables.head
    unsafe scratch.update(from: head, count: tables.head)
    unsafe vectors_relu(scratch, tables.head)
    unsafe logits.withNumbers { numbers in
      unsafe numbers.update(from: weights + tables.outBias[index][0], count: attribute.count)
      unsafe vectors_matvec_add(
        numbers, weights + tables.out[index][0], scratch, attribute.count, tables.head)
    }
  }

  /// Adds the wait and the step where it ends to the last three heads.
  func decideStep(wait: Int, at step: Int) {
    unsafe decided.update(from: heads + tables.head, count: 3 * tables.head)
    unsafe vectors_add(
      decided, weights + tables.hitPosition[step % Vocabulary.stepsPerBar], 3 * tables.head)
    decide(.step, wait)
  }

  /// Adds the hits of earlier bars at `step`.
  func recall(_ played: StepHistory, at step: Int) {
    var cell = 0
    for bars in tables.design.barsRecalled {
      let there = step - bars * Vocabulary.stepsPerBar
      var drums = played.drums(at: there)
      while drums != 0 {
        let drum = drums.trailingZeroBitCount
        drums &= drums - 1
        let stroke = played.stroke(drum, at: there)
        let row = unsafe weights + tables.recalled[3 * (cell + drum)]
        let width = tables.recalled.width
        unsafe vectors_add_pair(decided, row, Float(stroke.velocity) / 127, row + width, width)
        unsafe vectors_add_scaled(
          decided, Float(Int(stroke.offset) - 12) / 12, row + 2 * width, width)
      }
      cell += Vocabulary.drumCount
    }
  }

  /// Adds the drum's last two hits to the last two heads.
  func recall(_ strokes: InlineArray<6, Int>) {
    for index in 0..<6 {
      let table = tables.strokes[index]
      unsafe vectors_add(
        decided + tables.head, weights + table[strokes[index]], table.width)
    }
  }

  /// Adds the drum's history at this position in the bar to the heads that use it.
  func recall(_ strokes: InlineArray<9, Int>) {
    let first = tables.firstHeadWithPositionHistory.rawValue - 1
    for (index, table) in tables.positionHistory.enumerated() {
      unsafe vectors_add(
        decided + first * tables.head, weights + table[strokes[index]], table.width)
    }
  }

  /// Adds the sampled value of `attribute` to the heads after it.
  func decide(_ attribute: Attribute, _ value: Int) {
    let table = tables.decided[attribute.rawValue]
    unsafe vectors_add(
      decided + attribute.rawValue * tables.head, weights + table[value], table.width)
  }

  /// Makes the next hit's state the current one.
  func commit() { unsafe hidden.update(from: nextHidden, count: 2 * tables.hidden) }

  private func addToGates(_ row: Int) { unsafe vectors_add(gates, weights + row, tables.gates) }
}
