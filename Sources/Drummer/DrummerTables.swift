import CVectors

/// A drummer's weights made ready for playing: whatever is looked up by a number is a row to be
/// added where it ends up, so that a hit costs two products of a matrix and a vector.
///
/// Made once from a model and shared by all who play it. Real-time: no.
public final class DrummerTables: Sendable {
  public let design: DrummerDesign
  public let card: ModelCard

  /// Rows of equal width, one after the other, in the tables' long row of numbers.
  struct Rows: Sendable {
    let offset: Int
    let width: Int

    subscript(row: Int) -> Int { offset + row * width }
  }

  // Widths: G = 4 gates of `hiddenSize`, D = `headSize`.

  /// What is always added, and the styles', the fill's and the tempo's share: G + 4D.
  let always: Rows
  let styles: Rows
  let fill: Rows
  let tempo: Rows
  /// What the last hit's four numbers, place in the bar and bar in the phrase add to the gates: G.
  let last: InlineArray<4, Rows>
  let place: Rows
  let bar: Rows
  /// For each bar heard, step and drum, a hit's presence and velocity to gates and step head: G + D.
  let heard: Rows
  /// For each bar recalled and drum, presence, velocity and offset to the last three heads: 3D.
  let recalled: Rows
  /// The place in the bar to the step's head, D, and to the three after it: 3D.
  let stepPlace: Rows
  let hitPlace: Rows
  /// What the decided step, drum and offset add to the heads behind: 3D, 2D, D.
  let decided: InlineArray<3, Rows>
  /// What a drum's last two strokes add to the last two heads: 2D.
  let strokes: InlineArray<6, Rows>
  /// What its strokes at this place of earlier bars add to the last head: D; none where the design
  /// does not remember them.
  let places: [Rows]
  /// From a head to its values, and what is added there.
  let out: InlineArray<4, Rows>
  let outBias: InlineArray<4, Rows>

  /// All rows; the first begins at an address that vectors like.
  let numbers: [Float]
  /// Gates × hidden, then the four heads × hidden: weights rounded to floats of 16 bits.
  let recurrent: RecurrentWeights

  /// Folds a model's weights.
  public init(_ model: DrummerModel) {
    design = model.design
    card = model.card
    var folding = Folding(model)
    always = folding.always()
    styles = folding.conditions("style", rows: model.design.styleCount + 1)
    fill = folding.conditions("fill", rows: 2)
    tempo = folding.tempo()
    last = InlineArray { folding.throughInput("emb.\(Attribute.allCases[$0].key).weight") }
    place = folding.throughInput("pos.weight")
    bar = folding.throughInput("bar.weight")
    heard = folding.heard()
    recalled = folding.recalled()
    stepPlace = folding.side(["h.ds.pos.weight"])
    hitPlace = folding.side(["note", "off", "vel"].map { "h.\($0).pos.weight" })
    decided = InlineArray { folding.decided(Attribute.allCases[$0]) }
    strokes = InlineArray { index in
      folding.side(["off", "vel"].map { "h.\($0).same.\(index).weight" })
    }
    places =
      model.design.remembersPlaces
      ? PlaceMemory.counts.indices.map { folding.side(["h.vel.slot.\($0).weight"]) } : []
    out = InlineArray { folding.copy("h.\(Attribute.allCases[$0].key).out.weight") }
    outBias = InlineArray { folding.copy("h.\(Attribute.allCases[$0].key).out.bias") }
    numbers = folding.numbers
    recurrent = RecurrentWeights(folding.recurrent())
  }

  /// Cells of the LSTM, numbers in its gates, in a head, and in gates and heads together.
  var hidden: Int { design.hiddenSize }
  var gates: Int { 4 * design.hiddenSize }
  var head: Int { design.headSize }
  var wide: Int { gates + 4 * head }

  /// The sum of rows of width `wide`, each times its share.
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
