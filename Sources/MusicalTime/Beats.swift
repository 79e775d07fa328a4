/// A length or position in beats (quarter notes), counted in whole units of 1/2 882 880 beat.
///
/// The unit divides exactly by 24, 96, 480 and 960 and by every tuplet up to 16, so a clock tick,
/// a Standard MIDI File tick and a 13-let are whole numbers and nothing drifts. Real-time: yes.
public struct Beats: BitwiseCopyable, Sendable, Hashable, Comparable {
  /// Units in one beat: 2⁶ · 3² · 5 · 7 · 11 · 13.
  public static var unitsPerBeat: Int64 { @_noLocks get { 2_882_880 } }

  /// The count of 1/2 882 880 beats.
  public var units: Int64

  /// A length or position of `units` units of 1/2 882 880 beat.
  @_noLocks public init(units: Int64) { self.units = units }

  /// A whole number of beats.
  @_noLocks public init(_ wholeBeats: Int64) { units = wholeBeats &* Self.unitsPerBeat }

  /// `numerator`/`denominator` of a beat, rounded to the nearest unit (exact where it divides).
  public init(_ numerator: Int64, over denominator: Int64) {
    let scaled = numerator * Self.unitsPerBeat
    let half = denominator / 2
    units = floorDivide(scaled + half, by: denominator)
  }

  /// Beat 0, where the song begins.
  public static var zero: Beats { @_noLocks get { Beats(units: 0) } }

  /// One tick of the 24-PPQN MIDI clock.
  public static var clockTick: Beats { @_noLocks get { Beats(units: unitsPerBeat / 24) } }

  /// Half a tick of the MIDI clock: what lies nearer to a tick than this is on it.
  public static var halfTick: Beats { @_noLocks get { Beats(units: unitsPerBeat / 48) } }

  /// One sixteenth note, the unit of MIDI's song position pointer.
  public static var sixteenth: Beats { @_noLocks get { Beats(units: unitsPerBeat / 4) } }

  /// The position in beats as a floating-point number, for display and files; never for arithmetic.
  public var inBeats: Double { Double(units) / Double(Self.unitsPerBeat) }

  /// Exact: compares whole units.
  @_noLocks public static func < (a: Beats, b: Beats) -> Bool { a.units < b.units }
  /// Exact: compares whole units.
  @_noLocks public static func == (a: Beats, b: Beats) -> Bool { a.units == b.units }
  /// Exact; wraps beyond 3 · 10¹² beats.
  @_noLocks public static func + (a: Beats, b: Beats) -> Beats {
    Beats(units: a.units &+ b.units)
  }
  /// Exact; wraps beyond 3 · 10¹² beats.
  @_noLocks public static func - (a: Beats, b: Beats) -> Beats {
    Beats(units: a.units &- b.units)
  }
  /// Exact; wraps beyond 3 · 10¹² beats.
  @_noLocks public static func * (a: Beats, times: Int64) -> Beats {
    Beats(units: a.units &* times)
  }

  /// How many whole times `step` fits below this position, rounded towards minus infinity.
  @_noLocks public func dividedRoundingDown(by step: Beats) -> Int64 {
    floorDivide(units, by: step.units)
  }

  /// The number of the first multiple of `step` at or after this position.
  @_noLocks public func dividedRoundingUp(by step: Beats) -> Int64 {
    0 &- floorDivide(0 &- units, by: step.units)
  }
}

/// The quotient rounded towards minus infinity; `divisor` must be positive.
@_noLocks func floorDivide(_ dividend: Int64, by divisor: Int64) -> Int64 {
  let quotient = dividend / divisor
  return dividend % divisor < 0 ? quotient &- 1 : quotient
}
