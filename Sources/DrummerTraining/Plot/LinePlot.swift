/// Curves over one pair of axes, with a legend.
public struct LinePlot: Sendable, Hashable {
  /// Shown above the plot.
  public var title: String
  /// The label of the horizontal axis.
  public var across: String
  /// The label of the vertical axis.
  public var upwards: String
  /// The curves, in the order of the legend.
  public var series: [Series]

  /// A curve and its name.
  public struct Series: Sendable, Hashable {
    /// Shown in the legend.
    public var name: String
    /// Connected by straight lines, in this order.
    public var points: [Point]

    /// A curve through `points`, named `name`.
    public init(_ name: String, _ points: [Point]) {
      self.name = name
      self.points = points
    }
  }

  /// A point in the plot, in the units of its axes.
  public struct Point: Sendable, Hashable {
    /// The horizontal coordinate.
    public var x: Double
    /// The vertical coordinate.
    public var y: Double

    /// The point at `x` and `y`.
    public init(_ x: Double, _ y: Double) {
      self.x = x
      self.y = y
    }
  }

  /// A plot of `series`, each in a colour of its own.
  public init(title: String, across: String, upwards: String, series: [Series]) {
    self.title = title
    self.across = across
    self.upwards = upwards
    self.series = series
  }

  /// The plot in 640 by 360 points; a curve is interrupted where a number is not finite.
  public var drawing: Drawing {
    var drawing = Drawing(width: 640, height: 360)
    let frame = PlotFrame(x: 60, y: 28, width: 560, height: 286)
    let shown = series.flatMap(\.points).filter(\.isFinite)
    let (xAxis, yAxis) = (
      AxisScale(over: shown.map(\.x), count: 8), AxisScale(over: shown.map(\.y))
    )
    drawing.label(title, x: 320, y: 16, size: 12, anchor: .middle)
    frame.drawLeftAxis(yAxis, title: upwards, in: &drawing)
    frame.drawBottomAxis(xAxis, title: across, in: &drawing)
    for (index, series) in series.enumerated() {
      let colour = PlotFrame.colours[index % PlotFrame.colours.count]
      for run in series.points.split(whereSeparator: { !$0.isFinite }) {
        let places = run.map { (frame.x(xAxis.share(of: $0.x)), frame.y(yAxis.share(of: $0.y))) }
        // A single point is drawn as a short dash.
        let drawn = places.count > 1 ? places : places.map { ($0.0 + 3, $0.1) } + places
        drawing.line(drawn, stroke: colour, width: 1.5)
      }
      let y = frame.y + 12 + 14 * Double(index)
      drawing.line(
        [(frame.x(1) - 120, y - 3), (frame.x(1) - 104, y - 3)], stroke: colour, width: 2)
      drawing.label(series.name, x: frame.x(1) - 98, y: y)
    }
    return drawing
  }
}

extension LinePlot.Point {
  fileprivate var isFinite: Bool {
    x.isFinite && y.isFinite && max(x.magnitude, y.magnitude) < 1e12
  }
}
