import MusicalTime
public import Rhythm

/// A drummer that plays: it invents bars with its mind, two hands and two feet.
///
/// Chance is a hash of the settings' seed, the bar's number and the hit's, so that a copy kept from
/// before a bar plays that bar again. Real-time: no.
public struct Performer: BarInventor {
  public private(set) var nextBar = 0
  /// What it has in mind.
  public internal(set) var mind: Mind
  var habit = Habit()
  var limbs = Limbs()
  /// The sixteenth of the drummer's own counting where the next bar begins.
  var origin = 0
  /// Where the next hit may be at the earliest.
  var earliest = Place(step: 0, drum: 0)
  /// How likely a hit at `earliest` was to come there and not before, given its sixteenth; less than
  /// 1 where a drum on it was refused.
  var remainder: Float = 1
  /// The sixteenth on which a fill lands.
  var landing: Int?

  /// A sixteenth, and the first drum that may still come on it.
  struct Place: BitwiseCopyable, Hashable {
    var step: Int
    var drum: Int

    /// Behind `drum` on `step`.
    static func behind(_ drum: Int, on step: Int) -> Place {
      drum + 1 < Vocabulary.drumCount
        ? Place(step: step, drum: drum + 1) : Place(step: step + 1, drum: 0)
    }
  }

  /// A drummer that has played nothing yet.
  public init(_ tables: DrummerTables) {
    mind = Mind(tables, Conditions())
  }

  /// Plays the next bar; where `fillFrom` says nothing, the settings' `fillEvery` does.
  ///
  /// A fill leaves everything before 1/8 beat before it (of the drummer's own beats: 1/4 in half
  /// feel) as it is without the fill. A style that the model does not know counts as none.
  public mutating func play(_ direction: BarDirection) -> DrummedBar {
    var sheet = begin(direction)
    let manner = Manner(direction, contrast: Manner.contrast)
    let fill = sheet.fillStart(direction)
    if fill > sheet.start {
      turn(to: direction, isFill: false)
      invent(until: fill, manner, &sheet)
    }
    if fill < sheet.end {
      turn(to: direction, isFill: true)
      postpone(to: fill)
      invent(until: sheet.end, manner.forFill, &sheet)
    }
    finish(sheet, habitUntil: fill)
    landing = fill < sheet.end ? sheet.end : nil
    let hits = direction.isSilent ? [] : sheet.hits.sorted()
    return DrummedBar(number: sheet.number, hits: hits)
  }

  /// Takes `hits` for what was played in the next bar, and goes on behind it as if it had played
  /// them: where the bar is to be a fill they are one, and it lands behind it.
  public mutating func hear(_ hits: [Hit], _ direction: BarDirection) {
    let sheet = begin(direction)
    let manner = Manner(direction, contrast: Manner.contrast)
    let tokens = sheet.tokens(of: hits).map { placed in
      var meant = placed
      meant.velocity = manner.meant(by: placed.velocity)
      meant.token.velocity = meant.velocity >> 2
      return meant
    }
    let fill = sheet.fillStart(direction)
    let fillTokens = tokens.drop { $0.step < fill }
    turn(to: direction, isFill: false)
    hear(tokens.dropLast(fillTokens.count))
    if !fillTokens.isEmpty {
      turn(to: direction, isFill: true)
      hear(fillTokens)
    }
    finish(sheet, habitUntil: fill)
    landing = fill < sheet.end ? sheet.end : nil
  }

  private mutating func hear(_ tokens: ArraySlice<PlacedToken>) {
    for token in tokens {
      mind.hear(token)
      limbs.strike(Int(token.token.drum), at: Vocabulary.tick(of: token))
      earliest = Place(step: token.step, drum: Int(token.token.drum))
    }
  }

  private mutating func begin(_ direction: BarDirection) -> Sheet {
    // After a change of feel half a bar may be left over; bars begin on the drummer's bars.
    if direction.settings.feel != .half {
      let rest = origin % Vocabulary.stepsPerBar
      if rest != 0 { origin += Vocabulary.stepsPerBar - rest }
    }
    postpone(to: origin)
    return Sheet(direction, number: nextBar, start: origin)
  }

  /// Lets nothing more come before `step`.
  private mutating func postpone(to step: Int) {
    guard earliest.step < step else { return }
    (earliest, remainder) = (Place(step: step, drum: 0), 1)
  }

  private mutating func finish(_ sheet: Sheet, habitUntil end: Int) {
    habit.learn(mind.played, from: sheet.start, to: end)
    origin = sheet.end
    nextBar += 1
  }

  private mutating func turn(to direction: BarDirection, isFill: Bool) {
    let settings = direction.settings
    let card = mind.tables.card
    let second = settings.blend.flatMap { card.row(ofStyle: $0.style) }
    mind.turn(
      to: Conditions(
        style: card.row(ofStyle: settings.style), isFill: isFill,
        tempo: direction.drummersTempo),
      mixing: second, share: second == nil ? 0 : settings.blend?.amount ?? 0)
  }
}

extension Performer.Place: Comparable {
  static func < (a: Self, b: Self) -> Bool { (a.step, a.drum) < (b.step, b.drum) }
}

extension Vocabulary {
  /// Where a token lies, in ticks of 1/96 beat from the beginning.
  static func tick(of placed: PlacedToken) -> Int {
    placed.step * ticksPerStep + Int(placed.token.offset) - ticksPerStep / 2
  }
}
