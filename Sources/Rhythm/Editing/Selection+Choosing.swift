extension Selection {
  /// A rule that chooses markers.
  public enum Choice: Sendable, Hashable {
    case all
    /// Markers that are not selected.
    case inverse
    /// Markers before the given one; nil for the first selected one.
    case left(of: Int?)
    /// Markers after the given one; nil for the last selected one.
    case right(of: Int?)
    case numbers([Int])
    /// Markers that match a code repeated from the first marker on: a hit of the given clip, any
    /// hit, a rest, or a held hit.
    case code(ClipCode)
    /// Markers for which the row, repeated from the first marker on, is `true`.
    case row([Bool])
  }

  /// A selection of the same kind on the same grid; `adding` keeps the current markers too, and `toggling`
  /// those that are not chosen.
  public func choosing(
    _ choice: Choice, in pattern: Pattern, adding: Bool = false, toggling: Bool = false
  ) throws(EditError) -> Selection {
    let markers = try grid(in: pattern).markers.indices
    for voice in voices?.sorted(by: { $0.key < $1.key }) ?? [] {
      guard pattern.lane(of: voice) != nil else { throw .noLane(voice) }
    }
    var chosen = self
    chosen.numbers = try numbers(of: choice, in: pattern, markers)
    if toggling {
      let current = Set(numbers.filter(markers.contains))
      chosen.numbers = Array(current.symmetricDifference(chosen.numbers))
    } else if adding {
      chosen.numbers += numbers.filter(markers.contains)
    }
    guard !chosen.numbers.isEmpty else { throw .nothingFound }
    return chosen
  }

  private func numbers(
    of choice: Choice, in pattern: Pattern, _ markers: Range<Int>
  ) throws(EditError) -> [Int] {
    switch choice {
    case .all: return Array(markers)
    case .inverse: return markers.filter { !numbers.contains($0) }
    case .left(let given):
      guard let marker = given ?? numbers.first else { throw .nothingSelected }
      try check(marker, markers)
      return markers.filter { $0 < marker }
    case .right(let given):
      guard let marker = given ?? numbers.last else { throw .nothingSelected }
      try check(marker, markers)
      return markers.filter { $0 > marker }
    case .numbers(let numbers):
      for number in numbers { try check(number, markers) }
      return numbers
    case .row(let row):
      return row.isEmpty ? [] : markers.filter { row[$0 % row.count] }
    case .code(let code):
      let contents = MarkerContents(pattern, self)
      var found: [Int] = []
      for marker in markers where try contents.match(code[marker], at: marker) {
        found.append(marker)
      }
      return found
    }
  }

  private func check(_ marker: Int, _ markers: Range<Int>) throws(EditError) {
    guard markers.contains(marker) else { throw .noMarker(marker, count: markers.count) }
  }
}

/// The hits on the markers of a selection's grid.
private struct MarkerContents {
  private let pattern: Pattern
  private let lanes: [Lane]

  init(_ pattern: Pattern, _ selection: Selection) {
    self.pattern = pattern
    lanes = selection.lanes(in: pattern).map { pattern.lanes[$0] }
  }

  func match(_ item: ClipCode.Item, at marker: Int) throws(EditError) -> Bool {
    switch item.content {
    case .clip(let number):
      guard let clip = pattern.clips[number] else {
        throw .emptyClip(number, column: item.column)
      }
      return lanes.contains { lane in
        guard lane.voice == clip.voice, let step = lane.steps[marker] else { return false }
        return pattern.clip(of: step, in: lane.voice) == number
      }
    case .any: return isHit(marker)
    case .rest: return !isHit(marker) && !isHeld(marker)
    case .hold: return isHeld(marker)
    }
  }

  private func isHit(_ marker: Int) -> Bool { lanes.contains { $0.steps[marker] != nil } }

  private func isHeld(_ marker: Int) -> Bool {
    lanes.contains { lane in
      guard let hit = lane.steps[..<marker].lastIndex(where: { $0 != nil }) else { return false }
      return lane.steps[marker] == nil && hit + (lane.steps[hit]?.hold ?? 0) >= marker
    }
  }
}
