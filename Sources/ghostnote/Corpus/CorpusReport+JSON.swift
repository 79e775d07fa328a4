import DrummerTraining
import Rhythm

extension CorpusReport {
  /// The output of `corpus show --json`.
  struct Document: Encodable {
    struct Split: Encodable {
      var pieces, fourFour, fills, hits, tokens: Int
      var minutes: Double
    }

    struct LeftOut: Encodable {
      var path, reason: String
    }

    struct Spread: Encodable {
      var mean, deviation: Double

      init(_ spread: DrummerTraining.Spread) {
        mean = spread.mean
        deviation = spread.deviation
      }
    }

    var folder: String
    var indexed: Bool
    var splits: [String: Split]
    var styles, meters, drums, tempi, velocities, offsets: [String: Int]
    var offsetTicks, offsetMilliseconds: Spread
    var leftOut: [LeftOut]
    var unheardNotes: [String: Int]
  }

  /// The report as JSON.
  var document: Document {
    let splits = statistics.splits.map { share in
      let split = Document.Split(
        pieces: share.pieces, fourFour: share.fourFour, fills: share.fills, hits: share.hits,
        tokens: share.tokens, minutes: share.minutes)
      return (share.split.rawValue, split)
    }
    return Document(
      folder: corpus.folder, indexed: corpus.isIndexed,
      splits: Dictionary(uniqueKeysWithValues: splits), styles: statistics.styles.counts,
      meters: statistics.meters.counts, drums: counts(statistics.drums, \.name),
      tempi: counts(statistics.tempi, \.description),
      velocities: counts(statistics.velocities, \.description),
      offsets: counts(statistics.offsets, \.description),
      offsetTicks: Document.Spread(statistics.offsetSpread),
      offsetMilliseconds: Document.Spread(statistics.lateness),
      leftOut: corpus.skipped.map { Document.LeftOut(path: $0.path, reason: $0.reason) },
      unheardNotes: Dictionary(
        uniqueKeysWithValues: corpus.unheard.map { (String($0.key), $0.value) }))
  }

  private func counts<Value>(_ tally: Tally<Value>, _ name: (Value) -> String) -> [String: Int] {
    Dictionary(uniqueKeysWithValues: tally.counts.map { (name($0.key), $0.value) })
  }
}
