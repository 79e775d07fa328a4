/// How strokes of the hand become steps.
public struct RecordingSettings: Sendable, Hashable {
  public var mode = Mode.overdub
  /// Per cent of its way to its marker that a stroke is moved: 0 leaves it as it was played.
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

  /// An amount outside 0 to 100 becomes the nearer end.
  public init(mode: Mode, quantising: Double = 0) {
    self.mode = mode
    quantise(by: quantising)
  }

  /// Quantises by another amount; outside 0 to 100 it becomes the nearer end.
  public mutating func quantise(by amount: Double) { quantising = min(max(amount, 0), 100) }
}

extension Knob {
  /// A patch's `quantise`.
  public static let quantising = Knob(
    key: "quantise", unit: "%", range: 0...100, standard: 0, isWhole: false,
    meaning: "how far recorded strokes are moved to the pattern's own grid")
}
