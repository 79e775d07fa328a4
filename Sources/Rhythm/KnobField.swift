/// A number of some settings, with its knob. Patches are coded and sounds clamped by lists of these.
public struct KnobField<Settings>: Sendable {
  /// Its key, range and standard.
  public let knob: Knob

  private let reading: @Sendable (Settings) -> Double
  private let writing: @Sendable (inout Settings, Double) -> Void

  init(
    _ knob: Knob, get reading: @escaping @Sendable (Settings) -> Double,
    set writing: @escaping @Sendable (inout Settings, Double) -> Void
  ) {
    self.knob = knob
    self.reading = reading
    self.writing = writing
  }

  /// The number in `settings`, exactly.
  public func value(in settings: Settings) -> Double { reading(settings) }

  /// Sets the number; `value` must be within the knob's range, and whole where the knob is.
  public func set(_ value: Double, in settings: inout Settings) { writing(&settings, value) }

  /// Clamps the number to the knob's range, and replaces NaN by the knob's standard.
  public func clamp(in settings: inout Settings) {
    let (value, range) = (reading(settings), knob.range)
    let clamped = min(max(value, range.lowerBound), range.upperBound)
    writing(&settings, value.isNaN ? knob.standard : clamped)
  }
}
