public import MusicalTime

/// Which step is where, at the lane's own speed, as its markers move and its hits rotate.
extension LaneLoop {
  /// The step of the last marker at or before `beat` of the pattern, counted from where the pattern
  /// began.
  public func step(at beat: Beats) -> Int { step(on: lastMarker(at: position(at: beat))) }

  /// The step of the marker that is nearest to `beat`, of two the earlier; it may be one of the loop
  /// after.
  public func step(nearest beat: Beats) -> Int {
    let position = position(at: beat)
    let before = lastMarker(at: position)
    let after = marker(after: before)
    let (since, until) = (position - start(of: before), start(of: after) - position)
    return step(on: since <= until ? before : after)
  }

  /// A marker in one of the loops, both counted from 0.
  private struct LoopMarker {
    var loop: Int
    var index: Int
  }

  /// How far the lane has come by `beat` of the pattern: its last unit that is played by then.
  private func position(at beat: Beats) -> Beats {
    let unit = Beats(units: 1)
    return Beats(units: lane.ratio.laneUnits(atOrAfter: (beat + unit).units)) - unit
  }

  /// The last marker at or before `position` of the lane.
  private func lastMarker(at position: Beats) -> LoopMarker {
    let loop = Int(position.dividedRoundingDown(by: grid.length))
    let inLoop = position - grid.length * Int64(loop)
    let later = markers(inLoop: loop).partitioningIndex { $0.beat > inLoop }
    // What is heard before the first marker is the last one of the loop before.
    return later == 0
      ? LoopMarker(loop: loop - 1, index: grid.count - 1) : LoopMarker(loop: loop, index: later - 1)
  }

  private func marker(after marker: LoopMarker) -> LoopMarker {
    marker.index + 1 < grid.count
      ? LoopMarker(loop: marker.loop, index: marker.index + 1)
      : LoopMarker(loop: marker.loop + 1, index: 0)
  }

  private func start(of marker: LoopMarker) -> Beats {
    grid.length * Int64(marker.loop) + markers(inLoop: marker.loop)[marker.index].beat
  }

  private func markers(inLoop loop: Int) -> [Marker] {
    grid.markers(inLoop: floorRemainder(loop, by: period))
  }

  private func step(on marker: LoopMarker) -> Int {
    let loop = floorRemainder(marker.loop, by: period)
    return floorRemainder(marker.index - lane.turn * (loop % grid.count), by: grid.count)
  }
}
