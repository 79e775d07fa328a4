import MusicalTime

/// A pattern and its selection. An edit either succeeds or throws and changes nothing.
///
/// Without a selection an edit applies to the whole grid of the pattern, except that nothing is
/// deleted. Markers keep their order and their hits; a grid whose markers were moved no longer
/// follows a tempering.
public struct EditedPattern: Sendable, Hashable {
  /// The edited pattern.
  public private(set) var pattern: Pattern
  /// The selected markers or hits; nil for none.
  public private(set) var selection: Selection?

  /// `pattern` with `selection`.
  public init(_ pattern: Pattern, _ selection: Selection? = nil) {
    self.pattern = pattern
    self.selection = selection?.fitting(pattern)
  }

  /// The selection that an edit applies to.
  func scope(_ kind: Selection.Kind) -> Selection {
    selection ?? Selection(allOf: kind, in: pattern)
  }

  /// Replaces the lanes; their grids do not change.
  mutating func replace(lanes: [Lane], selecting next: Selection? = nil) throws(EditError) {
    do throws(PatternError) { pattern = try pattern.with(lanes: lanes) } catch {
      throw .pattern(error)
    }
    if let next { selection = next }
  }

  /// Moves the selected markers; each keeps its index.
  mutating func move(_ scope: Selection, to beats: [Beats]) throws(EditError) {
    var markers = try scope.grid(in: pattern).markers
    for (number, beat) in zip(scope.numbers, beats) { markers[number].beat = beat }
    try replace(markers, of: scope)
  }

  /// Replaces the markers of a selection's grid. `origins` holds the former index of each new
  /// marker, whose hits it keeps, or nil; without `origins` the number of markers must not change.
  mutating func replace(
    _ markers: [Marker], of scope: Selection, origins: [Int?]? = nil
  ) throws(EditError) {
    let former = try scope.grid(in: pattern)
    let map = origins.map { MarkerMap($0, formerCount: former.count) }
    try replace(scope, map) { () throws(GridError) in
      try Grid(length: former.length, markers: markers)
    }
  }

  /// Replaces the amplitudes of a selection's grid, which keeps its tempering.
  mutating func replace(amplitudes: [Double], of scope: Selection) throws(EditError) {
    let former = try scope.grid(in: pattern)
    try replace(scope, nil) { () throws(GridError) in try former.with(amplitudes: amplitudes) }
  }

  private mutating func replace(
    _ scope: Selection, _ map: MarkerMap?, by made: () throws(GridError) -> Grid
  ) throws(EditError) {
    let grid: Grid
    do throws(GridError) { grid = try made() } catch { throw .grid(error) }
    var lanes = pattern.lanes
    for index in scope.lanesOnGrid(of: pattern) {
      if let map { lanes[index].steps = map.steps(lanes[index].steps) }
      if scope.lane != nil { lanes[index].grid = grid }
    }
    do throws(PatternError) {
      pattern = try pattern.with(grid: scope.lane == nil ? grid : nil, lanes: lanes)
    } catch { throw .pattern(error) }
  }

  /// Selects other markers of a selection's grid; with no markers, clears the selection.
  mutating func select(_ numbers: [Int], like scope: Selection) {
    var next = scope
    next.numbers = numbers
    selection = numbers.isEmpty ? nil : next
  }

  /// Replaces one clip; throws `noClip` where the index is out of range.
  public mutating func setClip(_ number: Int, to clip: Clip?) throws(EditError) {
    guard pattern.clips.indices.contains(number) else {
      throw .noClip(number)
    }
    pattern.clips[number] = clip
  }
}

/// Maps former markers to new ones, and moves steps accordingly.
private struct MarkerMap {
  private let origins: [Int?]
  /// For every former marker, and for the end: its new index, or that of the marker after its
  /// former position.
  private let places: [Int]

  init(_ origins: [Int?], formerCount: Int) {
    self.origins = origins
    var places = [Int?](repeating: nil, count: formerCount)
    for (place, origin) in origins.enumerated() {
      if let origin { places[origin] = place }
    }
    var next = origins.count
    var filled = [next]
    for place in places.reversed() {
      next = place ?? next
      filled.append(next)
    }
    self.places = filled.reversed()
  }

  /// The steps on the new markers; held notes keep their end.
  func steps(_ former: [Step?]) -> [Step?] {
    origins.enumerated().map { place, origin in
      guard let origin, var step = former[origin] else { return nil }
      if step.hold > 0 {
        let end = origin + 1 + step.hold
        let later = max(end - former.count, 0)
        let hold = places[min(end, former.count)] + later - place - 1
        // No grid is longer than this, so a longer hold ends with the grid.
        step.hold = min(max(hold, 0), Step.holds.upperBound)
      }
      return step
    }
  }
}
