public import MusicalTime

/// Two subdivisions of one length, and a mapping of the beats of one to those of the other; between
/// them lies a continuum of rhythms.
public struct Temperament: Sendable, Hashable {
  /// The rhythm at amount 0.
  public let upper: Subdivision
  /// The rhythm at amount 1.
  public let lower: Subdivision
  /// For each chosen beat of the upper subdivision, the beat of the lower one to which it moves;
  /// never decreasing.
  public let mapping: [Int]

  /// Uses `usualMapping` unless a mapping is given; throws if the mapping has the wrong length,
  /// leads to a beat that is not chosen, or decreases.
  public init(
    _ upper: Subdivision, _ lower: Subdivision, mapping: [Int]? = nil
  ) throws(TemperamentError) {
    let mapping = mapping ?? Self.usualMapping(from: upper, to: lower)
    guard mapping.count == upper.beats.count else {
      throw .mappingCount(mapping.count, needed: upper.beats.count)
    }
    let chosen = Set(lower.beats)
    for (index, beat) in mapping.enumerated() {
      guard chosen.contains(beat) else {
        throw .notChosen(beat, of: lower.count, mapped: upper.beats[index])
      }
      guard index == 0 || mapping[index - 1] <= beat else {
        throw .mappingOrder(beat, mapped: upper.beats[index])
      }
    }
    self.upper = upper
    self.lower = lower
    self.mapping = mapping
  }

  /// One to one if both have the same number of chosen beats; otherwise each beat maps to the
  /// nearest in time, the earlier of two equally near ones.
  public static func usualMapping(from upper: Subdivision, to lower: Subdivision) -> [Int] {
    if upper.beats.count == lower.beats.count { return lower.beats }
    return upper.beats.map { beat in
      let distances = lower.beats.map { abs($0 * upper.count - beat * lower.count) }
      let nearest = distances.indices.min { distances[$0] < distances[$1] } ?? 0
      return lower.beats[nearest]
    }
  }

  /// The positions of the chosen beats at `amount`, each rounded once to the nearest unit.
  public func places(at amount: Amount, in length: Beats) -> [Beats] {
    let (n, m) = (Int128(upper.count), Int128(lower.count))
    let parts = amount.denominator * n * m
    return zip(upper.beats, mapping).map { from, to in
      let place =
        (amount.denominator - amount.numerator) * Int128(from) * m
        + amount.numerator * Int128(to) * n
      // At most 2³² · 2¹⁶ · 2⁷⁶ before the division, doubled to round.
      let units = (place * Int128(length.units) * 2 + parts) / (parts * 2)
      return Beats(units: Int64(units))
    }
  }
}
