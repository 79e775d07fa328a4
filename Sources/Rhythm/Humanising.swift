/// Applies a drummer model's micro-timing and velocities to a pattern; which notes are played does
/// not change.
public struct Humanising: Sendable, Hashable {
  /// One of the model's styles; empty for no particular style.
  public var style: String
  /// 0 as written, 1 as the model plays; the range is that of the `Knob` with the same name.
  public var amount: Double

  /// `amount` of a style's micro-timing and velocities.
  public init(style: String = "", amount: Double = Knob.humanising.standard) {
    self.style = style
    self.amount = amount
  }
}

extension Knob {
  /// The `amount` of a patch's `humanise`.
  public static let humanising = Knob(
    key: "amount", unit: "", range: Amount.range, standard: 0.7, isWhole: false,
    meaning: "how much of a drummer's micro-timing and velocities the pattern gets")
}
