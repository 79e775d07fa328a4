/// What a drummer is in the habit of playing: how often each drum came on each sixteenth of the bar,
/// in the bars so far; older ones fade.
///
/// To lean on it keeps a long piece in one shape, which an LSTM alone lets drift.
struct Habit: Sendable {
  /// Bars after which all have the weight of the same number of bars.
  private static let window = 31
  /// Bars it takes to become a habit.
  private static let beginning = 4
  /// A drum that comes on its sixteenth in such a share of bars belongs there.
  private static let belonging: Float = 0.15

  /// For each sixteenth and drum, the share of bars in which it was struck.
  private var shares = [Float](
    repeating: 0, count: Vocabulary.stepsPerBar * Vocabulary.drumCount)
  /// Sixteenths that were learned.
  private var steps = 0

  /// Whether there is enough to go by.
  var isFormed: Bool { steps >= Self.beginning * Vocabulary.stepsPerBar }

  /// Learns the sixteenths from `first` up to `end`, which are remembered by `played`.
  mutating func learn(_ played: PlayedSteps, from first: Int, to end: Int) {
    for step in first..<end {
      let bars = min(steps / Vocabulary.stepsPerBar, Self.window - 1)
      let weight = 1 / Float(bars + 1)
      let drums = played.drums(at: step)
      let cell = step % Vocabulary.stepsPerBar * Vocabulary.drumCount
      for drum in 0..<Vocabulary.drumCount {
        let struck: Float = drums & (1 << UInt16(drum)) != 0 ? 1 : 0
        shares[cell + drum] += (struck - shares[cell + drum]) * weight
      }
      steps += 1
    }
  }

  /// How much a drum belongs on a sixteenth, 0 to 1, as far as habit can tell.
  ///
  /// Every fourth bar is free, and so are, in any bar, what marks the form: toms and crashes; and the
  /// hi-hat's pedal.
  func belonging(of drum: Int, at step: Int) -> Float {
    let bar = step / Vocabulary.stepsPerBar
    let isFree = steps < 2 * Vocabulary.stepsPerBar || bar % 4 == 3
    if isFree || (6...10).contains(drum) || drum == 4 { return 1 }
    let share = shares[step % Vocabulary.stepsPerBar * Vocabulary.drumCount + drum]
    return min(share / Self.belonging, 1)
  }

  /// How likely each wait is behind a stroke of `drum` at `step`, if habit alone decided.
  func waits(behind step: Int, drum: Int) -> InlineArray<34, Float> {
    var likelihoods = InlineArray<34, Float>(repeating: 0)
    var (none, total) = (Float(1), Float(0))
    for wait in 0...Token.longestWait {
      var silent: Float = 1
      let cell = (step + wait) % Vocabulary.stepsPerBar * Vocabulary.drumCount
      for next in (wait == 0 ? drum + 1 : 0)..<Vocabulary.drumCount {
        silent *= 1 - shares[cell + next]
      }
      let any = min(max(1 - silent, 1e-4), 1 - 1e-3)
      likelihoods[wait] = any * none
      total += any * none
      none *= 1 - any
    }
    for wait in 0...Token.longestWait { likelihoods[wait] /= total }
    return likelihoods
  }

  /// How likely each drum from `first` on is the next at `step`, if habit alone decided.
  func drums(at step: Int, from first: Int) -> InlineArray<34, Float> {
    var likelihoods = InlineArray<34, Float>(repeating: 0)
    let cell = step % Vocabulary.stepsPerBar * Vocabulary.drumCount
    var (none, total) = (Float(1), Float(0))
    for drum in 0..<Vocabulary.drumCount {
      let share = min(max(drum < first ? 0 : shares[cell + drum], 1e-4), 1 - 1e-3)
      likelihoods[drum] = share * none
      total += share * none
      none *= 1 - share
    }
    for drum in 0..<Vocabulary.drumCount { likelihoods[drum] /= total }
    return likelihoods
  }
}
