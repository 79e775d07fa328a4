import Drummer
import Foundation
import MusicalTime

/// The forward pass of a model with plain 64-bit loops over whole matrices and the whole history:
/// the reference for `DrummerState`.
struct PlainDrummer {
  let model: DrummerModel
  let conditions: Conditions
  private var played: [PlacedToken] = []
  private var hidden: [Double]
  private var cell: [Double]

  init(_ model: DrummerModel, _ conditions: Conditions) {
    self.model = model
    self.conditions = conditions
    hidden = [Double](repeating: 0, count: model.design.hiddenSize)
    cell = hidden
  }

  /// The negative log-likelihood of the hit's step, drum, offset and velocity in nats; advances
  /// past the hit.
  mutating func follow(_ hit: PlacedToken) -> [Double] {
    remember(input())
    let surprises = Attribute.allCases.map { attribute in
      let logits = logits(of: attribute, hit)
      let value = attribute == .velocity ? Int(hit.velocity >> 2) : hit.token[attribute]
      let most = logits.max() ?? 0
      return log(logits.map { exp($0 - most) }.reduce(0, +)) + most - logits[value]
    }
    played.append(hit)
    return surprises
  }
}

extension PlainDrummer {
  private var step: Int { played.last?.step ?? 0 }

  /// The LSTM's input: embeddingSize numbers.
  private func input() -> [Double] {
    var sum = times("lin.weight", heard()) + vector("lin.bias")
    for attribute in Attribute.allCases {
      let value = played.last?.token[attribute] ?? attribute.count
      sum = sum + row(value, of: "emb.\(attribute.key).weight")
    }
    sum = sum + row(step % 16, of: "pos.weight")
    sum = sum + row(step / 16 % model.design.phraseBars, of: "bar.weight")
    return sum + condition("cond")
  }

  /// One step of the LSTM: gates i, f, g, o.
  private mutating func remember(_ input: [Double]) {
    let gates =
      times("lstm.weight_ih_l0", input) + vector("lstm.bias_ih_l0")
      + times("lstm.weight_hh_l0", hidden, isHalf: true) + vector("lstm.bias_hh_l0")
    let size = hidden.count
    for index in 0..<size {
      let (i, f) = (gates[index], gates[size + index])
      let (g, o) = (gates[2 * size + index], gates[3 * size + index])
      cell[index] = sigmoid(f) * cell[index] + sigmoid(i) * tanh(g)
      hidden[index] = sigmoid(o) * tanh(cell[index])
    }
  }

  private func logits(of attribute: Attribute, _ hit: PlacedToken) -> [Double] {
    let key = "h.\(attribute.key)"
    let isStep = attribute == .step
    var head = times("\(key).u.weight", hidden, isHalf: true) + vector("\(key).u.bias")
    head = head + condition("\(key).cond")
    head = head + times("\(key).look.weight", isStep ? heard() : recalled(at: hit.step))
    head = head + vector("\(key).look.bias")
    head = head + row((isStep ? step : hit.step) % 16, of: "\(key).pos.weight")
    for known in attribute.earlier {
      head = head + row(hit.token[known], of: "\(key).e_\(known.key).weight")
    }
    if attribute.knowsItsDrum {
      for (index, value) in strokes(before: hit).enumerated() {
        head = head + row(value, of: "\(key).same.\(index).weight")
      }
    }
    if model.design.headsWithPositionHistory.contains(attribute) {
      var history = PlainPositionHistory()
      for token in played { history.struck(token) }
      let features = history.features(of: Int(hit.token.drum), at: hit.step)
      for (index, value) in features.enumerated() {
        head = head + row(value, of: "\(key).slot.\(index).weight")
      }
    }
    return times("\(key).out.weight", head.map { max($0, 0) }) + vector("\(key).out.bias")
  }

  private func condition(_ key: String) -> [Double] {
    let x = log(conditions.tempo.bpm.rounded() / 110) * 2
    var sum = row(conditions.style ?? model.design.styleCount, of: "\(key).style.weight")
    sum = sum + row(conditions.isFill ? 1 : 0, of: "\(key).fill.weight")
    sum = sum + times("\(key).bpm.weight", [x, x * x, x * x * x])
    return sum + vector("\(key).bpm.bias")
  }

  /// The last hit of a drum at a step.
  private func stroke(_ drum: Int, at step: Int) -> PlacedToken? {
    played.last { Int($0.token.drum) == drum && $0.step == step }
  }

  private func heard() -> [Double] {
    model.design.barsHeard.flatMap { bars in
      (0..<5).flatMap { ahead in
        (0..<13).flatMap { drum -> [Double] in
          guard let stroke = stroke(drum, at: step + ahead - 16 * bars) else { return [0, 0] }
          return [1, Double(stroke.velocity) / 127]
        }
      }
    }
  }

  private func recalled(at step: Int) -> [Double] {
    model.design.barsRecalled.flatMap { bars in
      (0..<13).flatMap { drum -> [Double] in
        guard let stroke = stroke(drum, at: step - 16 * bars) else { return [0, 0, 0] }
        return [1, Double(stroke.velocity) / 127, (Double(stroke.token.offset) - 12) / 12]
      }
    }
  }

  /// Velocity, offset and age in sixteenths of the drum's last two hits.
  private func strokes(before hit: PlacedToken) -> [Int] {
    let own = Array(played.filter { $0.token.drum == hit.token.drum }.suffix(2).reversed())
    return (0..<2).flatMap { index in
      guard index < own.count else { return [32, 24, 34] }
      let token = own[index].token
      return [Int(token.velocity), Int(token.offset), min(hit.step - own[index].step, 33)]
    }
  }
}

extension PlainDrummer {
  private func vector(_ name: String) -> [Double] {
    model.weights[model.layout[name].range].map(Double.init)
  }

  private func row(_ index: Int, of name: String) -> [Double] {
    let columns = model.layout[name].columns
    return Array(vector(name)[(index * columns)...].prefix(columns))
  }

  /// A matrix-vector product; `isHalf` if the weights are rounded to 16 bits.
  private func times(_ name: String, _ input: [Double], isHalf: Bool = false) -> [Double] {
    let slot = model.layout[name]
    let weights = model.weights[slot.range].map { isHalf ? Double(Float16($0)) : Double($0) }
    return (0..<slot.rows).map { row in
      var sum = 0.0
      for column in 0..<slot.columns { sum += weights[row * slot.columns + column] * input[column] }
      return sum
    }
  }
}

private func sigmoid(_ x: Double) -> Double { 1 / (1 + exp(-x)) }

/// Element-wise addition; the standard library's operator concatenates arrays.
private func + (a: [Double], b: [Double]) -> [Double] {
  precondition(a.count == b.count, "\(a.count) numbers and \(b.count)")
  return zip(a, b).map { $0 + $1 }
}
