import Drummer
import Rhythm

extension CorpusStatistics {
  /// Six small charts in one drawing: styles, tempi, drums, velocities, offsets, and the splits.
  public var drawing: Drawing { .sheet(charts.map(\.drawing), columns: 2) }

  private var charts: [BarChart] {
    [
      BarChart(title: "Styles", unit: "pieces", bars: styleBars),
      Self.histogram(of: tempi, title: "Tempi (beats per minute, from)", unit: "pieces", step: 10),
      BarChart(
        title: "Drums", unit: "hits",
        bars: Vocabulary.drums.map { .init($0.name, Double(drums[$0])) }),
      Self.histogram(
        of: velocities, title: "Velocities (from)", unit: "hits", step: 8, within: 0...120),
      Self.histogram(
        of: offsets, title: "Ticks of 1/96 beat after the sixteenth", unit: "hits", step: 1,
        within: -12...11),
      BarChart(
        title: "Splits", unit: "minutes", bars: splits.map { .init($0.split.rawValue, $0.minutes) }),
    ]
  }

  /// The most frequent styles; a corpus with a folder per style can have hundreds.
  private var styleBars: [BarChart.Bar] {
    styles.ranking.prefix(24).map {
      BarChart.Bar($0.value.isEmpty ? "none" : $0.value, Double($0.count))
    }
  }

  /// A bar for each step from the lowest to the highest value, including empty ones.
  private static func histogram(
    of tally: Tally<Int>, title: String, unit: String, step: Int,
    within range: ClosedRange<Int>? = nil
  ) -> BarChart {
    let least = range?.lowerBound ?? tally.counts.keys.min() ?? 0
    let most = range?.upperBound ?? tally.counts.keys.max() ?? 0
    let bars = stride(from: least, through: most, by: step).map {
      BarChart.Bar(String($0), Double(tally[$0]))
    }
    return BarChart(title: title, unit: unit, bars: bars)
  }
}
