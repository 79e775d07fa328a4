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

  public init() {}

  /// The rate for step `step` where `done` of the whole has passed, 0 to 1: up over 100 steps, then
  /// half a cosine down to a fiftieth.
  func rate(step: Int, done: Double) -> Float {
    let warm = min(1, Double(step + 1) / 100)
    let wave = 0.02 + 0.98 * 0.5 * (1 + cosine(of: min(max(done, 0), 1)))
    return rate * Float(warm * wave)
  }
}
