/// How far a performance is from its groove for some bars: louder or softer, busier or sparser, with more or fewer
/// strokes of the timekeeper, early or late.
///
/// Bars of a real piece differ so, and nearly half of what they differ by is shared by bars that are near each other.
/// Spans of 2, 8 and 32 bars each draw from uniform distributions by the seed, so that the mean of a long piece stays its
/// groove's.
struct Phrasing: BitwiseCopyable, Sendable {
  /// Velocity, in bins.
  private(set) var loudness: Float = 0
  /// The hits of a bar, in octaves.
  private(set) var density: Float = 0
  /// The timekeeper's strokes of a bar, in factors of e.
  private(set) var timekeeping: Float = 0
  /// Ticks.
  private(set) var lateness: Float = 0

  /// Standard deviations of what is asked for; feedback and the network reach about half of it.
  private static let reach = (
    loudness: Float(2.2), density: Float(0.28), timekeeping: Float(0.1), lateness: Float(2.5)
  )
  /// Lengths of spans in bars.
  private static let lengths = [2, 8, 32]
  /// The spans' shares of the variance: of phrases, and of timing, which hardly depends on what was four bars ago.
  private static let (phrases, timing) = ([Float(0), 0.7, 0.3], [Float(1), 0, 0])

  /// As the groove is.
  init() {}

  /// The phrasing of a bar, counted from 0: none at a wildness of 0, whole from 0.5 on.
  init(seed: UInt64, bar: Int, wildness: Double) {
    let amount = Float(min(2 * wildness, 1))
    // The groove is chosen by the numbers of bar −1.
    let chances = Self.lengths.enumerated().map { index, bars in
      BarRandom(seed: seed, bar: -2 - bar / bars * Self.lengths.count - index)
    }
    func draw(_ attribute: Attribute, _ shares: [Float]) -> Float {
      zip(chances, shares).reduce(0) { sum, span in
        sum + amount * (12 * span.1).squareRoot() * (span.0(0, attribute) - 0.5)
      }
    }
    loudness = Self.reach.loudness * draw(.velocity, Self.phrases)
    density = Self.reach.density * draw(.step, Self.phrases)
    timekeeping = Self.reach.timekeeping * draw(.drum, Self.phrases)
    lateness = Self.reach.lateness * draw(.offset, Self.timing)
  }
}
