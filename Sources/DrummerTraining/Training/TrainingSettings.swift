import Drummer

/// How a drummer is trained.
public struct TrainingSettings: Sendable, Hashable, Codable {
  /// Rows that are learned from at once.
  public var rows = 16
  /// Tokens of each row that are learned from at once, and how far back a cause is sought.
  public var times = 96
  /// Chunks of `times` tokens after which a long piece is cut.
  public var stretchChunks = 16
  /// Threads that share the rows. The sums' order, and so the last bits, depend on it.
  public var workers = 2
  /// Times through all pieces.
  public var epochs = 14
  /// Where time decides instead of epochs.
  public var minutes: Double?
  /// Epochs without a better validation after which it ends.
  public var patience = 5
  /// How pieces differ from what was recorded, so that more can be learned from them.
  public var variation = Variation()
  /// The highest rate of learning, AdamW's.
  public var rate: Float = 2e-3
  /// AdamW's decay of weights.
  public var decay: Float = 0.01
  /// The longest gradient; longer ones are cut to it.
  public var longestGradient = 1.0
  /// The share of outputs that is left out.
  public var dropout: Float = 0.3
  /// What the average of weights keeps at each step.
  public var averageKeeps: Float = 0.99
  public var seed: UInt64 = 0

  /// The reference's settings.
  public init() {}

  /// How pieces differ from what was recorded.
  public struct Variation: Sendable, Hashable, Codable {
    /// How often a stretch's style is not told.
    public var styleDropout = 0.15
    /// Deviation of the tempo that is told, as a share of it.
    public var tempoJitter = 0.04
  }

  /// Whether one can train with them.
  var isSound: Bool {
    (1...1024).contains(rows) && (1...4096).contains(times) && (1...4096).contains(stretchChunks)
      && (1...rows).contains(workers) && (1...1_000_000).contains(epochs)
      && (minutes.map { $0 > 0 && $0.isFinite } ?? true) && patience > 0 && dropout >= 0
      && dropout < 1 && rate > 0 && rate <= 1 && (0...1).contains(decay)
      && (0...1).contains(averageKeeps) && longestGradient > 0 && longestGradient.isFinite
      && (0...1).contains(variation.styleDropout) && (0...1).contains(variation.tempoJitter)
  }

  /// Whether a batch of `design` has at most 2²⁶ activations in each layer: some 4 GB in all.
  func fits(_ design: DrummerDesign) -> Bool {
    rows * times * (design.embeddingSize + design.hiddenSize + design.headSize) <= 1 << 26
  }

  /// The rate for step `step` where `done` of the whole has passed, 0 to 1: up over 100 steps, then
  /// half a cosine down to a fiftieth.
  func rate(step: Int, done: Double) -> Float {
    let warm = min(1, Double(step + 1) / 100)
    let wave = 0.02 + 0.98 * 0.5 * (1 + cosine(of: min(max(done, 0), 1)))
    return rate * Float(warm * wave)
  }
}
