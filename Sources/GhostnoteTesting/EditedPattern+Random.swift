import MusicalTime
public import Rhythm

extension EditedPattern {
  /// A small pattern on an uneven grid, with some lanes on their own grids, some held hits, and a
  /// selection.
  public static func random(using chance: inout SplitMix64) -> EditedPattern {
    let grid = Grid.uneven(using: &chance)
    let lanes = [Voice(.kick), Voice(.snare), Voice(.cowbell)].map { voice in
      let own = chance.once(in: 4) ? Grid.uneven(using: &chance) : nil
      let count = (own ?? grid).count
      let steps = (0..<count).map { _ in
        chance.once(in: 2) ? Step.random(using: &chance, holding: count) : nil
      }
      return Lane(voice, steps: steps, grid: own)
    }
    guard let pattern = try? Pattern(grid: grid, lanes: lanes) else { return Self(.empty) }
    return EditedPattern(pattern, .random(in: pattern, using: &chance))
  }
}

extension Selection {
  /// Some markers or hits of one of the pattern's grids.
  public static func random(
    in pattern: Pattern, using chance: inout SplitMix64
  ) -> Selection {
    let owners = pattern.lanes.filter { $0.grid != nil }.map(\.voice)
    let lane = chance.once(in: 3) ? owners.randomElement(using: &chance) : nil
    let count = lane.flatMap { pattern.lane(of: $0)?.grid?.count } ?? pattern.grid.count
    let kind: Kind = chance.once(in: 2) ? .markers : .hits
    let some = (0..<count).filter { _ in Bool.random(using: &chance) }
    let shared = pattern.lanes.filter { $0.grid == nil }.map(\.voice)
    let voices = lane == nil && chance.once(in: 3) ? Set(shared.prefix(1)) : nil
    return Selection(
      kind, some.isEmpty ? Array(0..<count) : some, ofLane: lane,
      voices: voices?.isEmpty == true ? nil : voices)
  }
}

extension Grid {
  /// Two to nine markers at random positions in one to four beats.
  fileprivate static func uneven(using chance: inout SplitMix64) -> Grid {
    let length = Beats(Int64.random(in: 1...4, using: &chance))
    let isFine = Bool.random(using: &chance)
    let places = (0..<Int.random(in: 2...9, using: &chance)).map { _ in
      isFine
        ? Beats(units: Int64.random(in: 0..<length.units, using: &chance))
        : Beats(units: Int64.random(in: 0..<length.units / 240_240, using: &chance) * 240_240)
    }
    let markers = Set(places).sorted().map { beat in
      Marker(beat, amplitude: Double(Int.random(in: 0...4, using: &chance)) / 4)
    }
    return (try? Grid(length: length, markers: markers)) ?? .sixteenths
  }
}

extension Step {
  fileprivate static func random(using chance: inout SplitMix64, holding most: Int) -> Step {
    var step = Step(Velocity(clamping: Int.random(in: Velocity.range, using: &chance)))
    if chance.once(in: 3) { step.hold = Int.random(in: 1...most, using: &chance) }
    step.isAccented = chance.once(in: 4)
    return step
  }
}
