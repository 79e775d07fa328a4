import Commands
import MIDI
import MusicalTime
import Playback
import Rhythm
import Sequencing
import Shell

extension PatternCommand {
  /// What it comes to.
  func outcome(in context: CommandContext) throws(CommandError) -> CommandOutcome {
    let (patch, name) = (context.patch, context.name)
    switch self {
    case .list: return .reply(.patterns(PatternListing(patch)))
    case .select(let choice, let moment):
      return try Self.selecting(choice, at: moment, isTold: true, in: context)
    case .new(let title, let moment):
      return try Self.adding(patch.emptyPattern(named: title), to: patch, at: moment, as: name)
    case .copy(let title, let moment):
      var copy = patch.pattern
      copy.name = title
      return try Self.adding(copy, to: patch, at: moment, as: name)
    case .rename(let which, let title):
      var number = patch.selected
      if let which { number = try patch.number(ofChosen: which) }
      let change = try PatchChange(name, of: patch) { edited throws(PatchRuleError) in
        try edited.renamePattern(number, to: title)
      }
      return .change(change, .done)
    case .delete(let which):
      let number = try patch.number(ofChosen: which)
      let change = try PatchChange(name, of: patch) { edited throws(PatchRuleError) in
        try edited.removePattern(number)
      }
      return .change(change, .done)
    case .move(let which, let target):
      let number = try patch.number(ofChosen: which)
      let change = try PatchChange(name, of: patch) { edited throws(PatchRuleError) in
        try edited.movePattern(number, to: target)
      }
      return .change(change, .done)
    }
  }

  /// Plays another pattern from that moment on, and edits it; where it `isTold`, others that listen to
  /// Program Change hear of it.
  static func selecting(
    _ choice: PatternChoice, at moment: SwitchMoment, isTold: Bool, in context: CommandContext
  ) throws(CommandError) -> CommandOutcome {
    let (patch, playing) = (context.patch, context.playing)
    let number = try patch.number(ofChosen: choice)
    // A song that was asked for just now is not heard yet.
    let isSong = playing.heard.isSong || patch.playsSections
    guard number != patch.selected || isSong || playing.waiting != nil else {
      return .reply(.done)
    }
    var next = patch
    do throws(PatchRuleError) { try next.select(number) } catch {
      throw CommandError(error.description)
    }
    next.playsSong = false
    return .turn(
      to: next, as: SwitchRequest(moment: moment, section: nil),
      telling: isTold ? patch.programChange(to: number) : nil)
  }

  /// Adds a pattern and selects it.
  private static func adding(
    _ pattern: Pattern, to patch: Patch, at moment: SwitchMoment, as name: String
  ) throws(CommandError) -> CommandOutcome {
    let entrance = SwitchRequest(moment: moment, section: nil)
    let change = try PatchChange(name, of: patch, as: entrance) { edited throws(PatchRuleError) in
      try edited.add(pattern)
      try edited.select(edited.patterns.count - 1)
      edited.playsSong = false
    }
    return .change(change, .done)
  }
}

extension Patch {
  /// The number of the pattern that is meant; the error suggests a name of the patch's that is close.
  func number(ofChosen choice: PatternChoice) throws(CommandError) -> Int {
    do throws(PatchRuleError) { return try number(of: choice) } catch {
      var guess = ""
      if case .noPatternNamed(let name) = error,
        let nearest = Spelling.nearest(to: name, among: patterns.map(\.name))
      {
        guess = "; did you mean “\(nearest)”?"
      }
      throw CommandError(error.description + guess)
    }
  }

  fileprivate func programChange(to number: Int) -> ShortMessage? {
    guard case .pattern(let programs) = input.programs, programs.isSent else { return nil }
    guard Knob.program.wholeRange.contains(number) else { return nil }
    return ShortMessage(status: 0xC0 | programs.channel, data1: UInt8(number))
  }

  fileprivate func emptyPattern(named name: String) throws(CommandError) -> Pattern {
    do throws(PatternError) {
      var empty = try pattern.with(lanes: [])
      empty.name = name
      return empty
    } catch { throw CommandError(error.description) }
  }
}
