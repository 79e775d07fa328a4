import MusicalTime
import Rhythm

extension Lane {
  init(_ node: PatchNode) throws(PatchError) {
    let group = try node.group([
      "drum", "voice", "steps", "grid", "ratio", "turn", "looseness", "group", "mute", "solo",
    ])
    guard group["drum"] == nil || group["voice"] == nil else {
      throw node.error(.together("drum", "voice"))
    }
    let voice =
      if let written = group["voice"] { try written.voice() } else {
        Voice(try group.required("drum").drum())
      }
    // From here on, errors can name the lane's voice besides its number.
    let named = PatchNode(file: node.file, place: "\(node.place) (\(voice))", value: node.value)
    guard let steps = group["steps"] else { throw named.error(.missing(key: "steps")) }
    self.init(
      voice,
      steps: try Self.steps(PatchNode(file: node.file, place: named.place, value: steps.value)),
      isMuted: try group.bool("mute", otherwise: false),
      isSoloed: try group.bool("solo", otherwise: false))
    try readSettings(PatchGroup(node: named, members: group.members))
  }

  private mutating func readSettings(_ group: PatchGroup) throws(PatchError) {
    if let written = group["grid"] { grid = try Grid(written) }
    if let written = group["ratio"] { ratio = try written.ratio() }
    turn = Int(try group.number(.turn))
    if let written = group["group"] { muteGroup = Int(try written.number(.muteGroup)) }
    if let written = try group["looseness"]?.group(["ms", "velocity"]) {
      looseness =
        Looseness(
          milliseconds: try written.number(.looseTiming),
          velocity: Int(try written.number(.looseVelocity))) ?? .none
    }
  }

  /// Longest text of steps in bytes: 256 steps with every mark, and blanks between them.
  static let longestSteps = 1 << 16

  private static func steps(_ node: PatchNode) throws(PatchError) -> [Step?] {
    switch node.value {
    case .string(let text):
      guard text.utf8.count <= longestSteps else { throw node.error(.longSteps(text.utf8.count)) }
      do {
        return try StepNotation.steps(text)
      } catch {
        throw node.child(error.place, node.value).error(.notation(error))
      }
    case .array(let elements):
      var steps: [Step?] = []
      guard elements.count <= Grid.counts.upperBound else {
        throw node.error(.grid(.markerCount(elements.count)))
      }
      for (index, element) in elements.enumerated() {
        steps.append(try node.child("step \(index + 1)", element).step().map { Step($0) })
      }
      return steps
    default: throw node.wrongType("steps such as \"x..x\" or a list of velocities")
    }
  }

  /// As a patch writes it, on one line; its voice is padded to `width`.
  func json(over grid: Grid, width: Int) -> String {
    let blanks = String(repeating: " ", count: max(width - voiceJSON.count, 0))
    var members = ["\(voiceJSON), \(blanks)\"steps\": \(stepsJSON(over: self.grid ?? grid))"]
    if let grid = self.grid { members.append("\"grid\": \(grid.json)") }
    if ratio != .one { members.append("\"ratio\": \"\(ratio)\"") }
    if turn != 0 { members.append("\"turn\": \(turn)") }
    if looseness != .none {
      let milliseconds = JSONWriter.number(looseness.milliseconds)
      members.append(
        "\"looseness\": {\"ms\": \(milliseconds), \"velocity\": \(looseness.velocity)}")
    }
    if let muteGroup { members.append("\"group\": \(muteGroup)") }
    if isMuted { members.append("\"mute\": true") }
    if isSoloed { members.append("\"solo\": true") }
    return "{\(members.joined(separator: ", "))}"
  }

  /// The key and the name of its voice.
  var voiceJSON: String { "\"\(voice.drum == nil ? "voice" : "drum")\": \"\(voice)\"" }

  /// Marks if they express everything, else velocities if they do, else the full notation.
  private func stepsJSON(over grid: Grid) -> String {
    let isPlain = steps.allSatisfy { $0 == nil || $0 == $0.map { Step($0.velocity) } }
    if StepNotation.isMarksOnly(steps) || !isPlain {
      return JSONWriter.string(StepNotation.text(steps, over: grid))
    }
    let numbers = steps.map { step in
      let number = String(step?.velocity.value ?? 0)
      return String(repeating: " ", count: 3 - number.count) + number
    }
    return "[\(numbers.joined(separator: ", "))]"
  }
}

extension PatchNode {
  /// A velocity, or nil for 0, which is a rest.
  fileprivate func step() throws(PatchError) -> Velocity? {
    if value == .number(0) { return nil }
    guard case .number(let number) = value, !Knob.velocity.range.contains(number) else {
      return Velocity(clamping: Int(try self.number(.velocity)))
    }
    let velocitiesAndRest = 0...Knob.velocity.range.upperBound
    throw error(.outOfRange(velocitiesAndRest.expected(found: number)))
  }

  /// A ratio as a number, or exactly as a string.
  fileprivate func ratio() throws(PatchError) -> SpeedRatio {
    let text =
      switch value {
      case .string(let text): text
      case .number(let number): JSONWriter.number(number)
      default: throw wrongType("a ratio such as 1.5, \"3/2\" or \"√2\"")
      }
    guard let ratio = SpeedRatio(text) else {
      throw error(
        .malformed(
          text, expected: "a ratio of \(SpeedRatio.rangeInWords) such as 1.5, \"3/2\" or \"√2\""))
    }
    return ratio
  }
}
