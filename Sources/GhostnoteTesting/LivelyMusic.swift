import MusicalTime
public import Rhythm

/// Random music with many features: grids, ratios, probability, conditions, ratchets.
public enum LivelyMusic {
  private static func step(using dice: inout SplitMix64) -> Step? {
    guard dice.once(in: 2) else { return nil }
    var step = Step(Velocity(clamping: .random(in: 30...110, using: &dice)))
    step.isAccented = dice.once(in: 4)
    if dice.once(in: 3) { step.probability = .random(in: 0...100, using: &dice) }
    if dice.once(in: 4) {
      step.ratchet =
        Ratchet(count: .random(in: 1...8, using: &dice), slope: .random(in: -40...40, using: &dice))
        ?? .single
    }
    if dice.once(in: 3) {
      step.offset = Beats(units: .random(in: -400_000...400_000, using: &dice))
    }
    if dice.once(in: 4) {
      let conditions: [StepCondition] = [.turn(2, of: 3), .fill, .notFill, .first]
      step.condition = conditions.randomElement(using: &dice)
    }
    step.hold = dice.once(in: 5) ? 2 : 0
    return step
  }

  /// A lane with about half of its steps empty, possibly with its own grid, speed, rotation and
  /// looseness.
  public static func lane(_ voice: Voice, over grid: Grid, using dice: inout SplitMix64) throws
    -> Lane
  {
    var own: Grid?
    if dice.once(in: 2) {
      own = try Grid(
        count: .random(in: 1...9, using: &dice), stepsPerBeat: .random(in: 1...5, using: &dice))
    }
    var lane = Lane(
      voice, steps: (0..<(own ?? grid).count).map { _ in step(using: &dice) }, grid: own)
    let ratios = [SpeedRatio.one, SpeedRatio(3, over: 2), SpeedRatio(2.0.squareRoot())]
    lane.ratio = (ratios.randomElement(using: &dice) ?? nil) ?? .one
    lane.turn = dice.once(in: 4) ? .random(in: -3...3, using: &dice) : 0
    if dice.once(in: 3) {
      lane.looseness = Looseness(milliseconds: 12, velocity: 10) ?? .none
    }
    return lane
  }

  /// A pattern of three drums and a note.
  public static func pattern(_ name: String, using dice: inout SplitMix64) throws -> Pattern {
    let grid = try Grid(
      count: .random(in: 1...12, using: &dice), stepsPerBeat: .random(in: 2...5, using: &dice))
    var voices = Drum.all.shuffled(using: &dice).prefix(3).map { Voice($0) }
    if let note = Voice(note: 64, channel: 2) { voices.append(note) }
    var pattern = try Pattern(
      name: name, grid: grid,
      lanes: voices.map { voice in try lane(voice, over: grid, using: &dice) })
    if dice.once(in: 2) { pattern.groove = groove(using: &dice) }
    return pattern
  }

  private static func groove(using dice: inout SplitMix64) -> GrooveUse? {
    let middle = Beats(units: .random(in: 1_000_000...2_000_000, using: &dice))
    let warp = Warp(period: Beats(1), [Warp.Point(Beats(1, over: 2), middle)])
    let levels = [Groove.Level(.zero, factor: 1.2), Groove.Level(Beats(1, over: 2), factor: 0.7)]
    return warp.map { GrooveUse(Groove(name: "", warp: $0, levels: levels)) }
  }

  /// Two patterns, and in half of all cases a song of them.
  public static func patch(using dice: inout SplitMix64) throws -> Patch {
    var patch = Patch()
    try patch.setPatterns([pattern("a", using: &dice), pattern("b", using: &dice)])
    patch.seed = dice.next()
    if dice.once(in: 2) {
      let sections = (0..<4).map { _ in
        Section(
          pattern: dice.once(in: 2) ? "a" : "b", repeats: .random(in: 1...3, using: &dice),
          tempo: dice.once(in: 2) ? Tempo(clampingBPM: 90) : nil, groove: nil)
      }
      try patch.setSong(Song(sections: sections, loops: dice.once(in: 2)))
      patch.playsSong = true
    }
    return patch
  }
}
