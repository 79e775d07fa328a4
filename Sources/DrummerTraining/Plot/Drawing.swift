/// An SVG 1.1 drawing composed of shapes; positions in points, y downwards.
public struct Drawing: Sendable, Hashable {
  /// In points.
  public var width: Double
  /// In points.
  public var height: Double
  private var shapes: [String] = []

  /// An empty drawing.
  public init(width: Double, height: Double) {
    self.width = width
    self.height = height
  }

  /// The alignment of a text to its point.
  public enum Anchor: String, Sendable {
    case start, middle, end
  }

  /// A filled rectangle.
  public mutating func rectangle(
    x: Double, y: Double, width: Double, height: Double, fill: String, note: String = ""
  ) {
    let title = note.isEmpty ? "/>" : "><title>\(Self.escaped(note))</title></rect>"
    shapes.append(
      "<rect x=\"\(Self.text(x))\" y=\"\(Self.text(y))\" width=\"\(Self.text(width))\" "
        + "height=\"\(Self.text(height))\" fill=\"\(fill)\"\(title)")
  }

  /// A line through points.
  public mutating func line(_ points: [(x: Double, y: Double)], stroke: String, width: Double = 1) {
    let places = points.map { "\(Self.text($0.x)),\(Self.text($0.y))" }.joined(separator: " ")
    shapes.append(
      "<polyline points=\"\(places)\" fill=\"none\" stroke=\"\(stroke)\" "
        + "stroke-width=\"\(Self.text(width))\"/>")
  }

  /// A line of text; `turned` rotates it by 90° to the left around its point.
  public mutating func label(
    _ text: String, x: Double, y: Double, size: Double = 10, anchor: Anchor = .start,
    turned: Bool = false
  ) {
    let place = "x=\"\(Self.text(x))\" y=\"\(Self.text(y))\""
    let turn = turned ? " transform=\"rotate(-90 \(Self.text(x)) \(Self.text(y)))\"" : ""
    shapes.append(
      "<text \(place) font-size=\"\(Self.text(size))\" text-anchor=\"\(anchor.rawValue)\"\(turn)>"
        + "\(Self.escaped(text))</text>")
  }

  /// Inserts another drawing with its top left corner at a point.
  public mutating func place(_ other: Drawing, x: Double, y: Double) {
    shapes.append("<g transform=\"translate(\(Self.text(x)) \(Self.text(y)))\">")
    shapes += other.shapes
    shapes.append("</g>")
  }

  /// Drawings in rows of `columns`, from left to right.
  public static func sheet(_ drawings: [Drawing], columns: Int) -> Drawing {
    let width = drawings.map(\.width).max() ?? 0
    let height = drawings.map(\.height).max() ?? 0
    let columns = max(columns, 1)
    let rows = (drawings.count + columns - 1) / columns
    var sheet = Drawing(
      width: width * Double(min(columns, drawings.count)), height: height * Double(rows))
    for (index, drawing) in drawings.enumerated() {
      sheet.place(drawing, x: width * Double(index % columns), y: height * Double(index / columns))
    }
    return sheet
  }

  /// The SVG file's text.
  public var svg: String {
    let size = "width=\"\(Self.text(width))\" height=\"\(Self.text(height))\""
    let box = "viewBox=\"0 0 \(Self.text(width)) \(Self.text(height))\""
    let head =
      "<svg xmlns=\"http://www.w3.org/2000/svg\" \(size) \(box) font-family=\"sans-serif\" "
      + "fill=\"#222\">"
    let paper = "<rect width=\"100%\" height=\"100%\" fill=\"#fff\"/>"
    return ([head, paper] + shapes + ["</svg>"]).joined(separator: "\n") + "\n"
  }

  /// At most two decimals, so that equal drawings have equal bytes everywhere.
  static func text(_ number: Double) -> String {
    guard number.isFinite, number.magnitude < 1e9 else { return "0" }
    let hundredths = Int((number * 100).rounded())
    let (whole, rest) = hundredths.magnitude.quotientAndRemainder(dividingBy: 100)
    let sign = hundredths < 0 ? "-" : ""
    guard rest > 0 else { return "\(sign)\(whole)" }
    return rest % 10 == 0
      ? "\(sign)\(whole).\(rest / 10)" : "\(sign)\(whole).\(rest < 10 ? "0" : "")\(rest)"
  }

  private static func escaped(_ text: String) -> String {
    // XML does not allow control characters.
    String(text.unicodeScalars.filter { $0.value >= 32 }.map(String.init).joined())
      .replacing("&", with: "&amp;").replacing("<", with: "&lt;").replacing(">", with: "&gt;")
      .replacing("\"", with: "&quot;")
  }
}
