import Commands
import Rhythm

extension TextCommand {
  /// What it comes to: the pattern as text, or lanes or a pattern read from it.
  func outcome(in context: CommandContext) throws(CommandError) -> CommandOutcome {
    var edited = context.patch
    let pattern = context.patch.pattern
    switch self {
    case .show(asLine: false):
      return .reply(.notation(NotationAnswer(text: PatternNotation.text(pattern))))
    case .show(asLine: true):
      let line = "paste pattern " + PatternNotation.line(pattern)
      return .reply(.notation(NotationAnswer(text: line)))
    case .lanes(let lanes):
      do { try edited.pattern.paste(lanes) } catch { throw CommandError("paste: \(error)") }
    case .part(let lanes, let step):
      do { try edited.pattern.write(lanes, from: step) } catch {
        throw CommandError("paste from: \(error)")
      }
    case .pattern(let pasted):
      if !pasted.name.isEmpty, pasted.name != pattern.name,
        let problem = PatternName.problem(with: pasted.name)
      {
        throw CommandError("paste: name: \(problem)")
      }
      do { try edited.replacePattern(with: pasted) } catch { throw CommandError("paste: \(error)") }
    }
    return .change(PatchChange("paste", to: edited), .done)
  }
}

extension Patch {
  /// Puts `pasted` in the place of the selected pattern; without a name it takes that one's, with a
  /// new one the song follows.
  fileprivate mutating func replacePattern(with pasted: Pattern) throws(PatchRuleError) {
    var next = pasted
    if pasted.name.isEmpty { next.name = pattern.name }
    if let other = number(ofPattern: next.name), other != selected {
      throw .secondPattern(next.name)
    }
    pattern = next
  }
}
