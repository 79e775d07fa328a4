import MusicalTime
import Playback
import Rhythm

/// Commands about steps and lanes.
enum StepRows {
  static let all: [CommandSpec] = [
    CommandSpec(
      editing: "step", .voice, .number("a step", "STEP", of: Int(Knob.steps.range.upperBound)),
      .velocityChange, does: "make a hit that much louder or softer", as: "step kick 5 +8"
    ) { (patch: inout Patch, voice: Voice, step: Int, change: Int) throws(CommandError) in
      try patch.pattern.makeLouder(voice, step: step, by: change)
    }.touching(.music).stream.relative.undone(naming: 2).when { $0.last?.isSigned == true },
    CommandSpec(
      editing: "step", .voice, .number("a step", "STEP", of: Int(Knob.steps.range.upperBound)),
      .step, does: "write a step, the first is 1; 0 or . clears it", as: "step kick 5",
      "step kick 5 100", "step snare 13 x?50*3@-1/96"
    ) { (patch: inout Patch, voice: Voice, step: Int, written: Step?) throws(CommandError) in
      try patch.pattern.change { pattern throws(PatternError) in
        try pattern.set(step: step, of: voice, to: written)
      }
    }.touching(.music).undone(naming: 2),
    CommandSpec(
      editing: "clear", .optional(.voice), does: "empty a lane, or the pattern", as: "clear kick"
    ) { (patch: inout Patch, voice: Voice?) in
      for lane in patch.pattern.lanes where voice == nil || lane.voice == voice {
        patch.pattern.removeLane(of: lane.voice)
      }
    }.touching(.music).undone(naming: 1),
    CommandSpec(
      editing: "mute", .voice, .switchedOrToggled, does: "silence a lane", as: "mute snare",
      "mute snare toggle"
    ) { (patch: inout Patch, voice: Voice, asked: Bool?) throws(CommandError) in
      try patch.pattern.change { pattern throws(PatternError) in
        let isOn = asked ?? (pattern.lane(of: voice)?.isMuted == false)
        try pattern.setMuted(isOn, of: voice)
      }
    }.access(.play).touching(.music).undone(naming: 1),
    CommandSpec(
      editing: "solo", .voice, .switchedOrToggled, does: "hear only soloed lanes",
      as: "solo kick off", "solo kick toggle"
    ) { (patch: inout Patch, voice: Voice, asked: Bool?) throws(CommandError) in
      try patch.pattern.change { pattern throws(PatternError) in
        let isOn = asked ?? (pattern.lane(of: voice)?.isSoloed == false)
        try pattern.setSoloed(isOn, of: voice)
      }
    }.access(.play).touching(.music).undone(naming: 1),
    CommandSpec(
      editing: "mutegroup", .muteGroup, .switchedOrToggled,
      does: "silence the lanes of a mute group", as: "mutegroup 2 on"
    ) { (patch: inout Patch, group: Int, asked: Bool?) in
      if asked ?? !patch.mutedGroups.contains(group) {
        patch.mutedGroups.insert(group)
      } else {
        patch.mutedGroups.remove(group)
      }
    }.access(.play).touching(.music).undone(naming: 1),
    CommandSpec(
      engine: "fill", .onOff, does: "play the steps that are for fills", as: "fill on"
    ) { .fill($0) }.access(.play).when { $0.count == 0 || $0.next == "on" || $0.next == "off" },
    CommandSpec(
      editing: "copy", .voice, .voice, .optional(.name("a pattern", "PATTERN", of: .pattern)),
      does: "copy a drum's lane to another drum, of another pattern too", as: "copy kick kick2"
    ) { (patch: inout Patch, source: Voice, target: Voice, pattern: String?) throws(CommandError) in
      try patch.copyLane(source, to: target, from: pattern)
    }.touching(.music).undone(naming: 2),
    CommandSpec(
      editing: "accent", .knob(.accent, "VELOCITY", "a velocity"),
      does: "how much velocity an accented step has on top", as: "accent 30"
    ) { patch, accent in patch.pattern.accent = accent }.touching(.music).stream
      .showing(from: {
        SettingAnswer(name: "accent", value: Double($0.pattern.accent), unit: Knob.accent.unit)
      }),
    CommandSpec(
      editing: "seed", .seed(), does: "what all chances depend on: the same seed, the same music",
      as: "seed 7"
    ) { patch, seed in patch.seed = seed }.touching(.music),
    CommandSpec("show", does: "draw the pattern") { .show }.query,
  ]
}

extension Patch {
  /// Puts a copy of a voice's lane, of the selected pattern or of another, in the place of `target`'s.
  fileprivate mutating func copyLane(
    _ source: Voice, to target: Voice, from name: String?
  ) throws(CommandError) {
    var origin = pattern
    if let name {
      do throws(PatchRuleError) {
        origin = patterns[try number(of: PatternName.choice(name))]
      } catch {
        throw CommandError("copy: \(error)")
      }
    }
    guard let lane = origin.lane(of: source) else {
      throw CommandError("copy: \(source) has no lane to copy")
    }
    do throws(PatternError) { try pattern.copy(lane, of: origin, to: target) } catch {
      throw CommandError("copy: \(error)")
    }
  }
}

extension Pattern {
  /// Makes an edit that the pattern's rules may refuse.
  fileprivate mutating func change(
    _ edit: (inout Pattern) throws(PatternError) -> Void
  ) throws(CommandError) {
    do throws(PatternError) { try edit(&self) } catch { throw CommandError(error.description) }
  }

  /// Makes a hit louder, or (negative) softer, as far as 1 to 127 goes.
  fileprivate mutating func makeLouder(
    _ voice: Voice, step: Int, by change: Int
  ) throws(CommandError) {
    guard let lane = lane(of: voice), lane.steps.indices.contains(step),
      var hit = lane.steps[step]
    else {
      throw CommandError("step: \(voice) has no hit on step \(step + 1): `step` writes one")
    }
    hit.velocity = Velocity(clamping: Int(hit.velocity.value) + change)
    do throws(PatternError) { try set(step: step, of: voice, to: hit) } catch {
      throw CommandError("step: \(error)")
    }
  }
}

extension Parameter where Value == Bool? {
  /// On where nothing is said, nil for `toggle`.
  fileprivate static var switchedOrToggled: Self {
    var shape = ParameterShape("[on|off|toggle]", "on, off or toggle", .switch)
    shape.isOptional = true
    return Self(shape) { words throws(CommandError) in
      words.count == 0
        ? true
        : try words.choice(
          "on, off or toggle", [("on", Bool?.some(true)), ("off", false), ("toggle", nil)])
    }
  }
}

extension Parameter where Value == Step? {
  /// A velocity, a step as the notation writes it, or a plain hit when nothing is said; nil clears.
  fileprivate static var step: Self {
    var shape = ParameterShape(
      "[VELOCITY|x?50…]", "a step", .text(words: ["X", "x", "o", "."], names: []))
    shape.isOptional = true
    return Self(shape) { words throws(CommandError) in
      guard let text = words.next else { return Step(StepNotation.hit) }
      guard let first = text.first, "Xxo.".contains(first) else {
        let velocity = try words.whole("a velocity", in: 0...Knob.velocity.wholeRange.upperBound)
        return Velocity(exactly: velocity).map { Step($0) }
      }
      return try words.writtenStep()
    }
  }
}

extension ArgumentReader {
  /// One step as the notation writes it; nil is a rest.
  mutating func writtenStep() throws(CommandError) -> Step? {
    let text = try word("a step")
    let steps: [Step?]
    do { steps = try StepNotation.steps(text) } catch { throw self.error("\(error)") }
    guard steps.count == 1, let step = steps.first else {
      throw self.error("expected one step, such as x?50, found \(text.quoted)")
    }
    return step
  }
}
