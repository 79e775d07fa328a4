import MusicalTime

extension Grid {
  /// The markers' numbers, heaviest first, whatever the grid.
  ///
  /// What the grid makes louder comes first; then what lies on a coarser division of the beat; on
  /// whole beats, what parts the bar more coarsely. Of equals, the one farthest from those of its
  /// kind that came before it, and of those the earliest.
  public var markersByWeight: [Int] {
    let kinds = markers.map { Kind($0, length: length) }
    var byKind: [Kind: [Int]] = [:]
    for (index, kind) in kinds.enumerated() { byKind[kind, default: []].append(index) }
    var ranked: [Int] = []
    for kind in byKind.keys.sorted() {
      ranked += spread(byKind[kind] ?? [], beside: ranked)
    }
    return ranked
  }

  /// What markers are told apart by, heavier before lighter.
  private struct Kind: Hashable, Comparable {
    let amplitude: Double
    /// Into how many parts the beat is divided, or 17 for none that is counted in.
    let division: Int64
    /// The greatest part of the bar that it is a multiple of.
    let part: Int64

    init(_ marker: Marker, length: Beats) {
      amplitude = marker.amplitude
      let units = marker.beat.units
      division = min(Beats.unitsPerBeat / divisor(units, Beats.unitsPerBeat), 17)
      part = division == 1 ? divisor(units, length.units) : 0
    }

    static func < (a: Kind, b: Kind) -> Bool {
      if a.amplitude != b.amplitude { return a.amplitude > b.amplitude }
      return a.division == b.division ? a.part > b.part : a.division < b.division
    }
  }

  /// `equals` in an order in which each is as far as can be from those before it, round the loop.
  private func spread(_ equals: [Int], beside ranked: [Int]) -> [Int] {
    var left = equals
    var order: [Int] = []
    var distances = left.map { index in ranked.map { distance(index, $0) }.min() ?? length }
    while let place = distances.indices.max(by: { distances[$0] < distances[$1] }) {
      // `max` gives the last of equals.
      let first = distances.firstIndex(of: distances[place]) ?? place
      let chosen = left.remove(at: first)
      distances.remove(at: first)
      // From the second on only those of their own kind count.
      for (index, other) in left.enumerated() {
        let away = distance(other, chosen)
        distances[index] = order.isEmpty ? away : min(distances[index], away)
      }
      order.append(chosen)
    }
    return order
  }

  private func distance(_ a: Int, _ b: Int) -> Beats {
    let apart = Beats(units: abs(markers[a].beat.units - markers[b].beat.units))
    return min(apart, length - apart)
  }
}

/// The greatest that divides both; of 0 and another, the other.
private func divisor(_ a: Int64, _ b: Int64) -> Int64 {
  var (a, b) = (a, b)
  while b != 0 { (a, b) = (b, a % b) }
  return a
}
