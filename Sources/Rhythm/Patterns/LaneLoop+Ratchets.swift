import MusicalTime

extension LaneLoop {
  /// Adds the hit of a step, and those of its ratchet until the next marker.
  func add(
    _ written: Step, step: Int, on marker: Marker, until next: Beats, to hits: inout [LaneHit]
  ) {
    let count = Int64(written.ratchet.count)
    let gap = next - marker.beat
    for stroke in 0..<count {
      let slope = count == 1 ? 0 : Int64(written.ratchet.slope) * stroke / (count - 1)
      let level = level(of: written, slope: slope, on: marker)
      guard level >= 1 else { continue }
      let place = marker.beat + Beats(units: (gap.units * stroke + count / 2) / count)
      hits.append(
        LaneHit(
          step: step, ratchet: Int(stroke), place: place, beat: place + written.offset,
          velocity: Velocity(clamping: Int(level))))
    }
  }

  /// The velocity of a step on a marker before groove and looseness, with its accent and `slope`
  /// added; less than 1 is silent.
  func level(of written: Step, slope: Int64 = 0, on marker: Marker) -> Double {
    let accent = written.isAccented ? Int64(accent) : 0
    let velocity = Double(Int64(written.velocity.value) + slope + accent)
    return (Velocity.clamped(velocity) * marker.amplitude).rounded()
  }
}
