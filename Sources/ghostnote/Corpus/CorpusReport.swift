import Drummer
import DrummerTraining
import Foundation
import MusicalTime
import Rhythm

/// The output of `corpus show`.
struct CorpusReport {
  let corpus: Corpus
  let statistics: CorpusStatistics

  init(_ corpus: Corpus) {
    self.corpus = corpus
    statistics = CorpusStatistics(corpus.pieces)
  }

  /// The maximum number of skipped files that are listed.
  private static let longestList = 20

  /// The report as text.
  var lines: [String] {
    let parts = [
      [heading], splits,
      shares(
        "style", of: "pieces",
        statistics.styles.ranking.map { ($0.value.isEmpty ? "none" : $0.value, $0.count) }),
      shares("meter", of: "pieces", statistics.meters.ranking.map { ($0.value, $0.count) }),
      shares("drum", of: "hits", Vocabulary.drums.map { ($0.name, statistics.drums[$0]) }),
      shares("tempo", of: "pieces", ranges(statistics.tempi, width: 10)),
      shares("velocity", of: "hits", ranges(statistics.velocities, width: 8)),
      offsets, skipped, unheard,
    ]
    return Array(parts.filter { !$0.isEmpty }.joined(separator: [""]))
  }

  private var heading: String {
    let source = corpus.isIndexed ? "with info.csv" : "without info.csv"
    let files = Set(corpus.pieces.map(\.path)).count
    return
      "\(corpus.folder): \(files.counted("file")) read, \(corpus.skipped.count) left out, \(source)"
  }

  private var splits: [String] {
    var table = TextTable("split", "pieces", "in 4/4", "fills", "hits", "to learn", "minutes")
    for share in statistics.splits {
      table.add(
        share.split.rawValue, "\(share.pieces)", "\(share.fourFour)", "\(share.fills)",
        "\(share.hits)", "\(share.tokens)", Self.text(share.minutes))
    }
    return table.lines
  }

  private var offsets: [String] {
    guard statistics.offsets.total > 0 else { return [] }
    let rows = (-12...11).map { (String($0), statistics.offsets[$0]) }
    let (ticks, time) = (statistics.offsetSpread, statistics.lateness)
    return shares("offset", of: "hits", rows) + [
      "offset from the sixteenth: \(Self.text(ticks.mean)) ± \(Self.text(ticks.deviation)) ticks of "
        + "1/96 beat, \(Self.text(time.mean)) ± \(Self.text(time.deviation)) ms (less is early)"
    ]
  }

  private var skipped: [String] {
    let shown = corpus.skipped.prefix(Self.longestList).map { "  \($0.path): \($0.reason)" }
    guard !shown.isEmpty else { return [] }
    let rest = corpus.skipped.count - shown.count
    return ["left out:"] + shown + (rest > 0 ? ["  and \(rest) more; --json names them all"] : [])
  }

  private var unheard: [String] {
    guard !corpus.unheard.isEmpty else { return [] }
    let notes = corpus.unheard.sorted { $0.key < $1.key }.map { "\($0.key) (\($0.value) times)" }
    return [
      "notes without a drum: \(notes.joined(separator: ", ")); --map can assign them"
    ]
  }

  /// Counts with their share of the total, as a number and as a bar.
  private func shares(_ name: String, of unit: String, _ rows: [(String, Int)]) -> [String] {
    let total = rows.map(\.1).reduce(0, +)
    guard total > 0, let most = rows.map(\.1).max() else { return [] }
    var table = TextTable(name, unit, "%")
    for (label, count) in rows {
      table.add(label, "\(count)", Self.text(100 * Double(count) / Double(total)))
    }
    let bars = [""] + rows.map { String(repeating: "#", count: (30 * $0.1 + most / 2) / most) }
    return zip(table.lines, bars).map { $1.isEmpty ? $0 : "\($0)  \($1)" }
  }

  /// The ranges of a tally; velocities and tempi start at 1.
  private func ranges(_ tally: Tally<Int>, width: Int) -> [(String, Int)] {
    guard let least = tally.counts.keys.min(), let most = tally.counts.keys.max() else { return [] }
    return stride(from: least, through: most, by: width).map {
      ("\(max($0, 1))–\($0 + width - 1)", tally[$0])
    }
  }

  private static func text(_ number: Double) -> String { String(format: "%.1f", number) }
}
