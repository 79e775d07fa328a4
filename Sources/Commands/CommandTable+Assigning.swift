import MusicalTime
public import Rhythm

extension CommandTable {
  /// What a control does that is assigned these words: a command whose last argument, a switch or a
  /// range, the control gives, or a whole command that it sets off. `from X to Y` at the end bounds
  /// the range.
  public static func assignment(_ words: [String]) throws(CommandError) -> ControlAction {
    let (words, ends) = try bounds(of: words)
    if let path = path(in: words)?.path, rows(of: path).contains(where: \.isOfConnection) {
      throw CommandError.needsConnection(path)
    }
    if let last = lastParameter(after: words) {
      switch last.kind {
      case .switch where ends == nil: return ControlAction(words, gives: .switch)
      case .range(let lowest, let highest, _, _):
        let ends = ends ?? (lowest, highest)
        for end in [ends.from, ends.to] {
          _ = try command(words: words + [end.written])
        }
        return ControlAction(words, gives: .range(from: ends.from, to: ends.to))
      default: break
      }
    }
    let whole = try command(words: words, mayAsk: false)
    guard ends == nil else {
      throw CommandError("assign: \(whole.line.quoted) takes no range", isUsage: true)
    }
    return ControlAction(words, gives: .nothing)
  }

  /// The last parameter of the row that `words` are meant for, where it alone is still to come.
  private static func lastParameter(after words: [String]) -> ParameterShape? {
    guard let (path, count) = path(in: words) else { return nil }
    let given = words.dropFirst(count)
    // A control says where it stands, not by how much it was moved.
    for spec in rows(of: path) where !spec.isRelative {
      guard let last = spec.parameters.last else { continue }
      let sample: String
      switch last.kind {
      case .switch: sample = "on"
      case .range(let lowest, _, _, _): sample = lowest.written
      default: continue
      }
      var reader = ArgumentReader(given + [sample], path: path, usage: "")
      guard given.count == spec.parameters.count - 1, spec.accepts(reader),
        (try? spec.read(&reader)) != nil, reader.count == 0
      else { continue }
      return last
    }
    return nil
  }

  private static func bounds(
    of words: [String]
  ) throws(CommandError) -> ([String], (from: Double, to: Double)?) {
    guard words.count > 4, words[words.count - 4] == "from", words[words.count - 2] == "to" else {
      return (words, nil)
    }
    let ends = [words[words.count - 3], words[words.count - 1]].map { Double($0) }
    guard let from = ends[0], let to = ends[1], from.isFinite, to.isFinite else {
      throw CommandError("assign: expected numbers after from and to", isUsage: true)
    }
    return (Array(words.dropLast(4)), (from, to))
  }
}

extension CommandTable {
  /// The command that a control asks for; where it takes whole numbers only, the nearest.
  public static func command(ofControl words: [String]) throws(CommandError) -> Command {
    do throws(CommandError) { return try command(words: words) } catch {
      guard let number = words.last.flatMap({ Double($0) }), number != number.rounded() else {
        throw error
      }
      return try command(words: words.dropLast() + [number.rounded().written])
    }
  }
}
