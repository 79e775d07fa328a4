import MusicalTime

/// Parses a line that is a lane.
enum LaneNotation {
  static func lane(_ line: NotationLine) throws(NotationProblem) -> WrittenLane {
    guard let voice = Voice(name: line.word) else { throw .unknownVoice(line.word) }
    let steps: [Step?]
    do { steps = try StepNotation.steps(line.rest) } catch {
      throw .steps(
        StepNotationError(error.problem, column: error.column + line.column, step: error.step))
    }
    var lane = Lane(voice, steps: steps)
    guard let settings = line.settings else { return WrittenLane(lane, hasSettings: false) }
    var seen: Set<String> = []
    for setting in pieces(of: settings) {
      let words = setting.split(separator: " ", maxSplits: 1).map(String.init)
      guard let key = words.first else { continue }
      guard seen.insert(key).inserted else { throw .twice(key) }
      let value = words.count == 1 ? "" : String(trimming: words[1].unicodeScalars[...])
      try set(key, to: value, in: &lane)
    }
    return WrittenLane(lane, hasSettings: true)
  }

  /// The settings between commas; a number after a comma continues a list, as in `map 1,2,4`.
  private static func pieces(of settings: String) -> [String] {
    var pieces: [String] = []
    for piece in settings.split(separator: ",") {
      if let first = piece.first(where: { $0 != " " }), first.isNumber, let last = pieces.last {
        pieces[pieces.count - 1] = "\(last),\(piece)"
      } else {
        pieces.append(String(piece))
      }
    }
    return pieces
  }

  private static func set(
    _ key: String, to value: String, in lane: inout Lane
  ) throws(NotationProblem) {
    switch key {
    case "grid": lane.grid = try GridNotation.grid(value)
    case "ratio":
      guard let ratio = SpeedRatio(value) else {
        throw .value(value, expected: "a ratio of \(SpeedRatio.rangeInWords) as in 3/2, √2 or 1.5")
      }
      lane.ratio = ratio
    case "loose": lane.looseness = try looseness(value)
    case "turn":
      guard let turn = Int(value), Lane.turns.contains(turn) else {
        throw .value(value, expected: "a number of markers of \(Lane.turns.words())")
      }
      lane.turn = turn
    case "group":
      guard let group = Int(value), Lane.muteGroups.contains(group) else {
        throw .value(value, expected: "a group of \(Lane.muteGroups.words())")
      }
      lane.muteGroup = group
    case "mute", "solo":
      guard value.isEmpty else { throw .value("\(key) \(value)", expected: key) }
      if key == "mute" { lane.isMuted = true } else { lane.isSoloed = true }
    default: throw .unknownSetting(key, known: "grid, ratio, loose, turn, group, mute and solo")
    }
  }

  private static func looseness(_ text: String) throws(NotationProblem) -> Looseness {
    let words = text.split(separator: " ")
    guard (1...2).contains(words.count), words[0].hasSuffix("ms"),
      let milliseconds = Double(words[0].dropLast(2)),
      let velocity = words.count == 1 ? 0 : Int(words[1]),
      let looseness = Looseness(milliseconds: milliseconds, velocity: velocity)
    else {
      throw .value(
        text,
        expected: "\(Looseness.milliseconds.words(unit: "ms")), and perhaps "
          + "\(Looseness.velocities.words()) in velocity, as in 5ms 10")
    }
    return looseness
  }
}

/// Parses the line of a pattern's clips.
enum ClipNotation {
  static func clips(_ text: String) throws(NotationProblem) -> [Clip?] {
    let words = text.split(separator: ",", omittingEmptySubsequences: false)
    guard words.count <= Clip.count else { throw .clipCount(Clip.count + 1) }
    var clips: [Clip?] = []
    for word in words { clips.append(try clip(word)) }
    return clips + Array(repeating: nil, count: Clip.count - clips.count)
  }

  private static func clip(_ text: Substring) throws(NotationProblem) -> Clip? {
    var words = text.split(separator: " ")[...]
    guard let name = words.popFirst(), name != "-" || !words.isEmpty else { return nil }
    guard let voice = Voice(name: String(name)) else { throw .unknownVoice(String(name)) }
    var (attack, decay): (Float, Float) = (0, 0)
    while let key = words.popFirst() {
      guard ["attack", "decay"].contains(key), let seconds = words.popFirst().flatMap({ Float($0) })
      else { throw .value(String(text), expected: "a clip as in snare attack 0.1 decay 0.5") }
      if key == "attack" { attack = seconds } else { decay = seconds }
    }
    guard let envelope = Envelope(attack: attack, decay: decay) else {
      throw .value(
        String(text),
        expected:
          "an attack of \(Knob.attack.rangeInWords) and a decay of \(Knob.decay.rangeInWords)")
    }
    return Clip(voice, envelope: envelope)
  }
}
