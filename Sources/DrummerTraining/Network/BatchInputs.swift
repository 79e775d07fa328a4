import Drummer
import MusicalTime

/// The network inputs of one worker's rows of a batch, as indices of table rows; ordered by time,
/// then row.
struct BatchInputs {
  let rows: Int
  let times: Int
  private let layout: ParameterLayout
  private let design: DrummerDesign
  /// One per position of the sequence; empty where a row has no token.
  private(set) var input = RowSums()
  /// For each head, one per token.
  private(set) var heads: [RowSums]
  /// For each head, the target of each token.
  private(set) var targets: [[Int32]]
  /// The position of each token in the sequence: time · rows + row.
  private(set) var positions: [Int] = []
  /// Which rows start from the initial state.
  private(set) var resets: [Bool]

  /// How a row's piece is played.
  private struct Rendition {
    let conditions: Conditions
    let feel: VariedFeel
  }

  init(rows: Int, times: Int, weights: NetworkWeights) {
    self.rows = rows
    self.times = times
    layout = weights.parameterLayout
    design = weights.design
    heads = Array(repeating: RowSums(), count: Attribute.allCases.count)
    targets = Array(repeating: [], count: Attribute.allCases.count)
    resets = Array(repeating: true, count: rows)
  }

  /// The number of tokens.
  var count: Int { positions.count }

  /// Fills in the inputs for some rows of the batch.
  mutating func setInputs(_ batch: TruncatedBatch, rows range: Range<Int>, _ set: TrainingSet) {
    precondition(range.count == rows)
    clear()
    resets = Array(batch.resets[range])
    let sequences = Array(batch.rows[range])
    let renditions = sequences.map { row in
      row.map { row in
        let conditions = Conditions(
          style: row.style, isFill: set.conditions[row.piece].isFill,
          tempo: Tempo(clampingBPM: Double(row.bpm)))
        return Rendition(conditions: conditions, feel: VariedFeel(row.feel))
      }
    }
    for time in 0..<times {
      for (index, row) in sequences.enumerated() {
        if let row, let rendition = renditions[index], time < row.tokens.count {
          setToken(
            row.tokens.lowerBound + time, isFirst: row.opens && time == 0, rendition, set,
            at: time * rows + index)
        }
        input.close()
      }
    }
  }

  private mutating func clear() {
    input.clear()
    positions.removeAll(keepingCapacity: true)
    for head in heads.indices {
      heads[head].clear()
      targets[head].removeAll(keepingCapacity: true)
    }
  }

  private mutating func setToken(
    _ token: Int, isFirst: Bool, _ rendition: Rendition, _ set: TrainingSet, at position: Int
  ) {
    positions.append(position)
    setLSTMInput(token, isFirst: isFirst, rendition, set)
    for (index, head) in layout.heads.enumerated() {
      // Moved out, so that adding to it does not copy it.
      var sums = RowSums()
      swap(&sums, &heads[index])
      addInputs(of: head, token, isFirst: isFirst, rendition, set, to: &sums)
      sums.close()
      swap(&sums, &heads[index])
      let target = rendition.feel.value(head.attribute, of: set.tokens[token].token)
      targets[index].append(Int32(target))
    }
  }

  private mutating func setLSTMInput(
    _ token: Int, isFirst: Bool, _ rendition: Rendition, _ set: TrainingSet
  ) {
    let layer = layout.input
    let before = isFirst ? nil : set.tokens[token - 1]
    for (attribute, base) in zip(Attribute.allCases, layer.attributes) {
      let value = before.map { rendition.feel.value(attribute, of: $0.token) }
      // The row after the last value stands for "no hit yet".
      input.add(base + (value ?? attribute.count) * layer.width)
    }
    let step = before?.step ?? 0
    input.add(layer.position + step % Vocabulary.stepsPerBar * layer.width)
    input.add(layer.bar + step / Vocabulary.stepsPerBar % design.phraseBars * layer.width)
    input.add(layer.heardBias)
    Self.addConditions(layer.condition, rendition.conditions, to: &input)
    guard !isFirst else { return }
    // Moved out, so that adding to it does not copy it.
    var sums = RowSums()
    swap(&sums, &input)
    addHeard(token - 1, rendition, set, layer.heard, width: layer.width, to: &sums)
    swap(&sums, &input)
  }

  private func addInputs(
    of head: ParameterLayout.Head, _ token: Int, isFirst: Bool, _ rendition: Rendition,
    _ set: TrainingSet, to sums: inout RowSums
  ) {
    let placed = set.tokens[token]
    for bias in head.biases { sums.add(bias) }
    for (attribute, base) in zip(head.attribute.earlier, head.known) {
      sums.add(base + rendition.feel.value(attribute, of: placed.token) * head.width)
    }
    Self.addConditions(head.condition, rendition.conditions, to: &sums)
    if head.attribute == .step {
      let step = isFirst ? 0 : set.tokens[token - 1].step
      sums.add(head.position + step % Vocabulary.stepsPerBar * head.width)
      if !isFirst {
        addHeard(token - 1, rendition, set, head.cells, width: head.width, to: &sums)
      }
      return
    }
    sums.add(head.position + placed.step % Vocabulary.stepsPerBar * head.width)
    for (index, base) in head.memory.enumerated() {
      let value = set.memories[token * DrumMemory.counts.count + index]
      sums.add(base + rendition.feel.feature(value, at: index) * head.width)
    }
    for (index, base) in head.positionHistory.enumerated() {
      let value = set.positionFeatures[token * PositionHistory.counts.count + index]
      sums.add(base + rendition.feel.feature(value, at: index) * head.width)
    }
    addRecalled(token, rendition, set, head.cells, width: head.width, to: &sums)
  }

  private static func addConditions(
    _ layer: ParameterLayout.Condition, _ conditions: Conditions, to sums: inout RowSums
  ) {
    sums.add(layer.style + (conditions.style ?? layer.unknownStyle) * layer.width)
    sums.add(layer.fill + (conditions.isFill ? 1 : 0) * layer.width)
    sums.add(layer.tempoBias)
    let features = conditions.tempoFeatures
    for index in features.indices {
      sums.add(layer.tempo + index * layer.width, times: features[index])
    }
  }

  /// Adds presence and velocity of the hits in five steps from `token`'s step on, at each distance of
  /// `barsHeard`.
  private func addHeard(
    _ token: Int, _ rendition: Rendition, _ set: TrainingSet, _ base: Int, width: Int,
    to sums: inout RowSums
  ) {
    for (index, bars) in design.barsHeard.enumerated() {
      let first = index * DrummerDesign.stepsHeard
      set.eachCell(
        before: token, distance: bars * Vocabulary.stepsPerBar, steps: DrummerDesign.stepsHeard
      ) { step, cell in
        let row = ((first + step) * Vocabulary.drumCount + Int(cell.token.drum)) * 2
        sums.add(base + row * width)
        sums.add(base + (row + 1) * width, times: rendition.feel.velocityShare(cell.velocity))
      }
    }
  }

  /// Adds presence, velocity and offset of the hits on the token's own step, at each distance of
  /// `barsRecalled`.
  private func addRecalled(
    _ token: Int, _ rendition: Rendition, _ set: TrainingSet, _ base: Int, width: Int,
    to sums: inout RowSums
  ) {
    for (index, bars) in design.barsRecalled.enumerated() {
      set.eachCell(before: token, distance: bars * Vocabulary.stepsPerBar, steps: 1) { _, cell in
        let row = (index * Vocabulary.drumCount + Int(cell.token.drum)) * 3
        sums.add(base + row * width)
        sums.add(base + (row + 1) * width, times: rendition.feel.velocityShare(cell.velocity))
        sums.add(base + (row + 2) * width, times: rendition.feel.offsetShare(cell.token.offset))
      }
    }
  }
}
