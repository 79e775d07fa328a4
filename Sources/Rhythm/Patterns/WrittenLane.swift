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
  /// A lane without settings takes those of the one before it. A lane that doesn't fit its grid is
  /// refused, and nothing changed.
  public mutating func paste(_ written: [WrittenLane]) throws(PatternError) {
    var pasted = lanes
    for entry in written {
      guard let place = pasted.firstIndex(where: { $0.voice == entry.lane.voice }) else {
        pasted.append(entry.lane)
        continue
      }
      if entry.hasSettings {
        pasted[place] = entry.lane
      } else {
        pasted[place].steps = entry.lane.steps
      }
    }
    self = try with(lanes: pasted)
  }
}
