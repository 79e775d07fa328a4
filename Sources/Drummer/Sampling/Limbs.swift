/// The last hits of hands and feet, to reject hits that a person could not play.
struct Limbs: BitwiseCopyable, Sendable {
  /// Within this time a hand cannot reach another drum, and a drum cannot be hit twice.
  private static let reachMilliseconds = 20.0
  /// Where in its tick a hit is brings two hits closer together by up to this many ticks.
  private static let rounding = 1.0

  /// The last hits, the latest at `next − 1`: more than can fall within `reachMilliseconds`.
  private var strokes = InlineArray<16, LimbHit>(repeating: LimbHit(tick: .min / 2, drum: 0))
  private var next = 0

  private struct LimbHit: BitwiseCopyable {
    /// In ticks of 1/96 of the drummer's beat.
    var tick: Int
    var drum: Int
  }

  /// Whether a free hand or foot can hit `drum` at `tick`; `tickMilliseconds` is the length of a
  /// tick.
  func canStrike(_ drum: Int, at tick: Int, tickMilliseconds: Double) -> Bool {
    let reach = Self.reachMilliseconds / tickMilliseconds + Self.rounding
    var busy: UInt16 = 0
    for index in 0..<16 where Double(abs(tick - strokes[index].tick)) < reach {
      let other = strokes[index].drum
      if other == drum { return false }
      if Self.isForHands(other) { busy |= 1 << UInt16(other) }
    }
    return busy.nonzeroBitCount < 2 || !Self.isForHands(drum)
  }

  mutating func strike(_ drum: Int, at tick: Int) {
    strokes[next] = LimbHit(tick: tick, drum: drum)
    next = (next + 1) % 16
  }

  /// All drums except the kick and the hi-hat pedal.
  private static func isForHands(_ drum: Int) -> Bool { drum != 0 && drum != 4 }
}
