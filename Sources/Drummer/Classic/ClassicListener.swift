import Foundation

/// Evaluates a classic model on given hits, one after the other.
public struct ClassicListener: Sendable {
  /// The loss of a hit, by attribute.
  public struct Surprise: Sendable, Hashable {
    /// That of the wait.
    public let wait: Loss
    /// That of the drum.
    public let drum: Loss
    /// That of the velocity, from the model's table for the drum.
    public let velocity: Loss
  }

  /// The loss of one attribute.
  public struct Loss: Sendable, Hashable {
    /// The negative log-likelihood of the value, in nats.
    public let nats: Double
    /// Whether the value was the most likely one.
    public let isLikeliest: Bool

    fileprivate init(of value: Float, among probabilities: some Sequence<Float>, sum: Float = 1) {
      nats = -log(Double(value / sum))
      isLikeliest = value == probabilities.max()
    }
  }

  private var network: ClassicNetwork
  private var last: ClassicNetwork.Event?

  /// The initial state: c and h are 0.
  public init(_ model: ClassicModel) {
    let nothing = [Float](repeating: 0, count: model.design.hiddenSize)
    network = ClassicNetwork(model, cell: nothing, hidden: nothing)
  }

  /// Evaluates a hit, given by its drum's row, its wait's row and its velocity bin.
  public mutating func follow(drum: Int, wait: Int, velocity: Int) -> Surprise {
    network.advance(with: last)
    last = ClassicNetwork.Event(drum: drum, wait: wait)
    let (logits, count) = (network.logits(), network.model.design.drums.count)
    let drums = ClassicNetwork.probabilities(logits[..<count])
    let waits = ClassicNetwork.probabilities(logits[count...])
    let row = network.model.velocityRow(of: drum)
    return Surprise(
      wait: Loss(of: waits[wait], among: waits), drum: Loss(of: drums[drum], among: drums),
      velocity: Loss(of: row[row.startIndex + velocity], among: row, sum: row.reduce(0, +)))
  }
}
