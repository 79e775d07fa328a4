import Drummer

/// Hyperparameters of training.
public struct TrainingSettings: Sendable, Hashable, Codable {
  /// Batch size: rows per step.
  public var rows = 16
  /// Tokens of each row per step, the length of backpropagation through time.
  public var times = 96
  /// The number of sequences of `times` tokens after which a long piece is split.
  public var stretchChunks = 16
  /// Threads that share the rows. The order of summation, and so the last bits, depend on it.
  public var workers = 2
  /// The number of epochs.
  public var epochs = 14
  /// A time limit in minutes instead of a number of epochs.
  public var minutes: Double?
  /// Early stopping: epochs without a better validation loss before training ends.
  public var patience = 5
  /// Data augmentation.
  public var variation = Variation()
  /// The maximum learning rate of AdamW.
  public var rate: Float = 2e-3
  /// AdamW's weight decay.
  public var decay: Float = 0.01
  /// Gradient clipping: the maximum norm.
  public var longestGradient = 1.0
  /// The dropout rate.
  public var dropout: Float = 0.3
  /// The decay of the moving average of the weights, per step.
  public var averageKeeps: Float = 0.99
  /// The seed of all random choices.
  public var seed: UInt64 = 0

  /// The highest `rate`.
  public static let highestRate: Float = 1

  /// The reference's hyperparameters.
  public init() {}

  /// Data augmentation: random changes of the conditioning inputs and of how the hits are played.
  public struct Variation: Sendable, Hashable, Codable {
    /// The probability that a stretch's style is hidden.
    public var styleDropout = 0.15
    /// The standard deviation of the tempo, as a share of it.
    public var tempoJitter = 0.04
    /// The standard deviation of ln γ; a stretch's velocities v become 127·(v/127)^γ.
    public var velocityCurve = 0.15
    /// The standard deviation of the time by which a stretch's hits are shifted, in ticks of 1/96
    /// beat; rounded to whole ticks.
    public var timingShift = 0.7

    /// Whether all values are in range.
    var isSound: Bool {
      (0...1).contains(styleDropout) && (0...1).contains(tempoJitter)
        && (0...1).contains(velocityCurve) && (0...4).contains(timingShift)
    }
  }

  /// Whether all values are in range.
  var isSound: Bool {
    (1...1024).contains(rows) && (1...4096).contains(times) && (1...4096).contains(stretchChunks)
      && (1...rows).contains(workers) && (1...1_000_000).contains(epochs)
      && (minutes.map { $0 > 0 && $0.isFinite } ?? true) && patience > 0 && dropout >= 0
      && dropout < 1 && rate > 0 && rate <= Self.highestRate && (0...1).contains(decay)
      && (0...1).contains(averageKeeps) && longestGradient > 0 && longestGradient.isFinite
      && variation.isSound
  }

  /// Whether a batch of `design` has at most 2²⁶ activations in each layer: about 4 GB in all.
  func fits(_ design: DrummerDesign) -> Bool {
    rows * times * (design.embeddingSize + design.hiddenSize + design.headSize) <= 1 << 26
  }

  /// The learning rate at step `step` when a share `done` of the training has passed: linear
  /// warm-up over 100 steps, then cosine decay to a fiftieth.
  func rate(step: Int, done: Double) -> Float {
    let warm = min(1, Double(step + 1) / 100)
    let wave = 0.02 + 0.98 * 0.5 * (1 + cosine(of: min(max(done, 0), 1)))
    return rate * Float(warm * wave)
  }

  /// The rows of a batch that each worker has.
  var rowsOfWorkers: [Range<Int>] {
    (0..<workers).map { $0 * rows / workers..<($0 + 1) * rows / workers }
  }
}
