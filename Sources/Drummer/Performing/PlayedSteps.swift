/// Which drums were struck in the last bars, how hard, and how early or late: the last stroke of
/// each drum in each sixteenth.
struct PlayedSteps: Sendable, Hashable {
  /// One stroke.
  struct Stroke: BitwiseCopyable, Hashable {
    /// 1 to 127.
    var velocity: UInt8
    /// Ticks from half a step before, 0 to 23.
    var offset: UInt8
  }

  /// How many steps are remembered.
  private let count: Int
  /// One bit a drum, for each step.
  private var drums: [UInt16]
  private var strokes: [Stroke]
  /// The latest step there is anything to know of.
  private(set) var latest = 0

  /// Remembers `bars` bars and a little more.
  init(bars: Int) {
    count = (bars + 1) * Vocabulary.stepsPerBar
    drums = [UInt16](repeating: 0, count: count)
    strokes = [Stroke](
      repeating: Stroke(velocity: 0, offset: 0), count: count * Vocabulary.drumCount)
  }

  /// The drums struck at `step`, bit n for drum n; none where it is not remembered.
  func drums(at step: Int) -> UInt16 {
    guard step >= 0, step <= latest, step > latest - count else { return 0 }
    return drums[step % count]
  }

  /// The stroke of a drum that was struck at `step`.
  func stroke(_ drum: Int, at step: Int) -> Stroke {
    strokes[step % count * Vocabulary.drumCount + drum]
  }

  /// Goes on to `step`, which is no earlier than the latest.
  mutating func advance(to step: Int) {
    var fresh = max(latest + 1, step - count + 1)
    while fresh <= step {
      drums[fresh % count] = 0
      fresh += 1
    }
    latest = max(latest, step)
  }

  /// Takes note of a stroke at the latest step.
  mutating func strike(_ drum: Int, velocity: UInt8, offset: UInt8) {
    drums[latest % count] |= 1 << UInt16(drum)
    strokes[latest % count * Vocabulary.drumCount + drum] = Stroke(
      velocity: velocity, offset: offset)
  }
}
