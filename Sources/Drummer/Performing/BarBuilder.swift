import MusicalTime
import Rhythm

/// Builds a bar: its position in the model's own count, and its hits so far.
struct BarBuilder: Sendable {
  let number: Int
  /// The model's steps that make up the bar.
  let start: Int
  let end: Int
  /// The length of a tick (1/96 of the drummer's beat) in the song's beats.
  let tick: Beats
  /// The drums that may sound.
  let drums: DrumSet
  let chance: BarRandom
  /// The backbeat that half time demands; nil in other feels and in fills.
  var backbeat: Backbeat?
  /// The number of hits tried so far.
  var turn = 0
  private(set) var drawn: [DrummedHit] = []
  /// The negative log-likelihood of what is decided of the next hit, in nats.
  var surprise = 0.0

  /// The hits so far.
  var hits: [Hit] { drawn.map(\.hit) }

  init(_ direction: BarDirection, number: Int, start: Int) {
    self.number = number
    self.start = start
    let settings = direction.settings
    let bar = Vocabulary.stepsPerBar
    switch settings.feel {
    case .half:
      (end, tick) = (start + bar / 2, Vocabulary.tick * 2)
    case .normal:
      (end, tick) = (start + bar, Vocabulary.tick)
    case .double:
      (end, tick) = (start + bar * 2, Beats(units: Vocabulary.tick.units / 2))
    }
    drums = settings.drums ?? .all
    chance = BarRandom(seed: settings.seed, bar: number)
  }

  /// The step from which the bar is a fill; its end for none.
  func fillStart(_ direction: BarDirection) -> Int {
    let every = direction.settings.fillEvery
    let isDue = every > 0 && (number + 1) % every == 0
    let due = isDue ? BarDirection.usualFill : nil
    guard let from = direction.fillFrom ?? due else { return end }
    let step = Int(from.dividedRoundingUp(by: tick * Int64(Vocabulary.ticksPerStep)))
    return min(max(start + step, start), end)
  }

  /// The step from which the bar leads over to the next four; its end if it does not. Only in a fourth
  /// bar, unless it is chosen where fills are.
  func ending(_ direction: BarDirection) -> Int {
    let isFourth = start / Vocabulary.stepsPerBar % 4 == 3 && end - start == Vocabulary.stepsPerBar
    let isLively = chance(0, .drum) < SamplingSettings.endings
    return isFourth && isLively && !direction.choosesFills ? (start + end) / 2 : end
  }

  /// Whether a drum of the vocabulary may sound.
  func allows(_ drum: Int) -> Bool { drums.contains(Vocabulary.drums[drum]) }

  /// Adds a hit, if its drum may sound, somewhere in its tick and in its bin of velocities.
  mutating func add(_ placed: PlacedToken, _ sampling: SamplingSettings) {
    let drum = Int(placed.token.drum)
    guard allows(drum) else { return }
    let on = tick * Int64(Vocabulary.tick(of: placed) - start * Vocabulary.ticksPerStep)
    let beat = on + dequantizedTick(placed.token)
    // The song begins with its first beat.
    let hit = Hit(
      drum: Vocabulary.drums[drum],
      velocity: sampling.audible(placed.velocity, in: chance.bin(turn)),
      beat: number == 0 ? max(beat, .zero) : beat)
    drawn.append(DrummedHit(hit, surprise: surprise))
  }

  /// How far from the middle of its tick a hit is, from half a tick before it to less than that after
  /// it, in tenths: the model knows ticks of 1/96 beat, drummers do not (uniform dequantization).
  ///
  /// Rounded to ticks it is the same. The earliest offset stays the earliest.
  private func dequantizedTick(_ token: Token) -> Beats {
    let tenths = Int64(chance.tick(turn) * 10) - 5
    return Beats(units: tick.units / 10 * (token.offset == 0 ? max(tenths, 0) : tenths))
  }

  /// Converts hits, in the song's beats from the beginning of the bar (−1/4 to below 4), to tokens
  /// on this bar's steps; a hit nearer to a step of another bar gets this bar's extreme offset.
  func tokens(of hits: [Hit]) -> [PlacedToken] {
    // Counted from one bar earlier, because a hit may be early on the first sixteenth.
    let lead = Vocabulary.stepsPerBar
    let early = Vocabulary.ticksPerStep / 2
    let latest = (end - start) * Vocabulary.ticksPerStep - early - 1
    let reach = Beats.zero - .sixteenth..<Vocabulary.bar
    let moved = hits.filter { reach.contains($0.beat) }.map { hit in
      let ticks = Int((hit.beat + Beats(units: tick.units / 2)).dividedRoundingDown(by: tick))
      return Hit(
        drum: hit.drum, velocity: hit.velocity,
        beat: Vocabulary.bar + Vocabulary.tick * Int64(min(max(ticks, -early), latest)))
    }
    return Vocabulary.tokens(of: moved).map { placed in
      PlacedToken(token: placed.token, step: placed.step - lead + start, velocity: placed.velocity)
    }
  }
}
