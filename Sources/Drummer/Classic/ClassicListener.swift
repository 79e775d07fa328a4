import Foundation

/// Evaluates a classic model on given hits, one after the other.
public struct ClassicListener: Sendable {
  /// The negative log-likelihood of a hit's attributes, in nats.
  public struct Surprise: Sendable, Hashable {
    /// That of the wait.
    public let wait: Double
    /// That of the drum.
    public let drum: Double
    /// That of the velocity, from the model's table for the drum.
    public let velocity: Double
    /// Whether wait and drum were the most likely ones.
    public let bothLikeliest: Bool
  }

  private var network: ClassicNetwork
  private var last: ClassicNetwork.Event?

  /// The initial state: c and h are 0.
  public init(_ model: ClassicModel) {
    let nothing = [Float](repeating: 0, count: model.design.hiddenSize)
    network = ClassicNetwork(model, cell: nothing, hidden: nothing)
  }

  /// Evaluates a hit, given by its drum's row, its wait's row and its velocity bin.
  public mutating func hear(drum: Int, wait: Int, velocity: Int) -> Surprise {
    network.hear(last)
    last = ClassicNetwork.Event(drum: drum, wait: wait)
    let (logits, count) = (network.logits(), network.model.design.drums.count)
    let drums = ClassicNetwork.probabilities(logits[..<count])
    let waits = ClassicNetwork.probabilities(logits[count...])
    let row = network.model.velocityRow(of: drum)
    return Surprise(
      wait: -log(Double(waits[wait])), drum: -log(Double(drums[drum])),
      velocity: -log(Double(row[row.startIndex + velocity] / row.reduce(0, +))),
      bothLikeliest: drums[drum] == drums.max() && waits[wait] == waits.max())
  }
}
