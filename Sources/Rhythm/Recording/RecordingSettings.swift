/// How strokes of the hand become steps.
public struct RecordingSettings: Sendable, Hashable {
  public var mode = Mode.overdub
  /// How far a stroke is moved to its marker: 0 leaves it as it was played, 1 puts it there.
  public private(set) var quantising = 0.0

  /// What becomes of the steps that were there.
  public enum Mode: String, Sendable, Hashable, CaseIterable {
    /// They stay beside the new ones.
    case overdub
    /// In the lanes that are struck they go, as far as the pass comes.
    case replace
  }

  /// Overdubbed as it was played.
  public init() {}

  /// An amount outside 0 to 1 becomes the nearer end.
  public init(mode: Mode, quantising: Double = 0) {
    self.mode = mode
    quantise(by: quantising)
  }

  /// Quantises by another amount; outside 0 to 1 it becomes the nearer end.
  public mutating func quantise(by amount: Double) { quantising = min(max(amount, 0), 1) }
}

extension Knob {
  /// A patch's `quantise`.
  public static let quantising = Knob(
    key: "quantise", unit: "%", range: 0...100, standard: 0, isWhole: false,
    meaning: "how far recorded strokes are moved to the pattern's own grid")
}
