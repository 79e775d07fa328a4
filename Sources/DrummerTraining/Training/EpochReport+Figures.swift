import Drummer

extension EpochReport {
  /// The log entry of an epoch, in nats per hit and shares.
  public struct Figures: Codable, Sendable, Hashable {
    /// Counted from 1.
    public var epoch: Int
    /// The training loss.
    public var train: Double
    /// The validation loss.
    public var validation: Double
    /// Validation loss by attribute: step, drum, offset, velocity.
    public var parts: [String: Double]
    /// Validation accuracy by attribute.
    public var accuracies: [String: Double]
    /// The share of hits whose step and drum were both the most likely.
    public var stepAndDrumRight: Double
    /// The learning rate at the end.
    public var rate: Double
    /// The time it took.
    public var seconds: Double
    /// Whether it is the best epoch so far.
    public var isBest: Bool
  }

  /// The log entry of this epoch.
  public var figures: Figures {
    func each(_ figure: (Attribute) -> Double) -> [String: Double] {
      Dictionary(uniqueKeysWithValues: Attribute.allCases.map { ("\($0)", figure($0)) })
    }
    return Figures(
      epoch: epoch, train: training.nllPerHit, validation: validation.nllPerHit,
      parts: each(validation.nllPerHit), accuracies: each(validation.accuracy(_:)),
      stepAndDrumRight: validation.accuracy, rate: rate, seconds: seconds, isBest: isBest)
  }
}
