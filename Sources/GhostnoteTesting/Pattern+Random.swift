import MusicalTime
public import Rhythm

extension Pattern {
  /// A random pattern that uses every feature, usually small.
  public static func random(using chance: inout SplitMix64) -> Pattern {
    let grid = Grid.random(using: &chance)
    let count = chance.once(in: 100) ? 12 : Int.random(in: 0...2, using: &chance)
    var seen: Set<Voice> = []
    let voices = (0..<count).map { _ in Voice.random(using: &chance) }
      .filter { seen.insert($0).inserted }
    let lanes = voices.map { Lane.random($0, over: grid, using: &chance) }
    let name = ["", "main", "Süß; \"x\"\n[y]: z"].randomElement(using: &chance) ?? ""
    let made = try? Pattern(name: name, grid: grid, loops: !chance.once(in: 4), lanes: lanes)
    var pattern = made ?? .empty
    if chance.once(in: 25) {
      pattern.clips = (0..<Clip.count).map { _ in
        chance.once(in: 3) ? nil : Clip.random(using: &chance)
      }
    }
    if chance.once(in: 6) { pattern.groove = .random(using: &chance) }
    if chance.once(in: 9) {
      pattern.meter = [Meter("6/8"), Meter("2/2")].randomElement(using: &chance) ?? nil
    }
    if chance.once(in: 3) { pattern.accent = .random(in: Knob.accent.wholeRange, using: &chance) }
    return pattern
  }
}

extension Lane {
  /// A random lane of `voice` in a pattern on `grid`, possibly with its own grid.
  public static func random(
    _ voice: Voice, over grid: Grid, using chance: inout SplitMix64
  ) -> Lane {
    let own = chance.once(in: 5) ? Grid.random(using: &chance) : nil
    let isPlain = chance.once(in: 2)
    let steps = (0..<(own ?? grid).count).map { _ -> Step? in
      if chance.once(in: 2) { return nil }
      return isPlain ? Step(.randomMark(using: &chance)) : .random(using: &chance)
    }
    var lane = Lane(
      voice, steps: steps, grid: own, isMuted: chance.once(in: 5), isSoloed: chance.once(in: 9))
    if chance.once(in: 5) { lane.ratio = .random(using: &chance) }
    if chance.once(in: 5) { lane.turn = .random(in: turns, using: &chance) }
    if chance.once(in: 5) { lane.muteGroup = .random(in: muteGroups, using: &chance) }
    if chance.once(in: 5) {
      let milliseconds = Double(Int.random(in: 0...500, using: &chance)) / 10
      let velocity = Int.random(in: Looseness.velocities, using: &chance)
      lane.looseness = Looseness(milliseconds: milliseconds, velocity: velocity) ?? .none
    }
    return lane
  }
}

extension Step {
  /// A random step with some of its optional properties.
  public static func random(using chance: inout SplitMix64) -> Step {
    var step = Step(Velocity(clamping: .random(in: Velocity.range, using: &chance)))
    if chance.once(in: 4) { step.velocity = .randomMark(using: &chance) }
    step.isAccented = chance.once(in: 5)
    if chance.once(in: 5) { step.probability = .random(in: probabilities, using: &chance) }
    if chance.once(in: 5) {
      let slope = chance.once(in: 2) ? 0 : Int.random(in: Ratchet.slopes, using: &chance)
      let count = Int.random(in: Ratchet.counts, using: &chance)
      step.ratchet = Ratchet(count: count, slope: slope) ?? .single
    }
    if chance.once(in: 5) {
      let most = Beats.unitsPerBeat
      step.offset = Beats(units: .random(in: -most...most, using: &chance))
    }
    if chance.once(in: 5) { step.condition = .random(using: &chance) }
    if chance.once(in: 5) {
      step.hold = .random(in: chance.once(in: 9) ? holds : 1...3, using: &chance)
    }
    return step
  }
}

extension StepCondition {
  /// A random condition.
  public static func random(using chance: inout SplitMix64) -> StepCondition {
    let count = Int.random(in: 1...64, using: &chance)
    let turn = StepCondition(turn: .random(in: 1...count, using: &chance), of: count) ?? .first
    return [turn, turn, .fill, .notFill, .first].randomElement(using: &chance) ?? turn
  }
}

extension Velocity {
  /// A velocity that has a mark.
  public static func randomMark(using chance: inout SplitMix64) -> Velocity {
    [StepNotation.soft, StepNotation.hit, StepNotation.accent].randomElement(using: &chance)
      ?? StepNotation.hit
  }
}

extension Voice {
  /// A drum, or one time in four a note.
  public static func random(using chance: inout SplitMix64) -> Voice {
    let drum = Voice(Drum(clampingIndex: .random(in: 0..<Drum.count, using: &chance)))
    guard chance.once(in: 4) else { return drum }
    return Voice(
      note: .random(in: notes, using: &chance), channel: .random(in: 0...15, using: &chance))
      ?? drum
  }
}

extension Clip {
  /// A random voice; without an envelope half of the time.
  public static func random(using chance: inout SplitMix64) -> Clip {
    let envelope = Envelope(
      attack: .random(in: 0...5, using: &chance), decay: .random(in: 0...20, using: &chance))
    return Clip(
      .random(using: &chance), envelope: chance.once(in: 2) ? .natural : envelope ?? .natural)
  }
}

extension Grid {
  /// Even steps half of the time, else random markers; usually few.
  public static func random(using chance: inout SplitMix64) -> Grid {
    let most = chance.once(in: 400) ? counts.upperBound : 6
    let count = Int.random(in: 1...most, using: &chance)
    let stepsPerBeat = Int.random(in: stepsPerBeatRange, using: &chance)
    let even = try? Grid(count: count, stepsPerBeat: stepsPerBeat)
    guard chance.once(in: 2) else { return even ?? .sixteenths }
    if chance.once(in: 5), let tempered = try? tempered(using: &chance) { return tempered }
    var places: Set<Int64> = []
    while places.count < count { places.insert(.random(in: 0..<4_096, using: &chance)) }
    let isFine = chance.once(in: 2)
    let markers = places.sorted().map { place in
      let beat = isFine ? Beats(units: place * 997) : Beats(place, over: 128)
      let amplitude = chance.once(in: 3) ? Double.random(in: 0...1, using: &chance) : 1
      return Marker(beat, amplitude: amplitude)
    }
    let length = Beats(32) + Beats(units: .random(in: 0...9, using: &chance))
    let uneven = try? Grid(length: length, markers: markers)
    return uneven ?? even ?? .sixteenths
  }

  /// A tempered grid between two small subdivisions, fixed or moving.
  private static func tempered(using chance: inout SplitMix64) throws -> Grid {
    let count = Int.random(in: 1...6, using: &chance)
    let lower = Int.random(in: count...12, using: &chance)
    let beats = Array(0..<lower).shuffled(using: &chance).prefix(count).sorted()
    let temperament = try Temperament(Subdivision(count), Subdivision(lower, beats: beats))
    let amount = Int64.random(in: 0...7, using: &chance)
    let course = chance.once(in: 2) ? "\(amount)/7" : "\(amount)/7 to 1 over 3 back"
    let amplitude = Double.random(in: 0...1, using: &chance)
    return try Grid(
      length: Beats(4), tempering: Tempering(temperament, TemperingCourse(course)),
      amplitudes: chance.once(in: 2) ? [] : [amplitude])
  }
}

extension SpeedRatio {
  /// Rational, a square root, or any real number in range.
  public static func random(using chance: inout SplitMix64) -> SpeedRatio {
    let rational = SpeedRatio(
      .random(in: 1...64, using: &chance), over: .random(in: 1...64, using: &chance))
    let root = Double(Int.random(in: 2...99, using: &chance)).squareRoot()
    let real = Double.random(in: range, using: &chance)
    let ratios = [rational, SpeedRatio(root), SpeedRatio(real)]
    return ratios.randomElement(using: &chance)?.flatMap { $0 } ?? .one
  }
}

extension GrooveUse {
  /// A random groove with random amounts.
  public static func random(using chance: inout SplitMix64) -> GrooveUse {
    let name = ["", "swing8", "a, \"b\" > c"].randomElement(using: &chance) ?? ""
    let groove = Groove(
      name: name, warp: chance.once(in: 4) ? .identity : anyWarp(using: &chance),
      levels: chance.once(in: 2)
        ? [] : [Groove.Level(.zero, factor: .random(in: 0...2, using: &chance))])
    return GrooveUse(
      groove, timing: chance.once(in: 2) ? 1 : .random(in: 0...1, using: &chance),
      velocity: chance.once(in: 2) ? 1 : .random(in: 0...1, using: &chance))
  }

  private static func anyWarp(using chance: inout SplitMix64) -> Warp {
    var (from, to) = (Int64(0), Int64(0))
    let points = (0..<Int.random(in: 0...4, using: &chance)).map { _ in
      from += .random(in: 1...400_000, using: &chance)
      to += .random(in: 1...400_000, using: &chance)
      return Warp.Point(Beats(units: from), Beats(units: to))
    }
    return Warp(period: Beats(1), points) ?? .identity
  }
}
