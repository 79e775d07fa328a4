extension EditedPattern {
  /// Moves the selected hits by `count` markers, to earlier ones if negative; hits on one marker
  /// stay together.
  ///
  /// Throws if a hit would leave the grid or reach a marker with hits that are not selected; with `over` these give way.
  /// Where it `wraps`, the first marker follows the last.
  public mutating func moveHits(
    by count: Int, over isOver: Bool = false, wrapping wraps: Bool = false
  ) throws(EditError) {
    let scope = scope(.hits)
    let markers = try scope.grid(in: pattern).markers.indices
    // Clamped: larger distances are outside as well.
    let way = wraps ? count % markers.count : min(max(count, -markers.count), markers.count)
    func target(of number: Int) -> Int {
      wraps ? floorRemainder(number + way, by: markers.count) : number + way
    }
    let chosen = scope.lanes(in: pattern)
    let moving = scope.numbers.filter { number in
      chosen.contains { pattern.lanes[$0].steps[number] != nil }
    }
    var lanes = pattern.lanes
    for index in chosen {
      let former = pattern.lanes[index]
      for number in moving { lanes[index].steps[number] = nil }
      for number in moving {
        let target = target(of: number)
        if isOver, former.steps[number] == nil { continue }
        guard markers.contains(target) else {
          throw .hitOutside(former.voice, from: number, to: target, count: markers.count)
        }
        guard isOver || moving.contains(target) || former.steps[target] == nil else {
          throw .hitTaken(former.voice, from: number, to: target)
        }
        lanes[index].steps[target] = former.steps[number]
      }
    }
    try replace(lanes: lanes)
    if !moving.isEmpty { select(moving.map(target), like: scope) }
  }

  /// Rotates the hits on the selected markers by `count` of them; the last wraps to the first.
  public mutating func rotate(by count: Int) throws(EditError) {
    try rearrange { numbers in
      let turn = floorRemainder(-(count % numbers.count), by: numbers.count)
      return Array(numbers[turn...] + numbers[..<turn])
    }
  }

  /// Changes every selected hit, where it is; throws for a selection without hits.
  public mutating func changeHits(_ change: (inout Step) -> Void) throws(EditError) {
    let scope = scope(.hits)
    var lanes = pattern.lanes
    var count = 0
    for index in scope.lanes(in: pattern) {
      for number in scope.numbers {
        guard var step = lanes[index].steps[number] else { continue }
        change(&step)
        lanes[index].steps[number] = step
        count += 1
      }
    }
    guard count > 0 else { throw .nothingFound }
    try replace(lanes: lanes)
  }

  /// Reverses the order of the selected hits, or mirrors the gaps between the selected markers.
  public mutating func reverse() throws(EditError) {
    if selection?.kind == .markers { return try reverseMarkers() }
    try rearrange { $0.reversed() }
  }

  /// Gives each selected marker, in order, the hits of the marker that `order` returns at its
  /// index.
  private mutating func rearrange(_ order: ([Int]) -> [Int]) throws(EditError) {
    let scope = scope(.hits)
    guard !scope.numbers.isEmpty else { throw .nothingSelected }
    let origins = order(scope.numbers)
    var lanes = pattern.lanes
    for index in scope.lanes(in: pattern) {
      for (number, origin) in zip(scope.numbers, origins) {
        lanes[index].steps[number] = pattern.lanes[index].steps[origin]
      }
    }
    try replace(lanes: lanes)
  }
}
