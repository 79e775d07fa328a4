import MusicalTime
import Rhythm

extension Pattern {
  /// Which grids moved by themselves and no longer do in `edited`, in words; nil where all go on.
  func stillness(after edited: Pattern) -> String? {
    var names: [String] = []
    if grid.loopCount > 1, edited.grid.tempering == nil { names.append("the grid") }
    for lane in lanes where (lane.grid?.loopCount ?? 1) > 1 {
      guard let now = edited.lane(of: lane.voice)?.grid, now.tempering == nil else { continue }
      names.append("the grid of \(lane.voice)")
    }
    guard !names.isEmpty else { return nil }
    return names.joined(separator: " and ")
      + (names.count == 1 ? " no longer moves by itself" : " no longer move by themselves")
      + ": undo brings the temperament back"
  }

  /// How many hits of which voices are no longer in `edited`, in words; nil where all are.
  func clearing(by edited: Pattern) -> String? {
    var counts: [(voice: Voice, count: Int)] = []
    for lane in lanes {
      let steps = edited.lane(of: lane.voice)?.steps ?? []
      let count = zip(lane.steps, steps).count { $0 != nil && $1 == nil }
      if count > 0 { counts.append((lane.voice, count)) }
    }
    let total = counts.reduce(0) { $0 + $1.count }
    guard total > 0 else { return nil }
    let names = counts.map { "\($0.voice) \($0.count)" }.joined(separator: ", ")
    return "cleared \(total.counted("hit")): \(names); undo brings them back"
  }
}
