import MusicalTime
import Rhythm

extension Pattern {
  /// Reads a pattern; without a name it takes the patch's. For a patch's only pattern, errors name
  /// just the lane.
  init(_ node: PatchNode, patchName: String, isOnly: Bool) throws(PatchError) {
    let group = try node.group([
      "name", "steps", "stepsPerBeat", "meter", "grid", "loop", "clips", "accent", "groove",
      "lanes",
    ])
    let top = PatchNode(file: node.file, place: isOnly ? "" : node.place, value: node.value)
    var lanes: [Lane] = []
    let list = try group["lanes"]?.list() ?? []
    guard list.count <= Self.mostLanes else { throw top.error(.pattern(.laneCount(list.count))) }
    for (index, value) in list.enumerated() {
      lanes.append(try Lane(top.child("lane \(index + 1)", value)))
    }
    let name = try group["name"]?.string() ?? patchName
    let grid = try Self.grid(group)
    let loops = try group.bool("loop", otherwise: true)
    do { try self.init(name: name, grid: grid, loops: loops, lanes: lanes) } catch {
      throw top.error(.pattern(error))
    }
    if let written = group["meter"] {
      let text = try written.string()
      guard let found = Meter(text) else { throw written.wrongType("a meter such as \"6/8\"") }
      meter = found
    }
    if let written = group["clips"] { clips = try Clip.clips(written) }
    accent = Int(try group.number(.accent))
    if let written = group["groove"] { groove = try GrooveUse(written) }
  }

  private static func grid(_ group: PatchGroup) throws(PatchError) -> Grid {
    if let written = group["grid"] {
      for key in ["steps", "stepsPerBeat"] where group[key] != nil {
        throw group.node.error(.together(key, "grid"))
      }
      return try Grid(written)
    }
    let count = Int(try group.number(.steps))
    let stepsPerBeat = Int(try group.number(.stepsPerBeat))
    do { return try Grid(count: count, stepsPerBeat: stepsPerBeat) } catch {
      throw group.node.error(.grid(error))
    }
  }

  /// As a patch writes it, one line per lane, the closing brace at `indent`.
  func json(patchName: String, indent: Int) -> String {
    var members = name == patchName ? [] : ["\"name\": \(JSONWriter.string(name))"]
    if let stepsPerBeat {
      members += ["\"steps\": \(stepCount)", "\"stepsPerBeat\": \(stepsPerBeat)"]
    } else {
      members.append("\"grid\": \(grid.json)")
    }
    if let meter { members.append("\"meter\": \"\(meter)\"") }
    members.append("\"loop\": \(loops)")
    if clips != Clip.standard { members.append("\"clips\": \(Clip.json(clips))") }
    if accent != Self.standardAccent { members.append("\"accent\": \(accent)") }
    if let groove { members.append("\"groove\": \(groove.json)") }
    // Names are padded so that the steps of all lanes align.
    let width = lanes.map(\.voiceJSON.count).max() ?? 0
    let written = lanes.map { $0.json(over: grid, width: width) }
    members.append("\"lanes\": " + JSONLayout.list(written, indent: indent + 2))
    return JSONLayout.group(members, indent: indent)
  }
}
