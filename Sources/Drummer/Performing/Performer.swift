import MusicalTime
public import Rhythm

/// Plays bars with a drummer model, within the limits of two hands and two feet.
///
/// All randomness is a hash of the seed, the bar number and the hit number, so a copy made before a
/// bar plays the same bar again. Real-time: no.
public struct Performer: BarInventor {
  /// The number of the next bar, counted from 0.
  public private(set) var nextBar = 0
  /// The state of the model.
  public internal(set) var state: DrummerState
  var prior = GroovePrior()
  var anchor = Anchor()
  /// What the groove was chosen for; nil if none was.
  var query: GrooveQuery?
  var limbs = Limbs()
  /// The step of the next bar's beginning, in the model's own count.
  var origin = 0
  /// The earliest step and drum of the next hit.
  var earliest = StepAndDrum(step: 0, drum: 0)
  /// The probability that the next hit is at `earliest` or later, given its step; less than 1 after
  /// a drum on this step was rejected.
  var remainder: Float = 1
  /// The step on which the current fill ends.
  var landing: Int?

  /// A step, and the first drum that can still be played on it.
  struct StepAndDrum: BitwiseCopyable, Hashable {
    var step: Int
    var drum: Int

    /// The position after `drum` on `step`.
    static func after(_ drum: Int, on step: Int) -> StepAndDrum {
      drum + 1 < Vocabulary.drumCount
        ? StepAndDrum(step: step, drum: drum + 1) : StepAndDrum(step: step + 1, drum: 0)
    }
  }

  /// A drummer at the beginning.
  public init(_ tables: DrummerTables) {
    state = DrummerState(tables, Conditions())
  }

  /// Generates the next bar; the settings' `fillEvery` applies if `fillFrom` is nil.
  ///
  /// A fill does not change anything earlier than 1/8 of the drummer's beat (1/4 in half feel)
  /// before it. An unknown style counts as none.
  public mutating func play(_ direction: BarDirection) -> DrummedBar {
    findGroove(direction)
    var bar = begin(direction)
    let sampling = SamplingSettings(direction, near: anchor)
    let fill = bar.fillStart(direction)
    if fill > bar.start {
      bar.backbeat = Backbeat(bar, direction.settings.feel, near: anchor.groove)
      setConditions(of: direction, isFill: false)
      let ending = min(bar.ending(direction), fill)
      invent(until: ending, sampling, &bar)
      if ending < fill {
        postpone(to: ending)
        invent(until: fill, sampling.forEnding, &bar)
      }
    }
    if fill < bar.end {
      setConditions(of: direction, isFill: true)
      postpone(to: fill)
      bar.backbeat = nil
      invent(until: bar.end, sampling.forFill, &bar)
    }
    landing = fill < bar.end || endsInFill(bar) ? bar.end : nil
    finish(bar, priorUntil: fill)
    let drawn = direction.isSilent ? [] : bar.drawn.sorted { $0.hit < $1.hit }
    return DrummedBar(number: bar.number, drawn: drawn)
  }

  /// Uses `hits` as the content of the next bar and advances past it. If the direction asks for a
  /// fill, the hits are one, and the next bar starts as after a fill.
  public mutating func advance(with hits: [Hit], _ direction: BarDirection) {
    if !hits.isEmpty { followGroove(direction) }
    let bar = begin(direction)
    let sampling = SamplingSettings(direction, near: anchor)
    let tokens = bar.tokens(of: hits).map { placed in
      var meant = placed
      meant.velocity = sampling.meant(by: placed.velocity)
      meant.token.velocity = meant.velocity >> 2
      return meant
    }
    let fill = bar.fillStart(direction)
    let fillTokens = tokens.drop { $0.step < fill }
    setConditions(of: direction, isFill: false)
    advance(with: tokens.dropLast(fillTokens.count))
    if !fillTokens.isEmpty {
      setConditions(of: direction, isFill: true)
      advance(with: fillTokens)
    }
    landing = fill < bar.end || endsInFill(bar) ? bar.end : nil
    finish(bar, priorUntil: fill)
  }

  /// Whether the last two beats of a bar have three snares and toms more than the groove has there,
  /// which is what a fill of the drummer's own looks like.
  private func endsInFill(_ bar: BarBuilder) -> Bool {
    guard let groove = anchor.groove else { return false }
    var surplus: Float = 0
    for step in max(bar.end - Vocabulary.stepsPerBar / 2, bar.start)..<bar.end {
      let played = state.played.drums(at: step)
      for drum in Vocabulary.fillDrums {
        surplus += (played & (1 << UInt16(drum)) == 0 ? 0 : 1) - groove[drum, step].frequency
      }
    }
    return surplus >= 3
  }

  mutating func advance(with tokens: ArraySlice<PlacedToken>) {
    for token in tokens {
      state.advance(with: token)
      anchor.struck(token)
      limbs.strike(Int(token.token.drum), at: Vocabulary.tick(of: token))
      earliest = StepAndDrum(step: token.step, drum: Int(token.token.drum))
    }
  }

  private mutating func begin(_ direction: BarDirection) -> BarBuilder {
    // After a change of feel half a bar may be left over; new bars start on the model's bar lines.
    if direction.settings.feel != .half {
      let rest = origin % Vocabulary.stepsPerBar
      if rest != 0 { origin += Vocabulary.stepsPerBar - rest }
    }
    postpone(to: origin)
    anchor.phrasing = Phrasing(
      seed: direction.settings.seed, bar: nextBar, wildness: direction.settings.wildness)
    return BarBuilder(direction, number: nextBar, start: origin)
  }

  /// Excludes all hits before `step`.
  private mutating func postpone(to step: Int) {
    guard earliest.step < step else { return }
    (earliest, remainder) = (StepAndDrum(step: step, drum: 0), 1)
  }

  private mutating func finish(_ bar: BarBuilder, priorUntil end: Int) {
    prior.learn(state.played, from: bar.start, to: end)
    let isKnown = anchor.finish(bar.start..<bar.end, isFill: end < bar.end)
    if isKnown, let groove = anchor.groove { prior.take(groove, isNew: false) }
    origin = bar.end
    nextBar += 1
  }

  mutating func setConditions(of direction: BarDirection, isFill: Bool) {
    let settings = direction.settings
    let card = state.tables.card
    let second = settings.blend.flatMap { card.row(ofStyle: $0.style) }
    state.setConditions(
      Conditions(
        style: card.row(ofStyle: settings.style), isFill: isFill,
        tempo: direction.drummersTempo),
      mixing: second, share: second == nil ? 0 : settings.blend?.amount ?? 0)
  }
}

extension Performer.StepAndDrum: Comparable {
  static func < (a: Self, b: Self) -> Bool { (a.step, a.drum) < (b.step, b.drum) }
}

extension Vocabulary {
  /// The position of a token in ticks of 1/96 beat from the beginning.
  static func tick(of placed: PlacedToken) -> Int {
    placed.step * ticksPerStep + Int(placed.token.offset) - ticksPerStep / 2
  }
}
