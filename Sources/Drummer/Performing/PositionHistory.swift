/// For each drum and position in the bar: the last two hits before the current bar, and running
/// averages, as network input.
///
/// A value of about 20 kB.
public struct PositionHistory: Sendable, Hashable {
  /// The number of values of each entry of `features`: velocity, offset and age in bars of the last
  /// hit; the same of the one before; mean velocity, mean offset, and frequency. The last value of
  /// each of the first eight means that there is none.
  public static let counts = [33, 25, 10, 33, 25, 10, 33, 25, 9]

  private var cells = [Cell](
    repeating: Cell(), count: Vocabulary.stepsPerBar * Vocabulary.drumCount)

  /// No hit so far.
  public init() {}

  /// The nine features of a drum at `step`'s position in the bar.
  public func features(of drum: Int, at step: Int) -> InlineArray<9, Int> {
    let cell = cells[Self.cell(of: drum, at: step)]
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

  /// Records a hit.
  public mutating func struck(_ placed: PlacedToken) {
    cells[Self.cell(of: Int(placed.token.drum), at: placed.step)].strike(placed)
  }

  private static func cell(of drum: Int, at step: Int) -> Int {
    step % Vocabulary.stepsPerBar * Vocabulary.drumCount + drum
  }

  private static func age(_ stroke: PastHit?, at step: Int) -> Int {
    stroke.map { min((step - $0.step) / Vocabulary.stepsPerBar, 8) } ?? 9
  }
}

/// One hit at a position.
private struct PastHit: BitwiseCopyable, Hashable {
  var velocity: UInt8 = 0
  var offset: UInt8 = 0
  var step = -1
}

/// The history of one drum at one position in the bar.
private struct Cell: BitwiseCopyable, Hashable {
  /// A running mean over bars; a bar counts with its last hit, or as silent.
  struct Mean: BitwiseCopyable, Hashable {
    var presence: Float = 0
    /// Velocity (1 is 127) times presence.
    var velocity: Float = 0
    /// Offset (−1 is half a sixteenth early) times presence.
    var offset: Float = 0

    /// Updates the mean with the hit of bar `bar`; the weight of a bar falls from 1/2 to no less
    /// than 1/32.
    mutating func take(_ stroke: Mean, inBar bar: Int) {
      let share = 1 / Float(min(bar, 30) + 2)
      presence += (stroke.presence - presence) * share
      velocity += (stroke.velocity - velocity) * share
      offset += (stroke.offset - offset) * share
    }
  }

  // The last four hits, newest first; step −1 for none.
  private var a = PastHit()
  private var b = PastHit()
  private var c = PastHit()
  private var d = PastHit()
  /// The mean over all bars before `bar`.
  private var past = Mean()
  /// The last hit in `bar`.
  private var present = Mean()
  private var bar = 0

  /// The number of silent bars after which a mean is zero.
  private static var forgotten: Int { 1000 }

  /// The last two hits (of the last four) before `step`.
  func strokes(before step: Int) -> (PastHit?, PastHit?) {
    var found: (PastHit?, PastHit?) = (nil, nil)
    for stroke in [a, b, c, d] where stroke.step >= 0 && stroke.step < step {
      if found.0 == nil { found.0 = stroke } else if found.1 == nil { found.1 = stroke }
    }
    return found
  }

  /// The mean over all bars before `number`, which must not be before the last hit's bar.
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
    a = PastHit(velocity: placed.token.velocity, offset: placed.token.offset, step: placed.step)
  }
}
