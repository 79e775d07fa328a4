/// The markers of one grid, or the hits on them, that the next edit applies to.
public struct Selection: Sendable, Hashable {
  /// Whether markers or hits are selected.
  public enum Kind: String, Sendable, Hashable { case markers, hits }

  /// Markers or hits.
  public var kind: Kind
  /// The voice whose lane's own grid is meant; nil for the pattern's grid.
  public var lane: Voice?
  /// The voices whose hits are selected; nil for all on the grid.
  public var voices: Set<Voice>?
  /// The indices of the markers, sorted and unique.
  public var numbers: [Int] {
    didSet { numbers = Self.ordered(numbers) }
  }

  /// The markers with these indices, in any order, or the hits on them.
  public init(
    _ kind: Kind, _ numbers: some Sequence<Int>, ofLane lane: Voice? = nil,
    voices: Set<Voice>? = nil
  ) {
    self.kind = kind
    self.lane = lane
    self.voices = voices
    self.numbers = Self.ordered(numbers)
  }

  /// All markers of the pattern's grid, or all hits on them.
  public init(allOf kind: Kind, in pattern: Pattern) {
    self.init(kind, pattern.grid.markers.indices)
  }

  /// The part of it that exists in `pattern`; nil for none.
  public func fitting(_ pattern: Pattern) -> Selection? {
    guard let grid = try? self.grid(in: pattern) else { return nil }
    var fitting = self
    fitting.numbers = numbers.filter(grid.markers.indices.contains)
    fitting.voices = voices.map { voices in voices.filter { pattern.lane(of: $0) != nil } }
    return fitting.numbers.isEmpty || fitting.voices?.isEmpty == true ? nil : fitting
  }

  private static func ordered(_ numbers: some Sequence<Int>) -> [Int] { Set(numbers).sorted() }
}

extension Selection {
  /// The grid of the selected markers; throws if the lane is missing or has no grid of its own.
  public func grid(in pattern: Pattern) throws(EditError) -> Grid {
    guard let voice = lane else { return pattern.grid }
    guard let selected = pattern.lane(of: voice) else { throw .noLane(voice) }
    guard let own = selected.grid else { throw .noOwnGrid(voice) }
    return own
  }

  /// The indices of the lanes on that grid.
  func lanesOnGrid(of pattern: Pattern) -> [Int] {
    pattern.lanes.indices.filter { index in
      guard let voice = lane else { return pattern.lanes[index].grid == nil }
      return pattern.lanes[index].voice == voice
    }
  }

  /// The indices of the lanes whose hits are selected.
  func lanes(in pattern: Pattern) -> [Int] {
    lanesOnGrid(of: pattern).filter { voices?.contains(pattern.lanes[$0].voice) ?? true }
  }
}
