/// Where a drummer's hands and feet were last, so that it asks no more of them than it has.
struct Limbs: BitwiseCopyable, Sendable {
  /// In this time a hand reaches no other drum, and a drum is not struck twice.
  private static let reachMilliseconds = 20.0

  /// When each drum was struck last, in ticks of 1/96 of the drummer's beat.
  private var ticks = InlineArray<13, Int>(repeating: .min / 2)

  /// Whether two hands and two feet can strike `drum` at `tick`, where a tick lasts so long.
  func canStrike(_ drum: Int, at tick: Int, tickMilliseconds: Double) -> Bool {
    let reach = Self.reachMilliseconds / tickMilliseconds
    guard Double(tick - ticks[drum]) >= reach else { return false }
    guard Self.isForHands(drum) else { return true }
    var busy = 0
    for other in 0..<Vocabulary.drumCount where other != drum && Self.isForHands(other) {
      if Double(abs(tick - ticks[other])) < reach { busy += 1 }
    }
    return busy < 2
  }

  mutating func strike(_ drum: Int, at tick: Int) { ticks[drum] = max(ticks[drum], tick) }

  /// All but the kick and the hi-hat's pedal.
  private static func isForHands(_ drum: Int) -> Bool { drum != 0 && drum != 4 }
}
