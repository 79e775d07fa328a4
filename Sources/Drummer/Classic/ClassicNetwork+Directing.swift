import Foundation
import Rhythm

extension ClassicNetwork {
  /// The distributions of the next drum and wait under `direction`: wildness sets the temperature
  /// of both, density favours short or long waits, and excluded drums have probability 0.
  func directed(by direction: BarDirection) -> (drums: [Float], waits: [Float]) {
    let (design, settings) = (model.design, direction.settings)
    var logits = logits()
    // If no drum may play, the network still advances.
    let isMute = !design.drums.contains(where: settings.allows)
    for (index, drum) in design.drums.enumerated() where !settings.allows(drum) {
      logits[index] = isMute ? 0 : -.infinity
    }
    let patience = Float(1.5 * (0.5 - settings.density))
    for index in design.waits.indices where patience != 0 {
      let sixteenths = Float(4 * design.waits[index]) / Float(design.ticksPerBeat)
      logits[design.drums.count + index] += patience * log2(1 + sixteenths)
    }
    let temperature = Float(exp2(1.2 * (settings.wildness - 0.5)))
    return (
      Self.probabilities(logits[..<design.drums.count], temperature: temperature),
      Self.probabilities(logits[design.drums.count...], temperature: temperature)
    )
  }

  /// The negative log-likelihood of the next hit's drum, wait and velocity, in nats, whatever is
  /// directed.
  func surprise(of event: Event, velocityBin bin: Int) -> Double {
    let logits = logits()
    let count = model.design.drums.count
    let velocities = model.velocityRow(of: event.drum)
    let all = velocities.reduce(0) { $0 + Double($1) }
    let velocity = Double(velocities[velocities.startIndex + bin]) / all
    return Self.surprise(of: event.drum, logits[..<count])
      + Self.surprise(of: event.wait, logits[count...]) - log(velocity)
  }

  /// The negative log-likelihood of a value, by the logits of all.
  private static func surprise(of value: Int, _ logits: ArraySlice<Float>) -> Double {
    let most = Double(logits.max() ?? 0)
    let sum = logits.reduce(0) { $0 + exp(Double($1) - most) }
    return log(sum) + most - Double(logits[logits.startIndex + value])
  }

  /// The first index at which the cumulative sum of `weights` exceeds `chance` times the total.
  static func pick(from weights: ArraySlice<Float>, _ chance: Float) -> Int {
    var rest = weights.reduce(0) { $0 + Double($1) } * Double(chance)
    for (index, weight) in weights.enumerated() {
      rest -= Double(weight)
      if rest < 0 { return index }
    }
    return weights.indices.last { weights[$0] > 0 }.map { $0 - weights.startIndex } ?? 0
  }
}

extension DrummerSettings {
  func allows(_ drum: Drum) -> Bool { drums?.contains(drum) ?? true }
}

extension TempoFeel {
  /// The ratio `up`/`down` from the drummer's beats to the song's.
  var stretch: (up: Int64, down: Int64) {
    switch self {
    case .half: (2, 1)
    case .normal: (1, 1)
    case .double: (1, 2)
    }
  }
}
