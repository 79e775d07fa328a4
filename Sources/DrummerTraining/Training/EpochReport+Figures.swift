import Drummer

extension EpochReport {
  /// What a log says of an epoch, in nats a hit and shares.
  public struct Figures: Codable, Sendable, Hashable {
    public var epoch: Int
    public var train: Double
    public var validation: Double
    /// By attribute: step, drum, offset, velocity.
    public var parts: [String: Double]
    public var accuracies: [String: Double]
    /// Hits whose step and drum both were the likeliest.
    public var stepAndDrumRight: Double
    public var rate: Double
    public var seconds: Double
    public var isBest: Bool
  }

  /// The epoch in figures.
  public var figures: Figures {
    func each(_ figure: (Attribute) -> Double) -> [String: Double] {
      Dictionary(uniqueKeysWithValues: Attribute.allCases.map { ("\($0)", figure($0)) })
    }
    return Figures(
      epoch: epoch, train: training.natsAHit, validation: validation.natsAHit,
      parts: each(validation.natsAHit), accuracies: each(validation.accuracy(_:)),
      stepAndDrumRight: validation.accuracy, rate: rate, seconds: seconds, isBest: isBest)
  }
}
