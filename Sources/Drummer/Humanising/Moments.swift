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
    var strokes = [Int?](repeating: nil, count: Drum.count)
    // The latest time of the hits given at one time, and of all those given before.
    var (time, latest, before) = (Beats.zero, Beats.zero, Beats.zero)
    let order = given.indices.sorted { (given[$0], wanted[$0], $0) < (given[$1], wanted[$1], $1) }
    for index in order where given[index] >= .zero {
      if given[index] > time { (time, before) = (given[index], latest) }
      var moment = max(wanted[index], before)
      let drum = Int(drums[index].index)
      if let last = strokes[drum] {
        moment = max(moment, moments[last] + min(given[index] - given[last], Self.least))
      }
      if let end, given[index] < end { moment = min(moment, end - Beats(units: 1)) }
      moments[index] = moment
      strokes[drum] = index
      latest = max(latest, moment)
    }
    return moments
  }
}
