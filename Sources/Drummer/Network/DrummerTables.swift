import CVectors

/// A model's weights prepared for inference: every input that is an index becomes a precomputed row
/// added to the gates or heads, so that a hit costs two matrix-vector products.
///
/// Built once per model and shared by all performers. Real-time: no.
public final class DrummerTables: Sendable {
  /// The hyperparameters.
  public let design: DrummerDesign
  /// The metadata.
  public let card: ModelCard
  /// The grooves that a performance can stay near; may be empty.
  public let grooves: [GrooveTemplate]

  /// Rows of equal width, stored consecutively in `numbers`.
  struct Rows: Sendable {
    let offset: Int
    let width: Int

    subscript(row: Int) -> Int { offset + row * width }
  }

  // Widths: G = 4 gates of `hiddenSize`, D = `headSize`.

  /// The constant part, and those of style, fill and tempo: G + 4D.
  let always: Rows
  let styles: Rows
  let fill: Rows
  let tempo: Rows
  /// The last hit's four attributes, its position in the bar and the bar in the phrase, for the
  /// gates: G.
  let last: InlineArray<4, Rows>
  let position: Rows
  let bar: Rows
  /// For each look-back bar, step and drum, presence and velocity, for the gates and the step head:
  /// G + D.
  let heard: Rows
  /// For each look-back bar and drum, presence, velocity and offset, for the last three heads: 3D.
  let recalled: Rows
  /// The position in the bar, for the step head (D) and the other three (3D).
  let stepPosition: Rows
  let hitPosition: Rows
  /// The sampled step, drum and offset, for the heads after each: 3D, 2D, D.
  let decided: InlineArray<3, Rows>
  /// The drum's last two hits, for the last two heads: 2D.
  let strokes: InlineArray<6, Rows>
  /// The drum's hits at this position in earlier bars, for the offset's and the velocity's head (2D)
  /// or one of them (D); empty if the design does not use them.
  let positionHistory: [Rows]
  /// The first head to which they are added.
  let firstHeadWithPositionHistory: Attribute
  /// Output layer of each head, and its bias.
  let out: InlineArray<4, Rows>
  let outBias: InlineArray<4, Rows>

  /// All rows; the first is aligned for vector instructions.
  let numbers: [Float]
  /// Gates × hidden, then the four heads × hidden: weights rounded to 16-bit floats.
  let recurrent: RecurrentWeights

  /// Builds the tables of a model.
  public init(_ model: DrummerModel) {
    design = model.design
    card = model.card
    grooves = model.grooves
    var folding = Folding(model)
    always = folding.always()
    styles = folding.conditions("style", rows: model.design.styleCount + 1)
    fill = folding.conditions("fill", rows: 2)
    tempo = folding.tempo()
    last = InlineArray { folding.throughInput("emb.\(Attribute.allCases[$0].key).weight") }
    position = folding.throughInput("pos.weight")
    bar = folding.throughInput("bar.weight")
    heard = folding.heard()
    recalled = folding.recalled()
    stepPosition = folding.side(["h.ds.pos.weight"])
    hitPosition = folding.side(["note", "off", "vel"].map { "h.\($0).pos.weight" })
    decided = InlineArray { folding.decided(Attribute.allCases[$0]) }
    strokes = InlineArray { index in
      folding.side(["off", "vel"].map { "h.\($0).same.\(index).weight" })
    }
    let places = Attribute.allCases.filter { model.design.headsWithPositionHistory.contains($0) }
    firstHeadWithPositionHistory = places.first ?? .velocity
    positionHistory =
      places.isEmpty
      ? []
      : PositionHistory.counts.indices.map { index in
        folding.side(places.map { "h.\($0.key).slot.\(index).weight" })
      }
    out = InlineArray { folding.copy("h.\(Attribute.allCases[$0].key).out.weight") }
    outBias = InlineArray { folding.copy("h.\(Attribute.allCases[$0].key).out.bias") }
    numbers = folding.numbers
    recurrent = RecurrentWeights(folding.recurrent())
  }

  /// Units of the LSTM, and the widths of its gates, of a head, and of gates and heads together.
  var hidden: Int { design.hiddenSize }
  var gates: Int { 4 * design.hiddenSize }
  var head: Int { design.headSize }
  var wide: Int { gates + 4 * head }

  /// The weighted sum of rows of width `wide`.
  func sum(_ rows: [(row: Int, share: Float)]) -> [Float] {
    var sum = [Float](repeating: 0, count: wide)
    unsafe sum.withUnsafeMutableBufferPointer { sum in
      unsafe numbers.withUnsafeBufferPointer { weights in
        guard let sum = sum.baseAddress, let weights = weights.baseAddress else { return }
        for (row, share) in rows where share != 0 {
          unsafe vectors_add_scaled(sum, share, weights + row, wide)
        }
      }
    }
    return sum
  }
}
