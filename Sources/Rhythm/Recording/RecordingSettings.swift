/// How live hits are recorded as steps.
public struct RecordingSettings: Sendable, Hashable {
  /// What happens to existing steps.
  public var mode = Mode.overdub
  /// The percentage by which a hit is moved towards its marker: 0 keeps it as it was played.
  public private(set) var quantising = 0.0

  /// What happens to existing steps.
  public enum Mode: String, Sendable, Hashable, CaseIterable {
    /// They are kept.
    case overdub
    /// In lanes that are hit, they are removed as recording passes them.
    case replace
  }

  /// Overdub without quantising.
  public init() {}

  /// `quantising` is clamped to the range of `Knob.quantising`.
  public init(mode: Mode, quantising: Double = 0) {
    self.mode = mode
    quantise(by: quantising)
  }

  /// Sets the quantising amount in per cent, clamped to the range of `Knob.quantising`.
  public mutating func quantise(by amount: Double) {
    let range = Knob.quantising.range
    quantising = min(max(amount, range.lowerBound), range.upperBound)
  }
}

extension Knob {
  /// A patch's `quantise`.
  public static let quantising = Knob(
    key: "quantise", unit: "%", range: 0...100, standard: 0, isWhole: false,
    meaning: "how far recorded hits are moved to the pattern's grid")
}
