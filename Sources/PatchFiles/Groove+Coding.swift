import MusicalTime
import Rhythm

extension GrooveUse {
  init(_ node: PatchNode) throws(PatchError) {
    let group = try node.group(["name", "period", "points", "levels", "timing", "velocity"])
    var points: [Warp.Point] = []
    let written = (try group["points"]?.list() ?? [], try group["levels"]?.list() ?? [])
    guard written.0.count <= Warp.mostPoints else {
      throw node.error(.groove(.pointCount(written.0.count)))
    }
    guard written.1.count <= Warp.mostPoints else {
      throw node.error(.groove(.levelCount(written.1.count)))
    }
    for (index, value) in written.0.enumerated() {
      let place = node.child("point \(index + 1)", value)
      let pair = try place.pair("a beat and where it goes such as [\"1/2\", \"2/3\"]")
      points.append(Warp.Point(try pair.0.beats(), try pair.1.beats()))
    }
    var levels: [Groove.Level] = []
    for (index, value) in written.1.enumerated() {
      let place = node.child("level \(index + 1)", value)
      let pair = try place.pair("a beat and a factor such as [\"1/2\", 0.8]")
      levels.append(
        Groove.Level(try pair.0.beats(), factor: try pair.1.number(.grooveLevel)))
    }
    let name = try group["name"]?.string() ?? ""
    let period = try group["period"]?.beats() ?? Beats(1)
    let isNameOnly = ["period", "points", "levels"].allSatisfy { group[$0] == nil }
    let groove: Groove
    do throws(GrooveNotationError) {
      groove =
        if isNameOnly {
          Self.groove(named: name)
        } else {
          try GrooveNotation.groove(named: name, period: period, points: points, levels: levels)
        }
    } catch { throw node.error(.groove(error)) }
    self.init(
      groove, timing: try group.number(.grooveTiming),
      velocity: try group.number(.grooveVelocity))
  }

  /// The groove that a name alone stands for. Older files write straight grooves of any name so, also `swing8 99`,
  /// which text refuses.
  private static func groove(named name: String) -> Groove {
    (try? GrooveNotation.groove(named: name)) ?? Groove(name: name, warp: .identity)
  }

  /// As a patch writes it, on one line.
  var json: String {
    var members = ["\"name\": \(JSONWriter.string(groove.name))"]
    let warp = groove.warp
    if groove.writesPeriod { members.append("\"period\": \"\(warp.period.fraction)\"") }
    let points = warp.points.dropFirst()
      .map { "[\"\($0.from.fraction)\", \"\($0.to.fraction)\"]" }
    if !points.isEmpty { members.append("\"points\": [\(points.joined(separator: ", "))]") }
    let levels = groove.levels
      .map { "[\"\($0.beat.fraction)\", \(JSONWriter.number($0.factor))]" }
    if !levels.isEmpty { members.append("\"levels\": [\(levels.joined(separator: ", "))]") }
    if timing != 1 { members.append("\"timing\": \(JSONWriter.number(timing))") }
    if velocity != 1 { members.append("\"velocity\": \(JSONWriter.number(velocity))") }
    return "{\(members.joined(separator: ", "))}"
  }
}

extension PatchNode {
  /// The two elements of a list of two.
  fileprivate func pair(_ expected: String) throws(PatchError) -> (PatchNode, PatchNode) {
    guard case .array(let elements) = value, elements.count == 2 else {
      throw wrongType(expected)
    }
    let both = elements.map { PatchNode(file: file, place: place, value: $0) }
    return (both[0], both[1])
  }
}
