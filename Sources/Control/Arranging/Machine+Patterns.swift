import Commands
import MIDI
import MusicalTime
import Playback
import Rhythm
import Shell

extension Machine {
  func perform(_ asked: PatternCommand, as command: Command) throws(CommandError) -> Reply {
    let change = command.undoName
    switch asked {
    case .list: return .patterns(PatternListing(patch))
    case .select(let choice, let moment):
      try select(choice, at: moment, isTold: true)
      return .done
    case .new(let name, let moment):
      try add(empty(named: name), at: moment, as: change)
    case .copy(let name, let moment):
      var copy = patch.pattern
      copy.name = name
      try add(copy, at: moment, as: change)
    case .rename(let which, let name):
      var number = patch.selected
      if let which { number = try self.number(of: which) }
      try rearrange(change) { edited throws(PatchRuleError) in
        try edited.renamePattern(number, to: name)
      }
    case .delete(let which):
      let number = try number(of: which)
      try rearrange(change) { edited throws(PatchRuleError) in
        try edited.removePattern(number)
      }
    case .move(let which, let target):
      let number = try number(of: which)
      try rearrange(change) { edited throws(PatchRuleError) in
        try edited.movePattern(number, to: target)
      }
    }
    return .done
  }

  /// Plays another pattern from that moment on, and edits it; where it `isTold`, others that listen to
  /// Program Change hear of it.
  func select(
    _ choice: PatternChoice, at moment: SwitchMoment, isTold: Bool
  ) throws(CommandError) {
    let number = try number(of: choice)
    guard number != patch.selected || heard.isSong || waitingMoment != nil else { return }
    var next = patch
    do throws(PatchRuleError) { try next.select(number) } catch {
      throw CommandError(error.description)
    }
    next.playsSong = false
    let message = isTold ? programChange(to: number) : nil
    guard message == nil || engine.room >= Self.mostMessages else { throw Self.busy }
    try perform(next, as: SwitchRequest(moment: moment, section: nil))
    if let message { try send(.send(message)) }
  }

  /// The number of the pattern that is meant; the error suggests a name of the patch's that is close.
  func number(of choice: PatternChoice) throws(CommandError) -> Int {
    do throws(PatchRuleError) { return try patch.number(of: choice) } catch {
      var guess = ""
      if case .noPatternNamed(let name) = error,
        let nearest = Spelling.nearest(to: name, among: patch.patterns.map(\.name))
      {
        guess = "; did you mean “\(nearest)”?"
      }
      throw CommandError(error.description + guess)
    }
  }

  private func programChange(to number: Int) -> ShortMessage? {
    guard case .pattern(let programs) = patch.input.programs, programs.isSent else { return nil }
    guard let program = UInt8(exactly: number), program < 128 else { return nil }
    return ShortMessage(status: 0xC0 | programs.channel, data1: program)
  }

  private func empty(named name: String) throws(CommandError) -> Pattern {
    do throws(PatternError) {
      var empty = try patch.pattern.with(lanes: [])
      empty.name = name
      return empty
    } catch { throw CommandError(error.description) }
  }

  /// Adds a pattern and selects it.
  private func add(
    _ pattern: Pattern, at moment: SwitchMoment, as change: String
  ) throws(CommandError) {
    let entrance = SwitchRequest(moment: moment, section: nil)
    try rearrange(change, as: entrance) { edited throws(PatchRuleError) in
      try edited.add(pattern)
      try edited.select(edited.patterns.count - 1)
      edited.playsSong = false
    }
  }
}
