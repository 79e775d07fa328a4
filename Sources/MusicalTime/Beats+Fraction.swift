extension Beats {
  /// As a fraction in lowest terms, such as `7/3`, `-1/96` or `4`; exact.
  public var fraction: String {
    var (a, b) = (units.magnitude, Self.unitsPerBeat.magnitude)
    while b != 0 { (a, b) = (b, a % b) }
    // Divides the units of a beat, so it is a number of units again.
    let divisor = Int64(a)
    let denominator = Self.unitsPerBeat / divisor
    return denominator == 1 ? String(units / divisor) : "\(units / divisor)/\(denominator)"
  }

  /// As a fraction in lowest terms, or as a decimal number where that is shorter, such as `-1/96` or
  /// `0.0123`; exact, because it reads back as the same unit.
  public var shortest: String {
    let fraction = fraction
    // A unit is more than 3 in the seventh place.
    for places in 1...7 {
      let decimal = decimal(places: places)
      guard decimal.count < fraction.count else { break }
      if Beats(fraction: decimal) == self { return decimal }
    }
    return fraction
  }

  /// Rounded to a number of decimal places.
  private func decimal(places: Int) -> String {
    let scale = (0..<places).reduce(Int128(1)) { scale, _ in scale * 10 }
    let unit = Int128(Self.unitsPerBeat)
    let digits = (Int128(units.magnitude) * scale * 2 + unit) / (unit * 2)
    let rest = String(digits % scale)
    let zeros = String(repeating: "0", count: places - rest.count)
    return "\(units < 0 ? "-" : "")\(digits / scale).\(zeros)\(rest)"
  }

  /// The beats of a fraction such as `7/3` or a number such as `2`, `-1/96` or `0.25`, rounded to
  /// the nearest unit; nil for anything else, such as `0x10`, a denominator of 0, and what is beyond
  /// 10⁹ beats.
  public init?(fraction text: some StringProtocol) {
    let parts = text.split(separator: "/", omittingEmptySubsequences: false)
    if parts.count == 2 {
      guard let numerator = Int64(parts[0]), let denominator = Int64(parts[1]),
        (1...Self.unitsPerBeat).contains(denominator), numerator.magnitude <= 2_000_000_000_000
      else { return nil }
      let scaled = Int128(numerator) * Int128(Self.unitsPerBeat) * 2 + Int128(denominator)
      let (quotient, rest) = scaled.quotientAndRemainder(dividingBy: Int128(denominator) * 2)
      self.init(units: Int64(rest < 0 ? quotient - 1 : quotient))
    } else {
      // `Double` reads hexadecimal too.
      guard parts.count == 1, !parts[0].contains(where: { "xX".contains($0) }),
        let beats = Double(parts[0]), abs(beats) <= 1e9
      else { return nil }
      self.init(units: Int64((beats * Double(Self.unitsPerBeat)).rounded()))
    }
    guard units.magnitude <= 1_000_000_000 * UInt64(Self.unitsPerBeat) else { return nil }
  }
}
