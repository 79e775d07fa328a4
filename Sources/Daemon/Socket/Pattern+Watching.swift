import ControlSocket
import MusicalTime
import Rhythm

extension Pattern {
  /// What a picture of it needs: where each marker is, in beats, and what each step has.
  func watchedNode(number: Int) -> JSONNode {
    .object([
      "name": .string(name), "number": .integer(number), "loops": .bool(loops),
      "grid": grid.watchedNode, "bar": .rounded(bar.length.inBeats),
      "pulse": .rounded(bar.pulse.inBeats),
      "clips": .array(clips.map { $0.map { .string("\($0.voice)") } ?? .null }),
      "lanes": .array(lanes.map { $0.watchedNode(in: grid) }),
    ])
  }
}

extension Grid {
  /// Beats of the markers, and where a tempering moves them, those of each loop in turn.
  fileprivate var watchedNode: JSONNode {
    var members: [String: JSONNode] = [
      "length": .rounded(length.inBeats), "beats": Self.beats(markers),
      "stepsPerBeat": stepsPerBeat.map { .integer($0) } ?? .null,
    ]
    if markers.contains(where: { $0.amplitude != 1 }) {
      members["amplitudes"] = .array(markers.map { .rounded($0.amplitude, 3) })
    }
    if loopCount > 1 {
      members["loops"] = .array((0..<loopCount).map { Self.beats(markers(inLoop: $0)) })
    }
    if let tempering { members["temper"] = tempering.watchedNode }
    return .object(members)
  }

  private static func beats(_ markers: [Marker]) -> JSONNode {
    .array(markers.map { .rounded($0.beat.inBeats) })
  }
}

extension Tempering {
  fileprivate var watchedNode: JSONNode {
    .object([
      "text": .string("\(self)"), "upper": temperament.upper.watchedNode,
      "lower": temperament.lower.watchedNode,
      "mapping": .array(temperament.mapping.map { .integer($0) }),
      "amounts": .array((0..<course.loopCount).map { .rounded(course.amount(inLoop: $0).value) }),
    ])
  }
}

extension Subdivision {
  fileprivate var watchedNode: JSONNode {
    .object(["count": .integer(count), "beats": .array(beats.map { .integer($0) })])
  }
}

extension Lane {
  fileprivate func watchedNode(in shared: Grid) -> JSONNode {
    var members: [String: JSONNode] = [
      "voice": .string("\(voice)"), "steps": .array(steps.map { $0?.watchedNode ?? .null }),
    ]
    if let grid { members["grid"] = grid.watchedNode }
    if ratio != .one {
      members["ratio"] = .string("\(ratio)")
      members["speed"] = .rounded(ratio.value, 9)
    }
    if turn != 0 { members["turn"] = .integer(turn) }
    if looseness != .none {
      members["loose"] = .array([.rounded(looseness.milliseconds), .integer(looseness.velocity)])
    }
    if let muteGroup { members["group"] = .integer(muteGroup) }
    if isMuted { members["mute"] = .bool(true) }
    if isSoloed { members["solo"] = .bool(true) }
    return .object(members)
  }
}

extension Step {
  /// A plain hit is its velocity; what else it has is named, with its marks as the notation writes them.
  fileprivate var watchedNode: JSONNode {
    guard self != Step(velocity) else { return .integer(velocity.value) }
    var members: [String: JSONNode] = [
      "velocity": .integer(velocity.value), "text": .string(StepNotation.text([self])),
    ]
    if isAccented { members["accent"] = .bool(true) }
    if probability != 100 { members["probability"] = .integer(probability) }
    if ratchet != .single {
      members["ratchet"] = .array([.integer(ratchet.count), .integer(ratchet.slope)])
    }
    if offset != .zero { members["offset"] = .string(offset.fraction) }
    if let condition { members["condition"] = .string("\(condition)") }
    if hold > 0 { members["hold"] = .integer(hold) }
    if let clip { members["clip"] = .integer(clip + 1) }
    return .object(members)
  }
}
