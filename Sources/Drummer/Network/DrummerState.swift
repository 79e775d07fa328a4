import MusicalTime

/// The state of a drummer model: the LSTM's hidden and cell state, the history it looks back at,
/// and the hit being sampled.
///
/// A value of about 45 kB: a copy is a checkpoint. For each hit: `runLSTM` runs the LSTM, then for
/// each attribute `logits` returns the logits and `decide` sets the value, and `commit` completes the
/// hit. Until `commit` the LSTM step can be repeated. Real-time: no.
public struct DrummerState: Sendable {
  /// The weights.
  public let tables: DrummerTables
  /// The sixteenth of the last hit, counted from the beginning.
  public private(set) var step = 0
  /// The last hit; nil before the first.
  public private(set) var last: Token?
  /// The sixteenth of the hit being sampled.
  public private(set) var nextStep = 0

  /// The drum of the hit being sampled.
  var nextDrum: Int { Int(draft.drum) }

  private(set) var played: StepHistory
  private var drums = InlineArray<13, DrumMemory>(repeating: DrumMemory())
  /// Nil unless the design uses it as an input.
  private var positions: PositionHistory?
  private var draft = Token(wait: 0, drum: 0, offset: 0, velocity: 0)
  /// The contribution of the conditions to gates and heads.
  private var conditioned: [Float]
  /// The LSTM's hidden and cell state; both again after the next hit; gates; heads from the LSTM,
  /// and with the sampled attributes added.
  private var numbers: [Float]

  /// The initial state.
  public init(_ tables: DrummerTables, _ conditions: Conditions) {
    self.tables = tables
    let design = tables.design
    played = StepHistory(bars: max(design.barsHeard.max() ?? 0, design.barsRecalled.max() ?? 0))
    positions = design.usesPositionHistory ? PositionHistory() : nil
    numbers = [Float](repeating: 0, count: ForwardPass.count(tables))
    conditioned = []
    setConditions(conditions)
  }

  /// Changes the conditions from the next `runLSTM` on; `share` of a second style is mixed in.
  public mutating func setConditions(
    _ conditions: Conditions, mixing second: Int? = nil, share: Double = 0
  ) {
    let features = conditions.tempoFeatures
    let none = tables.design.styleCount
    let mixed = second == nil ? 0 : Float(share)
    var rows = [
      (tables.always[0], 1), (tables.fill[conditions.isFill ? 1 : 0], 1),
      (tables.styles[conditions.style ?? none], 1 - mixed), (tables.styles[second ?? none], mixed),
    ]
    for index in 0..<3 { rows.append((tables.tempo[index], features[index])) }
    conditioned = tables.sum(rows)
  }

  /// Runs one LSTM step after the last hit. Can be repeated under other conditions.
  public mutating func runLSTM() {
    let (played, conditioned, last, step) = (played, conditioned, last, step)
    work { pass in
      pass.begin(conditioned, last: last, step: step)
      pass.lookBack(at: step, in: played)
      pass.runLSTM()
    }
    nextStep = step
  }

  /// The logits of `attribute`, given the attributes sampled before it.
  public mutating func logits(of attribute: Attribute) -> Logits {
    var logits = Logits(count: attribute.count)
    work { $0.computeLogits(of: attribute, into: &logits) }
    return logits
  }

  /// Sets the wait in sixteenths and the step where it ends (33 stands for any longer wait).
  public mutating func decide(wait: Int, step position: Int) {
    draft.wait = UInt8(wait)
    nextStep = position
    let played = played
    work { pass in
      pass.decideStep(wait: wait, at: position)
      pass.recall(played, at: position)
    }
  }

  /// Sets the drum.
  public mutating func decide(drum: Int) {
    draft.drum = UInt8(drum)
    let strokes = drums[drum].features(at: nextStep)
    let history = positions?.features(of: drum, at: nextStep)
    work { pass in
      pass.decide(.drum, drum)
      pass.recall(strokes)
      if let history { pass.recall(history) }
    }
  }

  /// Sets the offset, 0 to 23.
  public mutating func decide(offset: Int) {
    draft.offset = UInt8(offset)
    work { $0.decide(.offset, offset) }
  }

  /// Sets the velocity, 1 to 127, and completes the hit, which becomes the last one.
  @discardableResult
  public mutating func commit(velocity: UInt8) -> PlacedToken {
    draft.velocity = velocity >> 2
    played.advance(to: nextStep)
    played.strike(Int(draft.drum), velocity: velocity, offset: draft.offset)
    drums[Int(draft.drum)].struck(draft, at: nextStep)
    (step, last) = (nextStep, draft)
    work { $0.commit() }
    let placed = PlacedToken(token: draft, step: step, velocity: velocity)
    positions?.struck(placed)
    return placed
  }

  /// Advances the state with a given hit instead of sampling one.
  public mutating func advance(with hit: PlacedToken) {
    runLSTM()
    decide(wait: min(max(hit.step - step, 0), Token.longestWait), step: max(hit.step, step))
    decide(drum: Int(hit.token.drum))
    decide(offset: Int(hit.token.offset))
    commit(velocity: hit.velocity)
  }

  /// Advances the state with a given hit and returns the negative log-likelihood of its step, drum,
  /// offset and velocity, in nats.
  public mutating func follow(_ hit: PlacedToken) -> InlineArray<4, Double> {
    let wait = min(max(hit.step - step, 0), Token.longestWait)
    var surprise = InlineArray<4, Double>(repeating: 0)
    runLSTM()
    surprise[0] = logits(of: .step).surprise(of: wait)
    decide(wait: wait, step: max(hit.step, step))
    surprise[1] = logits(of: .drum).surprise(of: Int(hit.token.drum))
    decide(drum: Int(hit.token.drum))
    surprise[2] = logits(of: .offset).surprise(of: Int(hit.token.offset))
    decide(offset: Int(hit.token.offset))
    surprise[3] = logits(of: .velocity).surprise(of: Int(hit.velocity >> 2))
    commit(velocity: hit.velocity)
    return surprise
  }

  private mutating func work(_ body: (ForwardPass) -> Void) {
    let tables = tables
    unsafe numbers.withUnsafeMutableBufferPointer { mine in
      unsafe tables.numbers.withUnsafeBufferPointer { weights in
        guard let mine = mine.baseAddress, let weights = weights.baseAddress else { return }
        body(unsafe ForwardPass(tables: tables, weights: weights, mine: mine))
      }
    }
  }
}
