/// Sums over the hits of a piece for each drum and sixteenth of the bar, from which a
/// `GrooveTemplate` is made.
public struct GrooveStatistics: Sendable {
  /// Sums over some hits.
  struct Sums: BitwiseCopyable, Sendable {
    var count = 0.0
    /// Hits at full force.
    var full = 0.0
    /// Velocities of the others, and their squares.
    var velocity = 0.0
    var velocity2 = 0.0
    /// Offsets in ticks, 12 on the sixteenth, and their squares.
    var offset = 0.0
    var offset2 = 0.0
  }

  /// The number of usual hits that are added to a drum's own, and of a drum's to a cell's.
  private static let (drumWeight, cellWeight) = (6.0, 1.0)

  /// For each sixteenth of the bar, each drum.
  private(set) var cells = [Sums](
    repeating: Sums(), count: Vocabulary.stepsPerBar * Vocabulary.drumCount)
  /// For each cell, the bars with a hit.
  private(set) var bars = [Double](
    repeating: 0, count: Vocabulary.stepsPerBar * Vocabulary.drumCount)
  /// For each sixteenth of the bar, the bars in which it was observed: in half time one of a performance
  /// may have only half of the model's bar.
  private(set) var observed = [Int](repeating: 0, count: Vocabulary.stepsPerBar)

  /// No hits.
  public init() {}

  /// Adds the tokens of `count` bars of a piece.
  public mutating func add(_ tokens: some Collection<PlacedToken>, bars count: Int) {
    for step in observed.indices { observed[step] += count }
    add(tokens)
  }

  /// Adds the tokens on some sixteenths of a piece.
  mutating func add(_ tokens: some Collection<PlacedToken>, on steps: Range<Int>) {
    for step in steps { observed[step % Vocabulary.stepsPerBar] += 1 }
    add(tokens)
  }

  private mutating func add(_ tokens: some Collection<PlacedToken>) {
    var last: [Int: Int] = [:]
    for placed in tokens {
      let index = Self.cell(of: Int(placed.token.drum), at: placed.step)
      cells[index].add(placed)
      let bar = placed.step / Vocabulary.stepsPerBar
      if last[index] != bar { bars[index] += 1 }
      last[index] = bar
    }
  }

  /// Adds another piece's hits, for a table of many pieces.
  public mutating func add(_ other: GrooveStatistics) {
    for step in observed.indices { observed[step] += other.observed[step] }
    for index in cells.indices {
      cells[index] += other.cells[index]
      bars[index] += other.bars[index]
    }
  }

  /// The index of a drum's cell at a step.
  static func cell(of drum: Int, at step: Int) -> Int {
    step % Vocabulary.stepsPerBar * Vocabulary.drumCount + drum
  }

  /// The usual hits of each drum: these, and a few of `all` for those that have hardly any.
  func usual(amongst all: GrooveStatistics) -> [Sums] {
    zip(drums, all.drums).map { $0 + $1.scaled(to: Self.drumWeight) }
  }

  /// All hits of each drum.
  var drums: [Sums] {
    (0..<Vocabulary.drumCount).map { drum in
      (0..<Vocabulary.stepsPerBar).reduce(into: Sums()) { sums, step in
        sums += cells[Self.cell(of: drum, at: step)]
      }
    }
  }

  /// Hits in an average bar.
  var hitsPerBar: Double {
    cells.indices.reduce(0) { $0 + share(cells[$1].count, ofBarsAt: $1) }
  }

  /// A number of hits or bars as a share of the bars in which a cell was observed.
  private func share(_ count: Double, ofBarsAt index: Int) -> Double {
    count / Double(max(observed[index / Vocabulary.drumCount], 1))
  }

  /// The cells; those with few hits are near the mean of their drum, and drums with few hits near
  /// `usual`, the hits of each drum in similar pieces.
  func cells(near usual: [Sums]) -> [GrooveCell] {
    let own = drums
    let whole = own.reduce(into: Sums()) { $0 += $1 }
    let steady = (0..<Vocabulary.drumCount).map { drum in
      own[drum] + usual[drum].scaled(to: Self.drumWeight) + whole.scaled(to: 1)
    }
    return cells.indices.map { index in
      let drum = steady[index % Vocabulary.drumCount]
      var cell = (cells[index] + drum.scaled(to: Self.cellWeight)).cell
      cell.share = UInt8(min(share(255 * bars[index], ofBarsAt: index).rounded(), 255))
      return cell
    }
  }
}

extension GrooveStatistics.Sums {
  fileprivate mutating func add(_ placed: PlacedToken) {
    count += 1
    let velocity = Double(placed.velocity)
    if placed.velocity >= 124 {
      full += 1
    } else {
      self.velocity += velocity
      velocity2 += velocity * velocity
    }
    let offset = Double(placed.token.offset)
    self.offset += offset
    offset2 += offset * offset
  }

  fileprivate static func += (a: inout Self, b: Self) { a = a + b }

  fileprivate static func + (a: Self, b: Self) -> Self {
    Self(
      count: a.count + b.count, full: a.full + b.full, velocity: a.velocity + b.velocity,
      velocity2: a.velocity2 + b.velocity2, offset: a.offset + b.offset,
      offset2: a.offset2 + b.offset2)
  }

  /// The same means as of `hits` hits at most.
  fileprivate func scaled(to hits: Double) -> Self {
    guard count > hits else { return self }
    let share = hits / count
    return Self(
      count: count * share, full: full * share, velocity: velocity * share,
      velocity2: velocity2 * share, offset: offset * share, offset2: offset2 * share)
  }

  /// The distribution, without its share of bars; the standard one without hits.
  fileprivate var cell: GrooveCell {
    var cell = GrooveCell()
    guard count > 0 else { return cell }
    func byte(_ number: Double) -> UInt8 { UInt8(min(max(number.rounded(), 0), 255)) }
    cell.fullForce = byte(255 * full / count)
    let soft = count - full
    if soft > 0.01 {
      let mean = velocity / soft
      cell.velocity = byte(min(mean, 123))
      cell.velocitySpread = byte(max(velocity2 / soft - mean * mean, 9).squareRoot())
    }
    let mean = offset / count
    cell.offset = byte((mean - 12) * 8 + 128)
    cell.offsetSpread = byte(8 * max(offset2 / count - mean * mean, 0.5).squareRoot())
    return cell
  }
}
