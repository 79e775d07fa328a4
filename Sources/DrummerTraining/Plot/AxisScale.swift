/// An axis: its range and its ticks.
struct AxisScale: Hashable {
  let lower: Double
  let upper: Double
  /// Round numbers: multiples of 1, 2 or 5 times a power of ten.
  let ticks: [Double]
  /// The decimals needed to distinguish the ticks.
  let decimals: Int

  /// An axis for `numbers`, extended to round ends, with about `count` ticks; numbers that are not
  /// finite are ignored.
  init(over numbers: some Sequence<Double>, count: Int = 5) {
    let finite = numbers.filter { $0.isFinite && $0.magnitude < 1e12 }
    let (least, most) = (finite.min() ?? 0, finite.max() ?? 1)
    // Differences within rounding error are ignored.
    let grain = max(1e-9 * max(least.magnitude, most.magnitude), 1e-9)
    let span = most - least > grain ? most - least : max(least.magnitude, 1)
    let step = Self.roundStep(span / Double(max(count, 1)))
    let first = (least / step).rounded(.down)
    let last = max((most / step).rounded(.up), first + 1)
    lower = first * step
    upper = last * step
    ticks = stride(from: first, through: last, by: 1).map { $0 * step }
    var decimals = 0
    var unit = 1.0
    while decimals < 12, step < unit * 0.999 {
      decimals += 1
      unit /= 10
    }
    self.decimals = decimals
  }

  /// The position of `number`: 0 at the lower end, 1 at the upper.
  func share(of number: Double) -> Double { (number - lower) / (upper - lower) }

  /// The text of a tick.
  func label(_ tick: Double) -> String {
    let scale = (0..<decimals).reduce(1.0) { scale, _ in scale * 10 }
    let digits = Int((tick * scale).rounded())
    let text = String(digits.magnitude)
    let padded = String(repeating: "0", count: max(decimals + 1 - text.count, 0)) + text
    let sign = digits < 0 ? "−" : ""
    guard decimals > 0 else { return sign + padded }
    return "\(sign)\(padded.dropLast(decimals)).\(padded.suffix(decimals))"
  }

  /// The smallest of 1, 2 and 5 times a power of ten that is at least `step`.
  private static func roundStep(_ step: Double) -> Double {
    var power = 1.0
    while power > step { power /= 10 }
    while power * 10 <= step { power *= 10 }
    return [1, 2, 5].map { $0 * power }.first { $0 >= step } ?? 10 * power
  }
}
