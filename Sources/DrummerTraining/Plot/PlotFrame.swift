/// The area of a drawing enclosed by a plot's axes.
struct PlotFrame {
  var x: Double
  var y: Double
  var width: Double
  var height: Double

  /// The colours of the series, distinguishable with colour blindness too (Okabe and Ito).
  static let colours = [
    "#0072b2", "#d55e00", "#009e73", "#cc79a7", "#e69f00", "#56b4e9", "#000000",
  ]

  var bottom: Double { y + height }

  /// The horizontal position of a share of the width, 0 to 1.
  func x(_ share: Double) -> Double { x + width * share }

  /// The vertical position of a share of the height, 0 at the bottom to 1.
  func y(_ share: Double) -> Double { bottom - height * share }

  func drawLeftAxis(_ axis: AxisScale, title: String, in drawing: inout Drawing) {
    for tick in axis.ticks {
      let place = y(axis.share(of: tick))
      drawing.line([(x, place), (x(1), place)], stroke: "#ddd")
      drawing.label(axis.label(tick), x: x - 4, y: place + 3, size: 9, anchor: .end)
    }
    drawing.line([(x, y), (x, bottom), (x(1), bottom)], stroke: "#222")
    drawing.label(title, x: 11, y: y + height / 2, anchor: .middle, turned: true)
  }

  func drawBottomAxis(_ axis: AxisScale, title: String, in drawing: inout Drawing) {
    for tick in axis.ticks {
      let place = x(axis.share(of: tick))
      drawing.line([(place, bottom), (place, bottom + 4)], stroke: "#222")
      drawing.label(axis.label(tick), x: place, y: bottom + 15, size: 9, anchor: .middle)
    }
    drawing.label(title, x: x + width / 2, y: bottom + 30, anchor: .middle)
  }
}
