public import MusicalTime

extension EditedPattern {
  /// The numbers of parts that the gap after a marker can be divided into.
  public static let divisions = 2...16

  /// Divides the gap after each selected marker into `count` parts and selects the new markers too;
  /// they get the marker's amplitude unless another is given. Held notes keep their end.
  public mutating func subdivide(by count: Int, amplitude: Double? = nil) throws(EditError) {
    guard Self.divisions.contains(count) else { throw .division(count) }
    let scope = scope(.markers)
    let grid = try scope.grid(in: pattern)
    let divided = Set(scope.numbers)
    var (markers, origins, chosen): ([Marker], [Int?], [Int]) = ([], [], [])
    for (number, marker) in grid.markers.enumerated() {
      if divided.contains(number) { chosen += markers.count..<markers.count + count }
      markers.append(marker)
      origins.append(number)
      guard divided.contains(number) else { continue }
      let gap =
        (number + 1 < grid.count ? grid.markers[number + 1].beat : grid.length) - marker.beat
      guard gap.units >= Int64(count) else { throw .narrow(marker: number, by: count) }
      for part in 1..<Int64(count) {
        let way = Beats(units: (gap.units * part + Int64(count) / 2) / Int64(count))
        markers.append(Marker(marker.beat + way, amplitude: amplitude ?? marker.amplitude))
        origins.append(nil)
      }
    }
    try replace(markers, of: scope, origins: origins)
    select(chosen, like: scope)
  }

  /// Keeps the first of every `count` selected markers and removes the others with their hits: the
  /// inverse of `subdivide(by:)`.
  public mutating func merge(by count: Int) throws(EditError) {
    guard Self.divisions.contains(count) else { throw .division(count) }
    let scope = scope(.markers)
    guard scope.numbers.count.isMultiple(of: count) else {
      throw .merging(scope.numbers.count, by: count)
    }
    let dropped = scope.numbers.indices.filter { !$0.isMultiple(of: count) }
    let kept = try remove(Set(dropped.map { scope.numbers[$0] }), of: scope)
    let firsts = Set(
      scope.numbers.indices.filter { $0.isMultiple(of: count) }
        .map { scope.numbers[$0] })
    select(kept.indices.filter { firsts.contains(kept[$0]) }, like: scope)
  }

  /// Adds a marker; throws if there is one at that beat already.
  public mutating func addMarker(at beat: Beats, amplitude: Double = 1) throws(EditError) {
    let scope = scope(.markers)
    let known = try scope.grid(in: pattern).markers
    let place = known.partitioningIndex { $0.beat >= beat }
    guard place == known.count || known[place].beat != beat else {
      throw .taken(beat, marker: place)
    }
    var (markers, origins) = (known, known.indices.map { Int?.some($0) })
    markers.insert(Marker(beat, amplitude: amplitude), at: place)
    origins.insert(nil, at: place)
    try replace(markers, of: scope, origins: origins)
    guard let selection else { return }
    select(selection.numbers.map { $0 < place ? $0 : $0 + 1 }, like: selection)
  }

  /// Removes the selected markers with their hits, or only the selected hits.
  public mutating func delete() throws(EditError) {
    guard let selection else { throw .nothingSelected }
    switch selection.kind {
    case .markers:
      _ = try remove(Set(selection.numbers), of: selection)
      select([], like: selection)
    case .hits:
      var lanes = pattern.lanes
      for index in selection.lanes(in: pattern) {
        for number in selection.numbers { lanes[index].steps[number] = nil }
      }
      try replace(lanes: lanes)
    }
  }

  /// Removes markers; returns the former indices of the remaining ones.
  private mutating func remove(
    _ numbers: Set<Int>, of scope: Selection
  ) throws(EditError) -> [Int] {
    let known = try scope.grid(in: pattern).markers
    let kept = known.indices.filter { !numbers.contains($0) }
    try replace(kept.map { known[$0] }, of: scope, origins: kept)
    return kept
  }
}
