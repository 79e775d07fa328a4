public import MusicalTime
public import Rhythm

/// Humanises hits: the model is run over their steps and drums and samples an offset and velocity
/// for each.
///
/// The sampled values become part of the model state for later hits. Drums outside the vocabulary,
/// and hits before the beginning, do not change. Real-time: no.
public struct Humaniser: Sendable {
  private let tables: DrummerTables
  /// The conditioning inputs: the style, and the nearest tempo that drummers are trained at.
  public let conditions: Conditions
  /// 0 leaves every hit as given, 1 uses the model's values.
  public var amount: Double
  /// The same seed gives the same result.
  public var seed: UInt64

  /// Sampling temperature: a little steadier than the training data.
  private static let temperature: Float = 0.8
  /// The same where similar grooves are known, and the weights of the network and of the grooves.
  private static let offsetPull = Pull(temperature: 0.5, own: 0.5, groove: 0.8)
  private static let velocityPull = Pull(temperature: 0.7, own: 0.3, groove: 0.7)

  private struct Pull {
    var temperature: Float
    var own: Float
    var groove: Float
  }
  /// The largest displacement in ticks of 1/96 beat…
  private static let freedom = 8
  /// …unless a hit is farther than this from its sixteenth: then it is there on purpose, such as a
  /// triplet…
  private static let near = 2
  /// …and may move by this at most.
  private static let littleFreedom = 3

  /// Humanises fully, without a style, unless given.
  public init(
    _ tables: DrummerTables, _ conditions: Conditions, amount: Double, seed: UInt64 = 0
  ) {
    self.tables = tables
    var trained = conditions
    trained.tempo = Tempo(clampingBPM: Conditions.trainedTempo(conditions.tempo.bpm))
    self.conditions = trained
    self.amount = min(max(amount, 0), 1)
    self.seed = seed
  }

  /// The hits in the same order, each with a new time and velocity.
  ///
  /// No hit moves before the beginning, past `end` if it was before it, or past another hit.
  public func humanised(_ hits: [Hit], until end: Beats? = nil) -> [Hit] {
    guard amount > 0 else { return hits }
    let played = played(hits)
    let moments = Moments(given: hits.map(\.beat), drums: hits.map(\.drum), end: end)
      .inOrder(played.map(\.beat))
    return hits.indices.map { index in
      let (given, velocity) = (hits[index], played[index].velocity)
      let louder = Double(Int(velocity.value) - Int(given.velocity.value))
      let later = Double((moments[index] - given.beat).units)
      return Hit(
        drum: given.drum,
        velocity: Velocity(
          clamping: Int(given.velocity.value) + Int((louder * amount).rounded())),
        beat: given.beat + Beats(units: Int64((later * amount).rounded())))
    }
  }

  /// The hits with the model's values applied fully.
  private func played(_ hits: [Hit]) -> [Hit] {
    var played = hits
    var state = DrummerState(tables, conditions)
    var strokes: [DrumStep: Int] = [:]
    let notes = Note.sorted(hits)
    let likely = LikelyGroove(
      tables.grooves, shares: Note.shares(of: notes), style: conditions.style)
    for note in notes {
      let place = DrumStep(step: note.step, drum: note.drum)
      let stroke = strokes[place, default: 0]
      strokes[place] = stroke + 1
      // The random number depends on the position, not the index, so that another hit elsewhere has
      // no influence here.
      let chance = BarRandom(seed: seed, bar: note.step)
      let turn = stroke * Vocabulary.drumCount + note.drum
      state.runLSTM()
      state.decide(wait: min(note.step - state.step, Token.longestWait), step: note.step)
      state.decide(drum: note.drum)
      let cell = likely?[note.drum, note.step]
      let offset = Self.sample(
        state.logits(of: .offset), near: cell?.offsetShares, Self.offsetPull, among: note.offsets,
        chance(turn, .offset))
      state.decide(offset: offset)
      let bin = Self.sample(
        state.logits(of: .velocity), near: cell?.velocityShares, Self.velocityPull, among: 0...31,
        chance(turn, .velocity))
      let velocity = Vocabulary.velocity(ofBin: bin)
      state.commit(velocity: velocity.value)
      let later = Vocabulary.tick * Int64(offset - note.offset)
      played[note.index].beat = hits[note.index].beat + later
      played[note.index].velocity = velocity
    }
    return played
  }

  private static func sample(
    _ logits: Logits, near shares: Shares?, _ pull: Pull, among values: ClosedRange<Int>,
    _ chance: Float
  ) -> Int {
    var logits = logits
    if let shares { logits.multiply(by: shares, weight: pull.groove, own: pull.own) }
    for value in 0..<logits.count where !values.contains(value) { logits.forbid(value) }
    let sampled = logits.sample(
      chance, temperature: shares == nil ? temperature : pull.temperature,
      topP: SamplingSettings.topP
    )
    return sampled ?? values.lowerBound
  }

  private struct DrumStep: Hashable {
    var step: Int
    var drum: Int
  }

  /// A hit in the model's units.
  private struct Note {
    /// Index in the given hits.
    let index: Int
    let step: Int
    let drum: Int
    /// 0 to 23; 12 is on the step.
    let offset: Int

    init?(_ hit: Hit, index: Int) {
      guard let drum = Vocabulary.index(of: hit.drum), hit.beat >= .zero else { return nil }
      let tick = Int(
        (hit.beat + Beats(units: Vocabulary.tick.units / 2)).dividedRoundingDown(
          by: Vocabulary.tick))
      self.index = index
      self.drum = drum
      step = (tick + Vocabulary.ticksPerStep / 2) / Vocabulary.ticksPerStep
      offset = tick - step * Vocabulary.ticksPerStep + Vocabulary.ticksPerStep / 2
    }

    /// The offsets that may be sampled.
    var offsets: ClosedRange<Int> {
      let isNear = abs(offset - Vocabulary.ticksPerStep / 2) <= Humaniser.near
      let freedom = isNear ? Humaniser.freedom : Humaniser.littleFreedom
      return max(offset - freedom, 0)...min(offset + freedom, Vocabulary.ticksPerStep - 1)
    }

    /// For each cell, the share of bars with a hit, of the bars with any.
    static func shares(of notes: [Note]) -> [Double] {
      var shares = [Double](repeating: 0, count: Vocabulary.stepsPerBar * Vocabulary.drumCount)
      let bars = Set(notes.map { $0.step / Vocabulary.stepsPerBar }).count
      for place in Set(notes.map { DrumStep(step: $0.step, drum: $0.drum) }) {
        shares[GrooveStatistics.cell(of: place.drum, at: place.step)] += 1 / Double(bars)
      }
      return shares
    }

    /// Sorted as the model samples them: by step, then drum.
    static func sorted(_ hits: [Hit]) -> [Note] {
      hits.enumerated().compactMap { Note($1, index: $0) }.sorted {
        ($0.step, $0.drum, $0.offset, $0.index) < ($1.step, $1.drum, $1.offset, $1.index)
      }
    }
  }
}
