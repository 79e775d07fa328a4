import MusicalTime
import Rhythm

/// A pattern as a patch file has it.
struct PatternDocument {
  /// What is written.
  let pattern: Pattern

  /// A pattern for writing.
  init(_ pattern: Pattern) { self.pattern = pattern }

  /// Reads a pattern; without a name it takes the patch's. For a patch's only pattern, errors name
  /// just the lane.
  init(_ node: PatchNode, patchName: String, isOnly: Bool) throws(PatchError) {
    let group = try node.group([
      "name", "steps", "stepsPerBeat", "meter", "grid", "loop", "clips", "accent", "groove",
      "lanes",
    ])
    let top = PatchNode(file: node.file, place: isOnly ? "" : node.place, value: node.value)
    let lanes = try Self.lanes(group, in: top)
    let name = try group["name"]?.string() ?? patchName
    let grid = try Self.grid(group)
    let loops = try group.bool("loop", otherwise: true)
    var read: Pattern
    do { read = try Pattern(name: name, grid: grid, loops: loops, lanes: lanes) } catch {
      throw top.error(.pattern(error))
    }
    if let written = group["meter"] {
      let text = try written.string()
      guard let found = Meter(text) else { throw written.wrongType("a meter such as \"6/8\"") }
      read.meter = found
    }
    if let written = group["clips"] { read.clips = try Clip.clips(written) }
    read.accent = Int(try group.number(.accent))
    if let written = group["groove"] { read.groove = try GrooveUse(written) }
    pattern = read
  }

  private static func lanes(
    _ group: PatchGroup, in top: PatchNode
  ) throws(PatchError) -> [Lane] {
    let list = try group["lanes"]?.list() ?? []
    guard list.count <= Pattern.mostLanes else {
      throw top.error(.pattern(.laneCount(list.count)))
    }
    var lanes: [Lane] = []
    for (index, value) in list.enumerated() {
      lanes.append(try Lane(top.child("lane \(index + 1)", value)))
    }
    return lanes
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
    var members =
      pattern.name == patchName ? [] : ["\"name\": \(JSONWriter.string(pattern.name))"]
    if let stepsPerBeat = pattern.stepsPerBeat {
      members += ["\"steps\": \(pattern.stepCount)", "\"stepsPerBeat\": \(stepsPerBeat)"]
    } else {
      members.append("\"grid\": \(pattern.grid.json)")
    }
    if let meter = pattern.meter { members.append("\"meter\": \"\(meter)\"") }
    members.append("\"loop\": \(pattern.loops)")
    if pattern.clips != Clip.standard { members.append("\"clips\": \(Clip.json(pattern.clips))") }
    if pattern.accent != Pattern.standardAccent { members.append("\"accent\": \(pattern.accent)") }
    if let groove = pattern.groove { members.append("\"groove\": \(groove.json)") }
    // Names are padded so that the steps of all lanes align.
    let width = pattern.lanes.map(\.voiceJSON.count).max() ?? 0
    let written = pattern.lanes.map { $0.json(over: pattern.grid, width: width) }
    members.append("\"lanes\": " + JSONLayout.list(written, indent: indent + 2))
    return JSONLayout.group(members, indent: indent)
  }
}
