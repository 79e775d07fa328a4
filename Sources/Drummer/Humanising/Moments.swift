import MusicalTime
import Rhythm

/// When hits were given, and the rules for moving them: none before the beginning or behind the
/// end, none past another, and no two strokes of a drum into one.
struct Moments {
  let given: [Beats]
  /// As many as `given`.
  let drums: [Drum]
  /// Where the music ends, if it does.
  let end: Beats?

  /// Strokes of one drum that were apart stay apart by this, or by what they were: 1/48 beat.
  private static let least = Vocabulary.tick * 2

  /// The moments nearest to `wanted` that keep to the rules; one for each that was given.
  func inOrder(_ wanted: [Beats]) -> [Beats] {
    var moments = given
    var strokes = [Int?](repeating: nil, count: Drum.count)
    // The latest moment of the hits given at one time, and of all that were given before.
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
