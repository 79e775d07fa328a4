import Commands
import Rhythm

/// What an edit took from a pattern, as remarks.
struct PatternLoss {
  private let former: Pattern
  private let edited: Pattern

  /// What `edited` lacks of `former`.
  init(from former: Pattern, to edited: Pattern) {
    self.former = former
    self.edited = edited
  }

  /// Which grids moved by themselves and no longer do; nil where all go on.
  var stilled: Remark? {
    var grids: [String] = []
    if former.grid.loopCount > 1, edited.grid.tempering == nil { grids.append("") }
    for lane in former.lanes where (lane.grid?.loopCount ?? 1) > 1 {
      guard let now = edited.lane(of: lane.voice)?.grid, now.tempering == nil else { continue }
      grids.append("\(lane.voice)")
    }
    return grids.isEmpty ? nil : .stilled(grids: grids)
  }

  /// How many hits of which voices are missing; nil if none.
  var cleared: Remark? {
    var hits: [Remark.HitCount] = []
    for lane in former.lanes {
      let steps = edited.lane(of: lane.voice)?.steps ?? []
      let count = zip(lane.steps, steps).count { $0 != nil && $1 == nil }
      if count > 0 { hits.append(Remark.HitCount(drum: "\(lane.voice)", count: count)) }
    }
    return hits.isEmpty ? nil : .cleared(hits: hits)
  }
}
