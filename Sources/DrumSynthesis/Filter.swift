/// A second-order state-variable filter (Simper's trapezoidal form).
struct Filter {
  /// What the filter lets through.
  enum Shape { case low, band, high }

  private let shape: Shape
  private let a1: Double
  private let a2: Double
  private let a3: Double
  private let damping: Double
  private var s1 = 0.0
  private var s2 = 0.0

  init(_ shape: Shape, hertz: Double, q: Double = 0.707_106_781_186_547_5) {
    self.shape = shape
    let g = ExactMath.tangent(turns: min(hertz, 20_000) / Signal.rate / 2)
    damping = 1 / q
    a1 = 1 / (1 + g * (g + damping))
    a2 = g * a1
    a3 = g * a2
  }

  /// Filters one sample; the band shape has a gain of 1 at its centre.
  mutating func process(_ input: Double) -> Double {
    let v3 = input - s2
    let v1 = a1 * s1 + a2 * v3
    let v2 = s2 + a2 * s1 + a3 * v3
    s1 = 2 * v1 - s1
    s2 = 2 * v2 - s2
    return switch shape {
    case .low: v2
    case .band: v1 * damping
    case .high: input - damping * v1 - v2
    }
  }
}
