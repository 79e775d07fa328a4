import MusicalTime

/// What a drummer has in mind: all that it played, as an LSTM remembers it, and the hit that it is
/// about to decide.
///
/// A value of about 30 kB: a copy is a checkpoint. One hit after the other: `think`, then for each
/// attribute `odds` and `decide`, then `commit`. Until `commit` it may think again. Real-time: no.
public struct Mind: Sendable {
  public let tables: DrummerTables
  /// The sixteenth of the last hit, counted from the beginning.
  public private(set) var step = 0
  /// The last hit; nil before the first.
  public private(set) var last: Token?
  /// Where the hit being decided lies.
  public private(set) var nextStep = 0

  /// The drum of the hit being decided.
  var nextDrum: Int { Int(draft.drum) }

  private(set) var played: PlayedSteps
  private var drums = InlineArray<13, DrumMemory>(repeating: DrumMemory())
  /// Kept only where the design is told of it.
  private var places: PlaceMemory?
  private var draft = Token(wait: 0, drum: 0, offset: 0, velocity: 0)
  /// What the conditions add to gates and heads.
  private var conditioned: [Float]
  /// Hidden and cell, both again as the next hit will have them; gates; heads as thought and as
  /// decided so far.
  private var numbers: [Float]

  /// A drummer that has played nothing yet.
  public init(_ tables: DrummerTables, _ conditions: Conditions) {
    self.tables = tables
    let design = tables.design
    played = PlayedSteps(bars: max(design.barsHeard.max() ?? 0, design.barsRecalled.max() ?? 0))
    places = design.remembersPlaces ? PlaceMemory() : nil
    numbers = [Float](repeating: 0, count: Thought.count(tables))
    conditioned = []
    turn(to: conditions)
  }

  /// Plays under other conditions from the next thought on; of the second style, the share that is
  /// named is mixed in.
  public mutating func turn(
    to conditions: Conditions, mixing second: Int? = nil, share: Double = 0
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

  /// Runs the LSTM behind the last hit. It may be run again, under other conditions.
  public mutating func think() {
    let (played, conditioned, last, step) = (played, conditioned, last, step)
    work { thought in
      thought.begin(conditioned, last: last, step: step)
      thought.listen(to: played, behind: step)
      thought.remember()
    }
    nextStep = step
  }

  /// How likely each value of `attribute` is, after what was decided before it.
  public mutating func odds(of attribute: Attribute) -> Odds {
    var odds = Odds(count: attribute.count)
    work { $0.weigh(attribute, &odds) }
    return odds
  }

  /// Decides how many sixteenths to wait, and (a wait of 33 stands for more) where that ends.
  public mutating func decide(wait: Int, step place: Int) {
    draft.wait = UInt8(wait)
    nextStep = place
    let played = played
    work { thought in
      thought.decideStep(wait: wait, at: place)
      thought.recall(played, at: place)
    }
  }

  /// Decides the drum.
  public mutating func decide(drum: Int) {
    draft.drum = UInt8(drum)
    let strokes = drums[drum].features(at: nextStep)
    let habits = places?.features(of: drum, at: nextStep)
    work { thought in
      thought.decide(.drum, drum)
      thought.recall(strokes)
      if let habits { thought.recall(habits) }
    }
  }

  /// Decides how early or late, 0 to 23.
  public mutating func decide(offset: Int) {
    draft.offset = UInt8(offset)
    work { $0.decide(.offset, offset) }
  }

  /// Decides how hard, 1 to 127, and with that the hit, which is from now on the last.
  @discardableResult
  public mutating func commit(velocity: UInt8) -> PlacedToken {
    draft.velocity = velocity >> 2
    played.advance(to: nextStep)
    played.strike(Int(draft.drum), velocity: velocity, offset: draft.offset)
    drums[Int(draft.drum)].struck(draft, at: nextStep)
    (step, last) = (nextStep, draft)
    work { $0.commit() }
    let placed = PlacedToken(token: draft, step: step, velocity: velocity)
    places?.struck(placed)
    return placed
  }

  /// Hears a hit that somebody played, which is from now on the last.
  public mutating func hear(_ heard: PlacedToken) {
    think()
    decide(wait: min(max(heard.step - step, 0), Token.longestWait), step: max(heard.step, step))
    decide(drum: Int(heard.token.drum))
    decide(offset: Int(heard.token.offset))
    commit(velocity: heard.velocity)
  }

  /// Hears a hit, and answers how surprising its step, drum, offset and velocity were, in nats.
  public mutating func follow(_ heard: PlacedToken) -> InlineArray<4, Double> {
    let wait = min(max(heard.step - step, 0), Token.longestWait)
    var surprise = InlineArray<4, Double>(repeating: 0)
    think()
    surprise[0] = odds(of: .step).surprise(of: wait)
    decide(wait: wait, step: max(heard.step, step))
    surprise[1] = odds(of: .drum).surprise(of: Int(heard.token.drum))
    decide(drum: Int(heard.token.drum))
    surprise[2] = odds(of: .offset).surprise(of: Int(heard.token.offset))
    decide(offset: Int(heard.token.offset))
    surprise[3] = odds(of: .velocity).surprise(of: Int(heard.velocity >> 2))
    commit(velocity: heard.velocity)
    return surprise
  }

  private mutating func work(_ body: (Thought) -> Void) {
    let tables = tables
    unsafe numbers.withUnsafeMutableBufferPointer { mine in
      unsafe tables.numbers.withUnsafeBufferPointer { weights in
        guard let mine = mine.baseAddress, let weights = weights.baseAddress else { return }
        body(unsafe Thought(tables: tables, weights: weights, mine: mine))
      }
    }
  }
}
