/// A lane as a line of text has it.
public struct WrittenLane: Sendable, Hashable {
  public var lane: Lane
  /// Whether the line has brackets, and with them says everything about the lane.
  public var hasSettings: Bool

  public init(_ lane: Lane, hasSettings: Bool) {
    self.lane = lane
    self.hasSettings = hasSettings
  }
}

extension Pattern {
  /// Puts the lanes in the places of those of their voices, or behind the others.
  ///
  /// A lane without settings takes those of the one before it. A lane that goes into its grid several
  /// times is repeated; one that doesn't fit is refused, and nothing changed.
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

extension Lane {
  /// Its steps again and again where that fills `grid` exactly, else as they are.
  func filling(_ grid: Grid) -> Lane {
    guard !steps.isEmpty, steps.count < grid.count, grid.count.isMultiple(of: steps.count) else {
      return self
    }
    var filling = self
    filling.steps = (0..<grid.count).map { steps[$0 % steps.count] }
    return filling
  }
}
