import Commands
import Rhythm

extension Machine {
  /// Writes the pattern as text, or reads lanes or a pattern from it.
  func perform(_ command: TextCommand) throws(CommandError) -> Reply {
    var edited = patch
    switch command {
    case .show(asLine: false):
      return .notation(NotationAnswer(text: PatternNotation.text(patch.pattern)))
    case .show(asLine: true):
      return .notation(
        NotationAnswer(text: "paste pattern " + PatternNotation.line(patch.pattern)))
    case .lanes(let lanes):
      do { try edited.pattern.paste(lanes) } catch { throw CommandError("paste: \(error)") }
    case .part(let lanes, let step):
      do { try edited.pattern.write(lanes, from: step) } catch {
        throw CommandError("paste from: \(error)")
      }
    case .pattern(let pasted):
      if !pasted.name.isEmpty, pasted.name != patch.pattern.name,
        let problem = PatternName.problem(with: pasted.name)
      {
        throw CommandError("paste: name: \(problem)")
      }
      do { try edited.replacePattern(with: pasted) } catch { throw CommandError("paste: \(error)") }
    }
    try change("paste", to: edited)
    return .done
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
