public import Rhythm

/// Rows of text that are not a valid pattern.
public enum StepRowsError: Error, Hashable {
  case notADrum(String)
  case notation(StepNotationError)
  case pattern(PatternError)
}

extension Pattern {
  /// Parses rows such as `kick  X... x...`; the pattern is as long as the longest row. `m` or `s`
  /// after the drum's name, as in `kick:m`, mutes or solos it.
  public init(
    rows: String, stepsPerBeat: Int = 4, loops: Bool = true, name: String = ""
  ) throws(StepRowsError) {
    var lanes: [Lane] = []
    for row in rows.split(separator: "\n") where row.contains(where: { !$0.isWhitespace }) {
      lanes.append(try Lane(row: row))
    }
    do {
      try self.init(
        name: name, stepCount: lanes.map(\.steps.count).max() ?? 16, stepsPerBeat: stepsPerBeat,
        loops: loops, lanes: lanes)
    } catch {
      throw .pattern(error)
    }
  }
}

extension Lane {
  fileprivate init(row: Substring) throws(StepRowsError) {
    let words = row.drop { $0.isWhitespace }
    let head = words.prefix { !$0.isWhitespace }
    let parts = head.split(separator: ":")
    guard let drumName = parts.first, let drum = Drum(name: String(drumName)) else {
      throw .notADrum(String(head))
    }
    let signs = parts.dropFirst().joined()
    do {
      self.init(
        drum: drum, steps: try StepNotation.steps(String(words.dropFirst(head.count))),
        isMuted: signs.contains("m"), isSoloed: signs.contains("s"))
    } catch {
      throw .notation(error)
    }
  }
}
