import MusicalTime
import Rhythm

/// A bar being written: where it lies in the drummer's own counting, and its hits so far.
struct Sheet: Sendable {
  let number: Int
  /// The drummer's sixteenths that make the bar.
  let start: Int
  let end: Int
  /// How long a tick of 1/96 of the drummer's beat is in the song's beats.
  let tick: Beats
  /// Which drums are heard.
  let drums: DrumSet
  let chance: Chance
  /// How many hits were tried.
  var turn = 0
  private(set) var hits: [Hit] = []

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
    chance = Chance(seed: settings.seed, bar: number)
  }

  /// The step from which on the bar is a fill; its end for none.
  func fillStart(_ direction: BarDirection) -> Int {
    let every = direction.settings.fillEvery
    let isDue = every > 0 && (number + 1) % every == 0
    // Half a bar: long enough to be heard as a fill, short enough to keep the time before it.
    guard let from = direction.fillFrom ?? (isDue ? Beats(2) : nil) else { return end }
    let step = Int(from.dividedRoundingUp(by: tick * Int64(Vocabulary.ticksPerStep)))
    return min(max(start + step, start), end)
  }

  /// Whether a drum of the vocabulary is heard.
  func hears(_ drum: Int) -> Bool { drums.contains(Vocabulary.drums[drum]) }

  /// Writes a hit down, if it is of a drum that is heard.
  mutating func add(_ placed: PlacedToken, velocity: Velocity) {
    let drum = Int(placed.token.drum)
    guard hears(drum) else { return }
    let beat = tick * Int64(Vocabulary.tick(of: placed) - start * Vocabulary.ticksPerStep)
    hits.append(Hit(drum: Vocabulary.drums[drum], velocity: velocity, beat: beat))
  }

  /// Hits, in the song's beats from the bar's beginning (−1/4 to under 4), as the drummer would have
  /// played them: what is nearest to a step of another bar as late or as early as this bar's steps
  /// can be.
  func tokens(of hits: [Hit]) -> [PlacedToken] {
    // Counted from a bar earlier, as a hit may be early on the first sixteenth.
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
