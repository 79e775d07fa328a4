import Foundation

/// A classic drummer that hears one hit after the other, and says how surprising each was.
public struct ClassicListener: Sendable {
  /// How surprising a hit was, in nats.
  public struct Surprise: Sendable, Hashable {
    public let wait: Double
    public let drum: Double
    /// By the model's table, which goes by the drum alone.
    public let velocity: Double
    /// Whether wait and drum were the likeliest.
    public let bothLikeliest: Bool
  }

  private var network: ClassicNetwork
  private var last: ClassicNetwork.Event?

  /// Has heard nothing yet: c and h are 0.
  public init(_ model: ClassicModel) {
    let nothing = [Float](repeating: 0, count: model.design.hiddenSize)
    network = ClassicNetwork(model, cell: nothing, hidden: nothing)
  }

  /// Hears a hit: rows of the model's drums and waits, and a velocity's bin.
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
