import MusicalTime
import Rhythm

/// Constrains displaced hits: none before the beginning or past the end, none past another, and no
/// two hits of a drum at the same time.
struct Moments {
  let given: [Beats]
  /// One for each of `given`.
  let drums: [Drum]
  /// The end of the music, if there is one.
  let end: Beats?

  /// The minimum distance of two hits of one drum, if they were that far apart: 1/48 beat.
  private static let least = Vocabulary.tick * 2

  /// The times nearest to `wanted` that satisfy the constraints, one for each given hit.
  func inOrder(_ wanted: [Beats]) -> [Beats] {
    var moments = given
    let limits = limits
    var strokes = [Int?](repeating: nil, count: Drum.count)
    // The latest time of the hits given at one time, and of all those given before.
    var (time, latest, before) = (Beats.zero, Beats.zero, Beats.zero)
    let order = given.indices.sorted { (given[$0], wanted[$0], $0) < (given[$1], wanted[$1], $1) }
    for index in order where given[index] >= .zero {
      if given[index] > time { (time, before) = (given[index], latest) }
      var moment = max(wanted[index], before)
      let drum = Int(drums[index].index)
      if let last = strokes[drum] {
        moment = max(moment, moments[last] + distance(last, index))
      }
      moments[index] = limits[index].map { min(moment, $0) } ?? moment
      strokes[drum] = index
      latest = max(latest, moments[index])
    }
    return moments
  }

  /// The latest time of each hit that leaves room before the end for those after it; nil without an end, and for hits at or after it.
  private var limits: [Beats?] {
    var limits = [Beats?](repeating: nil, count: given.count)
    guard let end else { return limits }
    var strokes = [Int?](repeating: nil, count: Drum.count)
    // The earliest limit of the hits given at one time, and of all those given after.
    var (time, earliest, after) = (end, end - Beats(units: 1), end - Beats(units: 1))
    let order = given.indices.sorted { given[$0] > given[$1] }
    for index in order where given[index] < end {
      if given[index] < time { (time, after) = (given[index], earliest) }
      let drum = Int(drums[index].index)
      let room = strokes[drum].flatMap { next in limits[next].map { $0 - distance(index, next) } }
      let limit = min(after, room ?? after)
      limits[index] = limit
      strokes[drum] = index
      earliest = min(earliest, limit)
    }
    return limits
  }

  /// How far two hits of one drum stay apart.
  private func distance(_ one: Int, _ next: Int) -> Beats {
    min(given[next] - given[one], Self.least)
  }
}
