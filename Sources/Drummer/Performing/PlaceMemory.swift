/// What the drummer remembers of each place in the bar and drum, from all bars before the one that
/// is played: its last two strokes there, and how it plays there on average.
///
/// A value of some 15 kB.
public struct PlaceMemory: Sendable, Hashable {
  /// Values of the nine numbers of `features`: velocity, offset and age in bars of the last stroke;
  /// the same of the one before it; mean velocity, mean offset, and how often. The last value of
  /// each of the first eight means that there was none.
  public static let counts = [33, 25, 10, 33, 25, 10, 33, 25, 9]

  private var cells = [Cell](
    repeating: Cell(), count: Vocabulary.stepsPerBar * Vocabulary.drumCount)

  /// Nothing was played yet.
  public init() {}

  /// The nine numbers that tell of the drum at `step`'s place in the bar.
  public func features(of drum: Int, at step: Int) -> InlineArray<9, Int> {
    let cell = cells[Self.place(of: drum, at: step)]
    let (last, before) = cell.strokes(before: step)
    let mean = cell.mean(in: step / Vocabulary.stepsPerBar)
    let isKnown = mean.presence > 0.01
    return [
      last.map { Int($0.velocity) } ?? 32, last.map { Int($0.offset) } ?? 24,
      Self.age(last, at: step),
      before.map { Int($0.velocity) } ?? 32, before.map { Int($0.offset) } ?? 24,
      Self.age(before, at: step),
      isKnown ? min(max(Int(mean.velocity / mean.presence * 127 / 4), 0), 31) : 32,
      isKnown ? min(max(Int(mean.offset / mean.presence * 12 + 12.5), 0), 23) : 24,
      Int(mean.presence * 8 + 0.5),
    ]
  }

  /// Takes note of a stroke.
  public mutating func struck(_ placed: PlacedToken) {
    cells[Self.place(of: Int(placed.token.drum), at: placed.step)].strike(placed)
  }

  private static func place(of drum: Int, at step: Int) -> Int {
    step % Vocabulary.stepsPerBar * Vocabulary.drumCount + drum
  }

  private static func age(_ stroke: Stroke?, at step: Int) -> Int {
    stroke.map { min((step - $0.step) / Vocabulary.stepsPerBar, 8) } ?? 9
  }
}

/// One stroke as a place remembers it.
private struct Stroke: BitwiseCopyable, Hashable {
  var velocity: UInt8 = 0
  var offset: UInt8 = 0
  var step = -1
}

/// How one drum is played at one place in the bar.
private struct Cell: BitwiseCopyable, Hashable {
  /// A running mean over bars, each of which counts as no stroke, or as its last.
  struct Mean: BitwiseCopyable, Hashable {
    var presence: Float = 0
    /// Times presence; 1 is 127.
    var velocity: Float = 0
    /// Times presence; half a sixteenth early is −1.
    var offset: Float = 0

    /// Takes in `bar`: the first for half of what it says, later ones for less and less, but for no
    /// less than a 32nd.
    mutating func take(_ stroke: Mean, inBar bar: Int) {
      let share = 1 / Float(min(bar, 30) + 2)
      presence += (stroke.presence - presence) * share
      velocity += (stroke.velocity - velocity) * share
      offset += (stroke.offset - offset) * share
    }
  }

  // The latest four, the last one first; the older have step −1 until there were four.
  private var a = Stroke()
  private var b = Stroke()
  private var c = Stroke()
  private var d = Stroke()
  /// Over all bars before `bar`.
  private var past = Mean()
  /// What was played last in `bar`.
  private var present = Mean()
  private var bar = 0

  /// After so many silent bars nothing is left of a mean.
  private static var forgotten: Int { 1000 }

  /// The last two strokes of steps before `step`, of the last four in all.
  func strokes(before step: Int) -> (Stroke?, Stroke?) {
    var found: (Stroke?, Stroke?) = (nil, nil)
    for stroke in [a, b, c, d] where stroke.step >= 0 && stroke.step < step {
      if found.0 == nil { found.0 = stroke } else if found.1 == nil { found.1 = stroke }
    }
    return found
  }

  /// The mean over all bars before `number`, which is no earlier than the last stroke's.
  func mean(in number: Int) -> Mean {
    guard number > bar else { return past }
    var mean = past
    mean.take(present, inBar: bar)
    guard number - bar < Self.forgotten else { return Mean() }
    for silent in bar + 1..<max(number, bar + 1) { mean.take(Mean(), inBar: silent) }
    return mean
  }

  mutating func strike(_ placed: PlacedToken) {
    let number = placed.step / Vocabulary.stepsPerBar
    (past, bar) = (mean(in: number), max(number, bar))
    present = Mean(
      presence: 1, velocity: Float(placed.velocity) / 127,
      offset: Float(Int(placed.token.offset) - 12) / 12)
    (d, c, b) = (c, b, a)
    a = Stroke(velocity: placed.token.velocity, offset: placed.token.offset, step: placed.step)
  }
}
