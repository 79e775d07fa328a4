import Commands
import Rhythm

extension Pattern {
  /// Which grids moved by themselves and no longer do in `edited`; nil where all go on.
  func stilled(by edited: Pattern) -> Remark? {
    var grids: [String] = []
    if grid.loopCount > 1, edited.grid.tempering == nil { grids.append("") }
    for lane in lanes where (lane.grid?.loopCount ?? 1) > 1 {
      guard let now = edited.lane(of: lane.voice)?.grid, now.tempering == nil else { continue }
      grids.append("\(lane.voice)")
    }
    return grids.isEmpty ? nil : .stilled(grids: grids)
  }

  /// How many hits of which voices `edited` lacks; nil if none.
  func cleared(by edited: Pattern) -> Remark? {
    var hits: [Remark.HitCount] = []
    for lane in lanes {
      let steps = edited.lane(of: lane.voice)?.steps ?? []
      let count = zip(lane.steps, steps).count { $0 != nil && $1 == nil }
      if count > 0 { hits.append(Remark.HitCount(drum: "\(lane.voice)", count: count)) }
    }
    return hits.isEmpty ? nil : .cleared(hits: hits)
  }
}
