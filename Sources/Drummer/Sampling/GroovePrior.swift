/// A groove prior: the frequency of each drum on each sixteenth of the bar so far, with exponential
/// decay.
///
/// Mixing it into the logits keeps a long piece in one groove; the LSTM alone drifts.
struct GroovePrior: Sendable {
  /// The time constant of the decay, in bars.
  private static let window = 31
  /// The number of bars before the prior is used.
  private static let beginning = 4
  /// The frequency from which a drum counts as part of the groove on its sixteenth.
  private static let belonging: Float = 0.15

  /// For each sixteenth and drum, the share of bars with a hit.
  private var shares = [Float](
    repeating: 0, count: Vocabulary.stepsPerBar * Vocabulary.drumCount)
  /// The number of sixteenths observed.
  private var steps = 0

  /// The frequencies of the groove to stay near; empty for none.
  private var groove: [Float] = []

  /// How the groove's four bars differ; nil for not at all.
  private(set) var fourBars: FourBars?

  /// The weight of the groove's frequencies, against those of the last bars.
  private static let grooveWeight: Float = 0.5

  /// Stays near the frequencies of `groove` from now on; `isNew` if nothing of it was played yet.
  mutating func take(_ groove: GrooveTemplate, isNew: Bool) {
    self.groove = groove.cells.map(\.frequency)
    fourBars = FourBars(groove)
    guard isNew else { return }
    shares = self.groove
    steps = Self.window * Vocabulary.stepsPerBar
  }

  /// Stays near nothing but the last bars.
  mutating func release() { (groove, fourBars) = ([], nil) }

  /// The frequency of a cell.
  private func share(_ cell: Int) -> Float {
    guard !groove.isEmpty else { return shares[cell] }
    return shares[cell] + Self.grooveWeight * (groove[cell] - shares[cell])
  }

  /// Whether enough bars have been observed.
  var isFormed: Bool { steps >= Self.beginning * Vocabulary.stepsPerBar }

  /// Updates the frequencies with the sixteenths from `first` to before `end` of `played`.
  mutating func learn(_ played: StepHistory, from first: Int, to end: Int) {
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

  /// How much a drum on a sixteenth belongs to the groove, 0 to 1.
  ///
  /// Always 1 in the first two bars, in every fourth bar, for the hi-hat pedal and toms, and for a
  /// crash on the first sixteenth of four bars.
  func belonging(of drum: Int, at step: Int) -> Float {
    let bar = step / Vocabulary.stepsPerBar
    let isFree = steps < 2 * Vocabulary.stepsPerBar || bar % 4 == 3
    let beginsPhrase = step % (4 * Vocabulary.stepsPerBar) == 0
    if isFree || drum == 4 || (6...8).contains(drum) || beginsPhrase && (9...10).contains(drum) {
      return 1
    }
    let share = share(step % Vocabulary.stepsPerBar * Vocabulary.drumCount + drum)
    return min(share / Self.belonging, 1)
  }

  /// The prior distribution of the wait after a hit of `drum` at `step`.
  func waits(after step: Int, drum: Int) -> InlineArray<34, Float> {
    var likelihoods = InlineArray<34, Float>(repeating: 0)
    var (none, total) = (Float(1), Float(0))
    for wait in 0...Token.longestWait {
      var silent: Float = 1
      let cell = (step + wait) % Vocabulary.stepsPerBar * Vocabulary.drumCount
      for next in (wait == 0 ? drum + 1 : 0)..<Vocabulary.drumCount {
        silent *= 1 - share(cell + next)
      }
      let any = min(max(1 - silent, 1e-4), 1 - 1e-3)
      likelihoods[wait] = any * none
      total += any * none
      none *= 1 - any
    }
    for wait in 0...Token.longestWait { likelihoods[wait] /= total }
    return likelihoods
  }

  /// The prior distribution of the next drum, from `first` on, at `step`.
  func drums(at step: Int, from first: Int) -> InlineArray<34, Float> {
    var likelihoods = InlineArray<34, Float>(repeating: 0)
    let cell = step % Vocabulary.stepsPerBar * Vocabulary.drumCount
    var (none, total) = (Float(1), Float(0))
    for drum in 0..<Vocabulary.drumCount {
      let share = min(max(drum < first ? 0 : self.share(cell + drum), 1e-4), 1 - 1e-3)
      likelihoods[drum] = share * none
      total += share * none
      none *= 1 - share
    }
    for drum in 0..<Vocabulary.drumCount { likelihoods[drum] /= total }
    return likelihoods
  }
}
