extension BinaryInteger {
  /// The number with its noun: `1.counted("hit")` is “1 hit”, `2.counted("hit")` “2 hits”.
  public func counted(_ noun: String, plural: String? = nil) -> String {
    self == 1 ? "1 \(noun)" : "\(self) \(plural ?? noun + "s")"
  }
}

extension Beats {
  /// Exactly and with its noun: “1 beat”, “7/2 beats”.
  public var counted: String { self == Beats(1) ? "1 beat" : "\(fraction) beats" }
}
