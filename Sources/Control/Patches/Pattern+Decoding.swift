import Rhythm

extension Pattern {
  /// Reads the patch's "pattern"; without a name it has the patch's.
  init(_ node: PatchNode, patchName: String) throws(PatchError) {
    let group = try node.group(["name", "steps", "stepsPerBeat", "loop", "lanes"])
    var lanes: [Lane] = []
    // A lane is named by its number, which is place enough.
    let top = PatchNode(file: node.file, place: "", value: node.value)
    for (index, value) in (try group["lanes"]?.list() ?? []).enumerated() {
      lanes.append(try Lane(top.child("lane \(index + 1)", value)))
    }
    let name = try group["name"]?.string() ?? patchName
    let stepCount = Int(try group.number(.steps))
    let stepsPerBeat = Int(try group.number(.stepsPerBeat))
    let loops = try group.bool("loop", otherwise: true)
    do {
      try self.init(
        name: name, stepCount: stepCount, stepsPerBeat: stepsPerBeat, loops: loops, lanes: lanes)
    } catch {
      throw PatchError(file: node.file, .pattern(error))
    }
  }
}

extension Lane {
  fileprivate init(_ node: PatchNode) throws(PatchError) {
    let group = try node.group(["drum", "steps", "mute", "solo"])
    let drum = try group.required("drum").drum()
    let isMuted = try group.bool("mute", otherwise: false)
    let isSoloed = try group.bool("solo", otherwise: false)
    guard let written = group["steps"] else {
      throw PatchError(file: node.file, place: Self.place(node, drum), .missing(key: "steps"))
    }
    let named = PatchNode(
      file: node.file, place: Self.place(node, drum), value: written.value)
    self.init(drum: drum, steps: try Self.steps(named), isMuted: isMuted, isSoloed: isSoloed)
  }

  private static func place(_ node: PatchNode, _ drum: Drum) -> String {
    "\(node.place) (\(drum.name))"
  }

  private static func steps(_ node: PatchNode) throws(PatchError) -> [Step?] {
    switch node.value {
    case .string(let text):
      do {
        return try StepNotation.steps(text)
      } catch {
        throw node.child(error.place, node.value).error(.notation(error))
      }
    case .array(let elements):
      var steps: [Step?] = []
      for (index, element) in elements.enumerated() {
        steps.append(try node.child("step \(index + 1)", element).step().map { Step($0) })
      }
      return steps
    default: throw node.wrongType("steps such as \"x..x\" or a list of velocities")
    }
  }
}

extension PatchNode {
  /// A velocity, or nil for the 0 that is a rest.
  fileprivate func step() throws(PatchError) -> Velocity? {
    if value == .number(0) { return nil }
    guard case .number(let number) = value, !Knob.velocity.range.contains(number) else {
      return Velocity(clamping: Int(try self.number(.velocity)))
    }
    throw error(.outOfRange(JSONWriter.number(number), range: "0 (a rest) to 127"))
  }
}
