/// An event during training.
public enum TrainingEvent: Sendable {
  /// A batch was learned.
  case step(TrainingProgress)
  /// An epoch has ended, and was validated.
  case epoch(EpochReport)
}

/// Why training ended.
public enum TrainingEnd: Sendable, Hashable {
  /// All epochs are done, or the time is over.
  case finished
  /// There was no improvement for `patience` epochs.
  case settled
  /// A stop was requested; the checkpoint continues from here.
  case stopped
}

/// The progress of a training.
public struct TrainingProgress: Sendable, Hashable {
  /// Counted from 1.
  public var epoch: Int
  /// The total number; nil if training is limited by time.
  public var epochs: Int?
  /// The share of the whole training, 0 to 1.
  public var done: Double
  /// Of this epoch so far.
  public var statistics: PredictionStatistics
  /// Since the start, without pauses.
  public var seconds: Double
  /// The estimated time left, if training does not end early.
  public var secondsLeft: Double { done > 0 ? seconds / done * (1 - done) : .infinity }
}
