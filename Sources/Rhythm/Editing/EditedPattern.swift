import MusicalTime

/// A pattern and what of it is selected. Every edit either is made or throws and changes nothing.
///
/// Where nothing is selected, an edit is of the whole pattern's grid, except that nothing is deleted.
/// Markers keep their order and their hits; a grid whose markers were moved no longer moves by itself.
public struct EditedPattern: Sendable, Hashable {
  public private(set) var pattern: Pattern
  public private(set) var selection: Selection?

  public init(_ pattern: Pattern, _ selection: Selection? = nil) {
    self.pattern = pattern
    self.selection = selection?.fitting(pattern)
  }

  /// What an edit is of.
  func scope(_ kind: Selection.Kind) -> Selection {
    selection ?? Selection(allOf: kind, in: pattern)
  }

  /// Puts in other lanes of the same grids.
  mutating func replace(lanes: [Lane], selecting next: Selection? = nil) throws(EditError) {
    do throws(PatternError) { pattern = try pattern.with(lanes: lanes) } catch {
      throw .pattern(error)
    }
    if let next { selection = next }
  }

  /// Moves the markers that are selected; each keeps its number.
  mutating func move(_ scope: Selection, to beats: [Beats]) throws(EditError) {
    var markers = try pattern.grid(of: scope).markers
    for (number, beat) in zip(scope.numbers, beats) { markers[number].beat = beat }
    try replace(markers, of: scope)
  }

  /// Puts in other markers of a selection's grid. Each stems from the one whose number is in
  /// `origins`, whose hits it has, or from none; without, it is as many as before.
  mutating func replace(
    _ markers: [Marker], of scope: Selection, origins: [Int?]? = nil
  ) throws(EditError) {
    let former = try pattern.grid(of: scope)
    let map = origins.map { MarkerMap($0, formerCount: former.count) }
    try replace(scope, map) { () throws(GridError) in
      try Grid(length: former.length, markers: markers)
    }
  }

  /// Changes the amplitudes of a selection's grid, which goes on moving where it did.
  mutating func replace(amplitudes: [Double], of scope: Selection) throws(EditError) {
    let former = try pattern.grid(of: scope)
    try replace(scope, nil) { () throws(GridError) in try former.with(amplitudes: amplitudes) }
  }

  private mutating func replace(
    _ scope: Selection, _ map: MarkerMap?, by made: () throws(GridError) -> Grid
  ) throws(EditError) {
    let grid: Grid
    do throws(GridError) { grid = try made() } catch { throw .grid(error) }
    var lanes = pattern.lanes
    for index in pattern.lanes(on: scope) {
      if let map { lanes[index].steps = map.steps(lanes[index].steps) }
      if scope.lane != nil { lanes[index].grid = grid }
    }
    do throws(PatternError) {
      pattern = try pattern.with(grid: scope.lane == nil ? grid : nil, lanes: lanes)
    } catch { throw .pattern(error) }
  }

  /// Selects other markers of a selection's grid, or (of no markers) nothing.
  mutating func select(_ numbers: [Int], like scope: Selection) {
    var next = scope
    next.numbers = numbers
    selection = numbers.isEmpty ? nil : next
  }

  /// Changes one clip; refuses a number outside 0 to 15.
  public mutating func setClip(_ number: Int, to clip: Clip?) throws(EditError) {
    guard pattern.clips.indices.contains(number) else {
      throw .noClip(number)
    }
    pattern.clips[number] = clip
  }
}

/// Which marker became which, and what that makes of steps.
private struct MarkerMap {
  private let origins: [Int?]
  /// For every former marker, and for the end: where it is now, or what now comes in its place.
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

  /// Held notes end where they ended.
  func steps(_ former: [Step?]) -> [Step?] {
    origins.enumerated().map { place, origin in
      guard let origin, var step = former[origin] else { return nil }
      if step.hold > 0 {
        let end = origin + 1 + step.hold
        let later = max(end - former.count, 0)
        let hold = places[min(end, former.count)] + later - place - 1
        // No grid is longer: what is held for more ends with it.
        step.hold = min(max(hold, 0), Step.holds.upperBound)
      }
      return step
    }
  }
}
