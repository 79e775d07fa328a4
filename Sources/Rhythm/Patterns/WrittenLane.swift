/// A lane parsed from a line of text.
public struct WrittenLane: Sendable, Hashable {
  /// The lane.
  public var lane: Lane
  /// Whether the line has brackets; they then define all settings of the lane.
  public var hasSettings: Bool

  /// A lane, with or without settings.
  public init(_ lane: Lane, hasSettings: Bool) {
    self.lane = lane
    self.hasSettings = hasSettings
  }
}

extension Pattern {
  /// Replaces the lanes of the same voices and appends the others.
  ///
  /// A lane without settings keeps those of the lane it replaces. A lane whose length divides its
  /// grid's is repeated; if one does not fit, it throws and nothing changes.
  public mutating func paste(_ written: [WrittenLane]) throws(PatternError) {
    var pasted = lanes
    for entry in written {
      guard let place = pasted.firstIndex(where: { $0.voice == entry.lane.voice }) else {
        pasted.append(entry.lane.filling(entry.lane.grid ?? grid))
        continue
      }
      if entry.hasSettings {
        pasted[place] = entry.lane
      } else {
        pasted[place].steps = entry.lane.steps
      }
      pasted[place] = pasted[place].filling(pasted[place].grid ?? grid)
    }
    self = try with(lanes: pasted)
  }
}

extension Pattern {
  /// Writes the steps of `written` from `step` on, counted from 0; the other steps and all settings of the lanes stay.
  ///
  /// What reaches past a lane's end is left out. Voices without a lane get one. Throws if `step` is in none of
  /// the lanes, and nothing changes.
  public mutating func write(_ written: [WrittenLane], from step: Int) throws(PatternError) {
    var changed = lanes
    for entry in written {
      let voice = entry.lane.voice
      let known = changed.firstIndex { $0.voice == voice }
      if known == nil { changed.append(Lane(voice, restingFor: stepCount)) }
      let place = known ?? changed.count - 1
      let count = changed[place].steps.count
      guard (0..<count).contains(step) else { throw .step(step, stepCount: count) }
      for (offset, mark) in entry.lane.steps.prefix(count - step).enumerated() {
        changed[place].steps[step + offset] = mark
      }
    }
    self = try with(lanes: changed)
  }
}

extension Lane {
  /// The steps repeated if that fills `grid` exactly, else unchanged.
  func filling(_ grid: Grid) -> Lane {
    guard !steps.isEmpty, steps.count < grid.count, grid.count.isMultiple(of: steps.count) else {
      return self
    }
    var filling = self
    filling.steps = (0..<grid.count).map { steps[$0 % steps.count] }
    return filling
  }
}
