import CVectors

/// The working of a mind: a drummer's weights, and the numbers that one mind keeps.
///
/// Borrowed for the length of a call.
@safe struct Thought {
  let tables: DrummerTables
  let weights: UnsafePointer<Float>
  /// `count` numbers, in the order of the properties below.
  let mine: UnsafeMutablePointer<Float>

  private var hidden: UnsafeMutablePointer<Float> { unsafe mine }
  private var cell: UnsafeMutablePointer<Float> { unsafe mine + tables.hidden }
  /// As the next hit will have them.
  private var nextHidden: UnsafeMutablePointer<Float> { unsafe mine + 2 * tables.hidden }
  private var nextCell: UnsafeMutablePointer<Float> { unsafe mine + 3 * tables.hidden }
  private var gates: UnsafeMutablePointer<Float> { unsafe mine + 4 * tables.hidden }
  /// The four heads, as they are before anything is decided.
  private var heads: UnsafeMutablePointer<Float> { unsafe gates + tables.gates }
  /// The last three heads with what was decided.
  private var decided: UnsafeMutablePointer<Float> { unsafe heads + 4 * tables.head }
  private var scratch: UnsafeMutablePointer<Float> { unsafe decided + 3 * tables.head }

  static func count(_ tables: DrummerTables) -> Int { 2 * tables.gates + 8 * tables.head }

  /// Gates and heads from the conditions, the last hit and its place.
  func begin(_ conditioned: [Float], last: Token?, step: Int) {
    unsafe conditioned.withUnsafeBufferPointer { conditioned in
      unsafe gates.update(from: conditioned.baseAddress ?? weights, count: tables.wide)
    }
    let (place, bar) =
      last == nil
      ? (0, 0)
      : (step % Vocabulary.stepsPerBar, step / Vocabulary.stepsPerBar % tables.design.phraseBars)
    addToGates(tables.place[place])
    addToGates(tables.bar[bar])
    for index in 0..<4 {
      // Behind its values each attribute has a row for "nothing yet".
      let attribute = Attribute.allCases[index]
      addToGates(tables.last[index][last?[attribute] ?? attribute.count])
    }
    unsafe vectors_add(heads, weights + tables.stepPlace[place], tables.head)
  }

  /// Adds what was played some bars ago on this step and the four behind it.
  func listen(to played: PlayedSteps, behind step: Int) {
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

  /// The LSTM's step, and what it gives the heads.
  func remember() {
    let (recurrent, columns) = (tables.recurrent, tables.hidden)
    unsafe recurrent.multiplyAdd(gates, hidden, row: 0, rows: tables.gates, columns: columns)
    unsafe vectors_lstm_cell(nextHidden, nextCell, cell, gates, columns)
    unsafe recurrent.multiplyAdd(
      heads, nextHidden, row: tables.gates, rows: 4 * tables.head, columns: columns)
  }

  /// The logits of an attribute's values.
  func weigh(_ attribute: Attribute, _ odds: inout Odds) {
    let index = attribute.rawValue
    let head = index == 0 ? unsafe heads : unsafe decided + (index - 1) * tables.head
    unsafe scratch.update(from: head, count: tables.head)
    unsafe vectors_relu(scratch, tables.head)
    unsafe odds.withNumbers { numbers in
      unsafe numbers.update(from: weights + tables.outBias[index][0], count: attribute.count)
      unsafe vectors_matvec_add(
        numbers, weights + tables.out[index][0], scratch, attribute.count, tables.head)
    }
  }

  /// Tells the last three heads of the wait and the place where it ended.
  func decideStep(wait: Int, at step: Int) {
    unsafe decided.update(from: heads + tables.head, count: 3 * tables.head)
    unsafe vectors_add(
      decided, weights + tables.hitPlace[step % Vocabulary.stepsPerBar], 3 * tables.head)
    decide(.step, wait)
  }

  /// Tells them what was played at `step` some bars ago.
  func recall(_ played: PlayedSteps, at step: Int) {
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

  /// Tells the last two heads of the drum's last two strokes.
  func recall(_ strokes: InlineArray<6, Int>) {
    for index in 0..<6 {
      let table = tables.strokes[index]
      unsafe vectors_add(
        decided + tables.head, weights + table[strokes[index]], table.width)
    }
  }

  /// Tells the last head of the drum's strokes at this place of earlier bars.
  func recall(_ strokes: InlineArray<9, Int>) {
    for (index, table) in tables.places.enumerated() {
      unsafe vectors_add(
        decided + 2 * tables.head, weights + table[strokes[index]], table.width)
    }
  }

  /// Tells the heads behind `attribute` what it was decided to be.
  func decide(_ attribute: Attribute, _ value: Int) {
    let table = tables.decided[attribute.rawValue]
    unsafe vectors_add(
      decided + attribute.rawValue * tables.head, weights + table[value], table.width)
  }

  /// The next hit's hidden and cell become the last one's.
  func commit() { unsafe hidden.update(from: nextHidden, count: 2 * tables.hidden) }

  private func addToGates(_ row: Int) { unsafe vectors_add(gates, weights + row, tables.gates) }
}
