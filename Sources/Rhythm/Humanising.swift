/// A drummer's hand for a pattern: its micro-timing and velocities, the notes untouched.
public struct Humanising: Sendable, Hashable {
  /// One of the model's styles, or empty for none in particular.
  public var style: String
  /// 0 as the steps are, 1 as the drummer plays; a `Knob` of the same name has the range.
  public var amount: Double

  public init(style: String = "", amount: Double = Knob.humanising.standard) {
    self.style = style
    self.amount = amount
  }
}

extension Knob {
  /// How much of the drummer's hand a pattern gets: the `amount` of a patch's `humanise`.
  public static let humanising = Knob(
    key: "amount", unit: "", range: 0...1, standard: 0.7, isWhole: false,
    meaning: "how much of a drummer's micro-timing and velocities the pattern gets")
}
