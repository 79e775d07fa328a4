import DrummerTraining
import Foundation
import Testing

#if canImport(FoundationXML)
  import FoundationXML
#endif

/// A drawing parsed as XML.
private final class SeenDrawing: NSObject, XMLParserDelegate {
  private(set) var elements: [(name: String, attributes: [String: String])] = []
  private(set) var texts: [String] = []

  init?(_ drawing: Drawing) {
    super.init()
    let parser = XMLParser(data: Data(drawing.svg.utf8))
    parser.delegate = self
    guard parser.parse() else { return nil }
  }

  func parser(
    _ parser: XMLParser, didStartElement name: String, namespaceURI: String?,
    qualifiedName: String?, attributes: [String: String]
  ) {
    elements.append((name, attributes))
    texts.append("")
  }

  func parser(_ parser: XMLParser, foundCharacters text: String) {
    if let last = texts.indices.last { texts[last] += text.filter { $0 != "\n" } }
  }

  func numbers(_ element: String, _ attribute: String) -> [Double] {
    elements.filter { $0.name == element }.compactMap { $0.attributes[attribute] }
      .compactMap(Double.init)
  }

  /// The points of each line with a colour.
  func lines(_ colour: String) -> [[[Double]]] {
    elements.filter { $0.name == "polyline" && $0.attributes["stroke"] == colour }.map {
      ($0.attributes["points"] ?? "").split(separator: " ").map {
        $0.split(separator: ",").compactMap { Double($0) }
      }
    }
  }
}

@Suite struct PlotTests {
  @Test func `bars are as high as their values and have a common baseline`() throws {
    let chart = BarChart(
      title: "Drums & <more>", unit: "hits",
      bars: [.init("kick", 50), .init("snare", 100), .init("none", 0), .init("odd", .nan)])
    let seen = try #require(SeenDrawing(chart.drawing))
    // The first is the background.
    let heights = seen.numbers("rect", "height")
    #expect(heights.count == 4 && heights[0] * 2 == heights[1] && heights[1] > 100)
    #expect(heights[2...] == [0, 0])
    #expect(Set(zip(seen.numbers("rect", "y"), heights).map(+)).count == 1)
    #expect(seen.texts.contains("Drums & <more>") && seen.texts.contains("snare: 100"))
  }

  @Test func `a curve goes through its points and is interrupted where a number is not finite`()
    throws
  {
    let points = [(0.0, 1.0), (1, 2), (2, .nan), (3, 3), (4, 5), (5, .infinity), (6, 5)]
    let plot = LinePlot(
      title: "Loss", across: "epoch", upwards: "nats per hit",
      series: [.init("training", points.map { .init($0, $1) }), .init("validation", [])])
    let seen = try #require(SeenDrawing(plot.drawing))
    let lines = seen.lines("#0072b2")
    // Three segments, and the line in the legend.
    #expect(lines.map(\.count) == [2, 2, 2, 2])
    let (low, high) = (
      try #require(lines.first?.first), try #require(lines.dropFirst().first?.last)
    )
    // The axes run from 0 to 6 and from 1 to 5.
    #expect(low == [60, 314] && high[1] == 28 && abs(high[0] - (60 + 560 * 4 / 6)) < 0.01)
    #expect(
      ["Loss", "epoch", "nats per hit", "training", "validation"].allSatisfy(seen.texts.contains))
  }

  @Test(
    arguments: [
      ([0.0, 1.0], ["0.0", "0.2", "0.4", "0.6", "0.8", "1.0"]),
      ([5.717, 6.4], ["5.6", "5.8", "6.0", "6.2", "6.4"]),
      ([-30, 90], ["−50", "0", "50", "100"]),
      ([0, 347_176], ["0", "100000", "200000", "300000", "400000"]),
      ([7], ["6", "8"]),
      ([], ["0.0", "0.2", "0.4", "0.6", "0.8", "1.0"]),
      ([1e-300, 0, .nan, .infinity, 1e300], ["0.0"]),
    ] as [([Double], [String])])
  func `ticks are round numbers around the values`(values: [Double], ticks: [String]) throws {
    let points = values.map { LinePlot.Point(0, $0) }
    let plot = LinePlot(title: "", across: "", upwards: "", series: [.init("", points)])
    let seen = try #require(SeenDrawing(plot.drawing))
    let labels = zip(seen.elements, seen.texts).filter { $0.0.attributes["text-anchor"] == "end" }
    #expect(labels.map(\.1).prefix(ticks.count) == ticks[...])
  }

  @Test func `a sheet contains all its drawings without overlap`() throws {
    let chart = BarChart(title: "t", unit: "u", bars: [.init("a", 1)]).drawing
    let sheet = Drawing.sheet([chart, chart, chart], columns: 2)
    #expect(sheet.width == 2 * chart.width && sheet.height == 2 * chart.height)
    let seen = try #require(SeenDrawing(sheet))
    let places = seen.elements.filter { $0.name == "g" }.compactMap { $0.attributes["transform"] }
    #expect(places == ["translate(0 0)", "translate(420 0)", "translate(0 240)"])
    #expect(Drawing.sheet([], columns: 0).svg.hasSuffix("</svg>\n"))
  }

  @Test func `the statistics of an empty corpus can be drawn`() throws {
    let seen = try #require(SeenDrawing(CorpusStatistics([]).drawing))
    #expect(seen.texts.contains("Drums") && seen.texts.contains("Splits"))
  }
}
