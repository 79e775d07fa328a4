import MusicalTime
import Rhythm

/// A live hit quantised to a step of its lane.
struct QuantisedStep {
  /// The index of the step.
  let step: Int
  /// The pattern's loop in which its marker is heard.
  let round: Int64
  /// When the step is heard, from the song's beginning; not before its marker.
  let due: Beats
  let written: Step
}

extension RecordingTarget {
  /// The step for a hit: on the nearest audible marker (of two equally near the later), moved
  /// towards it by `percent`; nil if that is before the pattern began.
  ///
  /// A hit farther than a beat from any marker becomes a step one beat away, the maximum offset.
  func quantised(_ stroke: LiveStroke, by percent: Double) -> QuantisedStep? {
    let hearing = LaneHearing(stroke.voice, in: self)
    let units = hearing.units(nearest: stroke.beat - origin)
    let nearest = hearing.nearestMarker(to: units) { marker in
      pattern.loops || hearing.written(marker.units) < pattern.length
    }
    guard let marker = nearest, marker.loop >= 0 else { return nil }
    let kept = (Double(units - marker.units) * (1 - percent / 100)).rounded()
    let offset = min(
      max(Beats(units: Int64(kept)), Step.offsets.lowerBound), Step.offsets.upperBound)
    let heard = marker.units + offset.units
    var step = Step(
      hearing.velocity(
        heardAs: stroke.velocity, amplitude: marker.amplitude, at: hearing.written(heard)))
    step.offset = offset
    return QuantisedStep(
      step: marker.step,
      round: hearing.written(marker.units).dividedRoundingDown(by: pattern.length),
      due: origin + hearing.beat(of: max(heard, marker.units)), written: step)
  }
}

extension LaneHearing {
  /// A marker in a loop of a lane.
  struct MarkerPosition {
    var loop: Int64
    /// The step that plays on it in that loop.
    var step: Int
    /// In units of the lane, from where the pattern began.
    var units: Int64
    var amplitude: Double
  }

  /// The marker nearest to `units` among those that satisfy `isThere` and are audible.
  func nearestMarker(to units: Int64, where isThere: (MarkerPosition) -> Bool) -> MarkerPosition? {
    let loop = Beats(units: units).dividedRoundingDown(by: grid.length)
    let near = (loop - 1...loop + 1).flatMap { markers(inLoop: $0) }
      .filter { (127 * $0.amplitude).rounded() >= 1 && isThere($0) }
    return near.min { a, b in
      let (one, other) = (abs(a.units - units), abs(b.units - units))
      return one == other ? a.units > b.units : one < other
    }
  }

  /// All markers of a loop; loops before the first have the same positions.
  func markers(inLoop loop: Int64) -> [MarkerPosition] {
    let whole = Int(max(loop, 0))
    let markers = grid.markers(inLoop: whole)
    let start = grid.length.units * loop
    return markers.enumerated().map { index, marker in
      let step = (index - turn * (whole % markers.count)) % markers.count
      return MarkerPosition(
        loop: loop, step: step < 0 ? step + markers.count : step,
        units: start + marker.beat.units, amplitude: marker.amplitude)
    }
  }

  /// The steps whose markers are heard at or after `from` and before `to`.
  func steps(heardFrom from: Beats, to: Beats) -> [Int] {
    guard from < to else { return [] }
    let first = Beats(units: units(nearest: from)).dividedRoundingDown(by: grid.length)
    let last = Beats(units: units(nearest: to)).dividedRoundingDown(by: grid.length)
    return (max(first - 1, 0)...max(last, 0)).flatMap { markers(inLoop: $0) }
      .filter { (from..<to).contains(beat(of: $0.units)) }
      .map(\.step)
  }
}
