import DrummerTraining
import Foundation
import MusicalTime

/// How well a classic drummer foresaw hits, for people and programs.
struct ClassicForesightPage: Encodable {
  var pieces: Int
  var hits: Int
  /// Nats a hit: wait, drum, velocity (by a table), total.
  var nats: [String: Double]
  /// The share of hits whose wait and drum both were the likeliest.
  var right: [String: Double]

  init(_ foresight: ClassicForesight, pieces: Int) {
    self.pieces = pieces
    hits = foresight.hits
    let count = Double(max(foresight.hits, 1))
    nats = [
      "wait": foresight.waitNats / count, "drum": foresight.drumNats / count,
      "velocity": foresight.velocityNats / count, "total": foresight.natsAHit,
    ]
    right = ["wait and drum": foresight.accuracy]
  }

  var lines: [String] {
    var table = TextTable("", "nats a hit", "right %")
    for name in ["wait", "drum", "velocity", "wait and drum", "total"] {
      table.add(
        name, nats[name].map { String(format: "%.6f", $0) } ?? "",
        right[name].map { String(format: "%.1f", 100 * $0) } ?? "")
    }
    return ["\(hits.counted("hit")) of \(pieces.counted("piece"))"] + table.lines
  }
}
