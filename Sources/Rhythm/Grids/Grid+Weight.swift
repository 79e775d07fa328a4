import MusicalTime

extension Grid {
  /// The indices of the markers by metrical weight, heaviest first, for any grid.
  ///
  /// Markers with a higher amplitude come first; then those on a coarser division of the beat;
  /// among whole beats, those on a coarser division of the bar. Of equal ones, the one farthest
  /// from those of its kind ranked so far comes first, then the earliest.
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

  /// The criteria by which markers are ranked, heavier before lighter.
  private struct Kind: Hashable, Comparable {
    let amplitude: Double
    /// The number of parts the beat is divided into, or 17 if it is none of the supported
    /// divisions.
    let division: Int64
    /// The largest part of the bar that divides the marker's position.
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

  /// Orders `equals` so that each is as far as possible (around the loop) from those before it.
  private func spread(_ equals: [Int], beside ranked: [Int]) -> [Int] {
    var left = equals
    var order: [Int] = []
    var distances = left.map { index in ranked.map { distance(index, $0) }.min() ?? length }
    while let place = distances.indices.max(by: { distances[$0] < distances[$1] }) {
      // `max` would return the last of equal elements; the first is needed.
      let first = distances.firstIndex(of: distances[place]) ?? place
      let chosen = left.remove(at: first)
      distances.remove(at: first)
      // From the second one on, only markers of the same kind count.
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

/// The greatest common divisor; of 0 and a number, that number.
private func divisor(_ a: Int64, _ b: Int64) -> Int64 {
  var (a, b) = (a, b)
  while b != 0 { (a, b) = (b, a % b) }
  return a
}
