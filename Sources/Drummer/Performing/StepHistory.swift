/// The history of the last bars: for each sixteenth and drum the last hit's velocity and offset.
struct StepHistory: Sendable, Hashable {
  /// A hit.
  struct PlayedHit: BitwiseCopyable, Hashable {
    /// 1 to 127.
    var velocity: UInt8
    /// Ticks from half a sixteenth before the step, 0 to 23.
    var offset: UInt8
  }

  /// The number of steps kept.
  private let count: Int
  /// A bit mask of drums for each step.
  private var drums: [UInt16]
  private var strokes: [PlayedHit]
  /// The latest step.
  private(set) var latest = 0

  /// Room for `bars` bars and a few steps more.
  init(bars: Int) {
    count = (bars + 1) * Vocabulary.stepsPerBar
    drums = [UInt16](repeating: 0, count: count)
    strokes = [PlayedHit](
      repeating: PlayedHit(velocity: 0, offset: 0), count: count * Vocabulary.drumCount)
  }

  /// A bit mask of the drums played at `step`; 0 if the step has been dropped.
  func drums(at step: Int) -> UInt16 {
    guard step >= 0, step <= latest, step > latest - count else { return 0 }
    return drums[step % count]
  }

  /// The hit of a drum that was played at `step`.
  func stroke(_ drum: Int, at step: Int) -> PlayedHit {
    strokes[step % count * Vocabulary.drumCount + drum]
  }

  /// Advances to `step`, which must not be before the latest.
  mutating func advance(to step: Int) {
    var fresh = max(latest + 1, step - count + 1)
    while fresh <= step {
      drums[fresh % count] = 0
      fresh += 1
    }
    latest = max(latest, step)
  }

  /// Records a hit at the latest step.
  mutating func strike(_ drum: Int, velocity: UInt8, offset: UInt8) {
    drums[latest % count] |= 1 << UInt16(drum)
    strokes[latest % count * Vocabulary.drumCount + drum] = PlayedHit(
      velocity: velocity, offset: offset)
  }
}
