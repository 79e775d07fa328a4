/// Where a drummer's hands and feet were last, so that it asks no more of them than it has.
struct Limbs: BitwiseCopyable, Sendable {
  /// In this time a hand reaches no other drum, and a drum is not struck twice.
  private static let reachMilliseconds = 20.0

  /// The last strokes, the latest at `next − 1`: more than fall within reach of one another.
  private var strokes = InlineArray<16, Stroke>(repeating: Stroke(tick: .min / 2, drum: 0))
  private var next = 0

  private struct Stroke: BitwiseCopyable {
    /// In ticks of 1/96 of the drummer's beat.
    var tick: Int
    var drum: Int
  }

  /// Whether two hands and two feet can strike `drum` at `tick`, where a tick lasts so long.
  func canStrike(_ drum: Int, at tick: Int, tickMilliseconds: Double) -> Bool {
    let reach = Self.reachMilliseconds / tickMilliseconds
    var busy: UInt16 = 0
    for index in 0..<16 where Double(abs(tick - strokes[index].tick)) < reach {
      let other = strokes[index].drum
      if other == drum { return false }
      if Self.isForHands(other) { busy |= 1 << UInt16(other) }
    }
    return busy.nonzeroBitCount < 2 || !Self.isForHands(drum)
  }

  mutating func strike(_ drum: Int, at tick: Int) {
    strokes[next] = Stroke(tick: tick, drum: drum)
    next = (next + 1) % 16
  }

  /// All but the kick and the hi-hat's pedal.
  private static func isForHands(_ drum: Int) -> Bool { drum != 0 && drum != 4 }
}
