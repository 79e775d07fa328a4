public import MusicalTime

/// Two subdivisions of one length and which beat of the one goes to which of the other: the rhythms
/// that lie between them.
public struct Temperament: Sendable, Hashable {
  /// What the amount 0 sounds like.
  public let upper: Subdivision
  /// What the amount 1 sounds like.
  public let lower: Subdivision
  /// For each chosen beat of the upper subdivision, the chosen beat of the lower that it goes to;
  /// never going back.
  public let mapping: [Int]

  /// A temperament with this mapping, or with the usual one; refuses a mapping of another length,
  /// one to a beat that isn't chosen, and one that goes back.
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

  /// In order where as many beats are chosen above as below, else each to the nearest in time, and
  /// of two the earlier.
  public static func usualMapping(from upper: Subdivision, to lower: Subdivision) -> [Int] {
    if upper.beats.count == lower.beats.count { return lower.beats }
    return upper.beats.map { beat in
      let distances = lower.beats.map { abs($0 * upper.count - beat * lower.count) }
      let nearest = distances.indices.min { distances[$0] < distances[$1] } ?? 0
      return lower.beats[nearest]
    }
  }

  /// Where the chosen beats lie at `amount`, each rounded once to the nearest unit.
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
