import Drummer
import DrummerTraining
import Foundation
import MusicalTime

/// The evaluation of a classic model, as text and JSON.
struct ClassicPredictionReport: Encodable {
  var pieces: Int
  var hits: Int
  /// Nats per hit: wait, drum, velocity (by a table), total.
  var nats: [String: Double]
  /// The share of hits whose wait and drum were both the most likely.
  var right: [String: Double]

  init(_ statistics: PredictionStatistics, pieces: Int) {
    self.pieces = pieces
    hits = statistics.hits
    nats = [
      "wait": statistics.nllPerHit(.step), "drum": statistics.nllPerHit(.drum),
      "velocity": statistics.nllPerHit(.velocity), "total": statistics.nllPerHit,
    ]
    right = ["wait and drum": statistics.accuracy]
  }

  var lines: [String] {
    var table = TextTable("", "nats per hit", "right %")
    for name in ["wait", "drum", "velocity", "wait and drum", "total"] {
      table.add(
        name, nats[name].map { String(format: "%.6f", $0) } ?? "",
        right[name].map { String(format: "%.1f", 100 * $0) } ?? "")
    }
    return ["\(hits.counted("hit")) of \(pieces.counted("piece"))"] + table.lines
  }
}
