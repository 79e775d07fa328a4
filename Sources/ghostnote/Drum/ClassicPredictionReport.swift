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

  init(_ foresight: ClassicPredictionStatistics, pieces: Int) {
    self.pieces = pieces
    hits = foresight.hits
    let count = Double(max(foresight.hits, 1))
    nats = [
      "wait": foresight.waitNats / count, "drum": foresight.drumNats / count,
      "velocity": foresight.velocityNats / count, "total": foresight.nllPerHit,
    ]
    right = ["wait and drum": foresight.accuracy]
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
