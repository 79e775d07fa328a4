/// A bar chart with one bar per value.
public struct BarChart: Sendable, Hashable {
  /// Shown above the chart.
  public var title: String
  /// The unit of the values.
  public var unit: String
  /// From left to right.
  public var bars: [Bar]

  /// A value and its name.
  public struct Bar: Sendable, Hashable {
    /// Shown below the bar; shortened to 14 characters.
    public var label: String
    /// The height of the bar.
    public var value: Double

    /// A bar of `value`, named `label`.
    public init(_ label: String, _ value: Double) {
      self.label = label
      self.value = value
    }
  }

  /// A chart of `bars`, from left to right.
  public init(title: String, unit: String, bars: [Bar]) {
    self.title = title
    self.unit = unit
    self.bars = bars
  }

  /// The chart in 420 by 240 points; negative and non-finite values are drawn as 0.
  public var drawing: Drawing {
    var drawing = Drawing(width: 420, height: 240)
    let frame = PlotFrame(x: 52, y: 28, width: 356, height: 144)
    let axis = AxisScale(over: bars.map { max($0.value, 0) } + [0], count: 4)
    drawing.label(title, x: 210, y: 16, size: 12, anchor: .middle)
    frame.drawLeftAxis(axis, title: unit, in: &drawing)
    let pitch = frame.width / Double(max(bars.count, 1))
    for (index, bar) in bars.enumerated() {
      let value = bar.value.isFinite ? max(bar.value, 0) : 0
      let x = frame.x + pitch * Double(index)
      let top = frame.y(axis.share(of: value))
      drawing.rectangle(
        x: x + pitch * 0.1, y: top, width: pitch * 0.8, height: frame.bottom - top,
        fill: PlotFrame.colours[0], note: "\(bar.label): \(Drawing.text(value))")
      drawing.label(
        Self.shortened(bar.label), x: x + pitch / 2 + 3, y: frame.bottom + 6, size: 9, anchor: .end,
        turned: true)
    }
    return drawing
  }

  private static func shortened(_ label: String) -> String {
    label.count > 14 ? label.prefix(13) + "…" : label
  }
}
