import Commands
import LiveDrummer
import MusicalTime
import Playback
import Rhythm
import Sequencing

/// Bars of the drummer's that become a pattern.
private struct KeptBars {
  /// The command, as undo and errors name it.
  let command: String
  /// The first of them, counted from 0.
  let first: Int
  /// Each bar's hits, beats from its start.
  let bars: [[Hit]]

  /// All hits, beats from the start of the first bar.
  var hits: [Hit] {
    bars.enumerated().flatMap { index, hits in
      hits.map { hit in
        Hit(
          drum: hit.drum, velocity: hit.velocity,
          beat: hit.beat + CompiledBar.length * Int64(index))
      }
    }
  }
}

extension DrummerSteering {
  /// Makes the last bars that the drummer played the pattern.
  func keep(bars count: Int, in patch: Patch) throws(CommandError) -> CommandOutcome {
    guard let last = drummer.lastBars(count) else {
      throw CommandError("keep \(count): the drummer has not played this long: wait, or keep fewer")
    }
    let kept = KeptBars(command: "keep \(count)", first: last.first, bars: last.hits)
    return try outcome(of: kept, in: patch)
  }

  /// Makes one bar, counted from 1, the selected pattern, or the one that is chosen, which is added
  /// where none has its name.
  func keep(
    bar number: Int, as choice: PatternChoice?, in patch: Patch
  ) throws(CommandError) -> CommandOutcome {
    guard let hits = drummer.hits(inBar: number - 1) else {
      throw CommandError(
        "keep bar \(number): the drummer has not made it: name one that was played or is next")
    }
    let kept = KeptBars(command: "keep bar \(number)", first: number - 1, bars: [hits])
    guard let choice else { return try outcome(of: kept, in: patch) }
    if case .name(let name) = choice, patch.number(ofPattern: name) == nil {
      return try adding(kept, named: name, to: patch)
    }
    let place = try patch.number(ofChosen: choice)
    guard place != patch.selected else { return try outcome(of: kept, in: patch) }
    return try replacing(place, by: kept, in: patch)
  }

  /// The bars in place of the selected pattern.
  private func outcome(
    of kept: KeptBars, in patch: Patch
  ) throws(CommandError) -> CommandOutcome {
    var edited = patch
    edited.pattern = try kept.pattern(insteadOf: patch.pattern, in: patch)
    // What was played has its own timing already.
    edited.humanising = nil
    return .change(
      PatchChange(kept.command, to: edited),
      kept.remark(edited.pattern, wasHumanised: patch.humanising != nil, of: patch))
  }

  /// The bars as a pattern of their own, which is not selected.
  private func adding(
    _ kept: KeptBars, named name: String, to patch: Patch
  ) throws(CommandError) -> CommandOutcome {
    if let problem = PatternName.problem(with: name) {
      throw CommandError("\(kept.command): \(problem)")
    }
    let pattern = try kept.pattern(named: name, in: patch)
    let change = try PatchChange(kept.command, of: patch) { edited throws(PatchRuleError) in
      try edited.add(pattern)
    }
    return .change(change, kept.remark(pattern, as: pattern.name, of: patch))
  }

  /// The bars in place of a pattern that is not selected.
  private func replacing(
    _ place: Int, by kept: KeptBars, in patch: Patch
  ) throws(CommandError) -> CommandOutcome {
    var patterns = patch.patterns
    patterns[place] = try kept.pattern(insteadOf: patterns[place], in: patch)
    let change = try PatchChange(kept.command, of: patch) { edited throws(PatchRuleError) in
      try edited.setPatterns(patterns, selected: patch.selected)
    }
    return .change(change, kept.remark(patterns[place], as: patterns[place].name, of: patch))
  }
}

extension KeptBars {
  /// The hits instead of `pattern`'s own.
  func pattern(insteadOf pattern: Pattern, in patch: Patch) throws(CommandError) -> Pattern {
    try written(to: pattern.groove ?? patch.groove) { written throws(PatternError) in
      try written.replacing(pattern)
    }
  }

  /// A new pattern.
  func pattern(named name: String, in patch: Patch) throws(CommandError) -> Pattern {
    try written(to: patch.groove) { written throws(PatternError) in
      try written.pattern(named: name)
    }
  }

  private func written(
    to groove: GrooveUse?, _ make: (Transcription) throws(PatternError) -> Pattern
  ) throws(CommandError) -> Pattern {
    guard !hits.isEmpty else {
      let place = bars.count == 1 ? "it" : "them"
      throw CommandError("\(command): the drummer played nothing in \(place)")
    }
    do throws(PatternError) {
      return try make(
        Transcription(
          of: hits, length: CompiledBar.length * Int64(bars.count),
          playedWith: groove ?? .straight))
    } catch { throw CommandError("\(command): \(error)") }
  }

  /// What was kept, and as which pattern where that is not the selected one.
  func remark(
    _ pattern: Pattern, as name: String? = nil, wasHumanised: Bool = false, of patch: Patch
  ) -> Reply {
    .remark(
      .kept(
        bars: first + 1...first + bars.count, pattern: name, hits: hits.count,
        steps: pattern.stepCount, wasHumanised: wasHumanised, drummerPlays: patch.drummer.isOn))
  }
}
