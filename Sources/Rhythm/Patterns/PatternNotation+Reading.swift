import MusicalTime

extension PatternNotation {
  /// Parses a pattern; without a grid it has sixteenths, as many as its longest lane. A lane whose
  /// length divides its grid's is repeated.
  public static func pattern(_ text: String) throws(PatternNotationError) -> Pattern {
    var reader = PatternReader()
    for line in try lines(of: text) {
      do { try reader.read(line) } catch { throw line.error(error) }
    }
    do { return try reader.pattern() } catch {
      throw PatternNotationError(line: reader.line(of: error), word: "", .pattern(error))
    }
  }

  /// Parses text that contains only lanes.
  public static func lanes(_ text: String) throws(PatternNotationError) -> [WrittenLane] {
    var written: [WrittenLane] = []
    var voices: Set<Voice> = []
    for line in try lines(of: text) {
      guard !words.contains(line.word) else { throw line.error(.notALane(line.word)) }
      let lane: WrittenLane
      do { lane = try LaneNotation.lane(line) } catch { throw line.error(error) }
      guard voices.insert(lane.lane.voice).inserted else { throw line.error(.twice(line.word)) }
      written.append(lane)
    }
    return written
  }

  /// The text without comments and with `;` in place of line breaks, for a command; errors in it name the same lines.
  public static func onOneLine(_ text: String) -> String {
    let kept = Quoted.withoutRemarks(text.unicodeScalars[...])
    return String(String.UnicodeScalarView(kept.map { $0 == "\n" ? ";" : $0 }))
  }

  /// Whether the text has neither lanes nor anything else: only comments, blanks and semicolons.
  public static func isBlank(_ text: String) -> Bool {
    Quoted.withoutRemarks(text.unicodeScalars[...])
      .allSatisfy { $0 == ";" || $0.properties.isWhitespace }
  }

  private static func lines(of text: String) throws(PatternNotationError) -> [NotationLine] {
    let kept = Quoted.withoutRemarks(text.unicodeScalars[...])
    let (pieces, unclosed) = Quoted.split(kept[...]) { $0 == ";" || $0 == "\n" }
    if let unclosed { throw PatternNotationError(line: pieces.count - 1, word: "", unclosed) }
    var lines: [NotationLine] = []
    for (number, piece) in pieces.enumerated() {
      let content = String(trimming: piece)
      guard !content.isEmpty, !content.hasPrefix("#") else { continue }
      do throws(NotationProblem) { lines.append(try NotationLine(piece, number: number)) } catch {
        throw PatternNotationError(line: number, word: "", error)
      }
    }
    return lines
  }
}

/// A line, split at its first colon.
struct NotationLine {
  let number: Int
  /// The text before the brackets.
  let word: String
  /// The text in brackets; nil without them.
  let settings: String?
  /// The text after the colon, including spaces.
  let rest: String
  /// The number of characters before the rest.
  let column: Int

  init(_ line: Substring.UnicodeScalarView, number: Int) throws(NotationProblem) {
    self.number = number
    let parts = try Quoted.pieces(of: line, limit: 2) { $0 == ":" }
    guard parts.count == 2 else { throw .noColon }
    let head = parts[0].split(separator: "[", maxSplits: 1, omittingEmptySubsequences: false)
    word = String(trimming: head[0])
    // Removes the carriage return of files with CR LF line ends.
    rest = String(Substring(parts[1].last == "\r" ? parts[1].dropLast() : parts[1]))
    column = Substring(parts[0]).count + 1
    guard head.count == 2 else {
      settings = nil
      return
    }
    let inner = String(trimming: head[1])
    guard inner.last == "]" else {
      throw .value(inner, expected: "settings in brackets and then a colon")
    }
    settings = String(inner.dropLast())
  }

  func error(_ problem: NotationProblem) -> PatternNotationError {
    PatternNotationError(line: number, word: word, problem)
  }
}

/// The lines of a pattern while they are parsed.
private struct PatternReader {
  var name = ""
  var meter: Meter?
  var grid: Grid?
  var loops = true
  var clips = Clip.standard
  var accent = Pattern.standardAccent
  var groove: GrooveUse?
  var lanes: [Lane] = []
  var laneLines: [Int] = []
  var seen: Set<String> = []

  mutating func read(_ line: NotationLine) throws(NotationProblem) {
    guard PatternNotation.words.contains(line.word) else {
      lanes.append(try LaneNotation.lane(line).lane)
      laneLines.append(line.number)
      return
    }
    guard seen.insert(line.word).inserted else { throw .twice(line.word) }
    guard line.settings == nil else {
      throw .value("[", expected: "a colon: only lanes have settings")
    }
    let text = String(trimming: line.rest.unicodeScalars[...])
    switch line.word {
    case "name": name = try Quoted.name(text)
    case "meter":
      guard let found = Meter(text) else { throw .value(text, expected: "a meter as in 6/8") }
      meter = found
    case "grid": grid = try GridNotation.grid(text)
    case "loop":
      guard ["on", "off"].contains(text) else { throw .value(text, expected: "on or off") }
      loops = text == "on"
    case "clips": clips = try ClipNotation.clips(text)
    case "accent":
      guard let number = Int(text), Knob.accent.wholeRange.contains(number) else {
        throw .value(text, expected: "a velocity of \(Knob.accent.rangeInWords)")
      }
      accent = number
    default: groove = try GrooveNotation.groove(text)
    }
  }

  func pattern() throws(PatternError) -> Pattern {
    let longest = lanes.filter { $0.grid == nil }.map(\.steps.count).max() ?? 16
    let written: Grid
    do throws(GridError) {
      if let grid { written = grid } else { written = try Grid(count: longest, stepsPerBeat: 4) }
    } catch { throw .grid(error) }
    var pattern = try Pattern(
      name: name, grid: written, loops: loops,
      lanes: lanes.map { $0.filling($0.grid ?? written) })
    pattern.meter = meter
    (pattern.clips, pattern.accent, pattern.groove) = (clips, accent, groove)
    return pattern
  }

  /// The line of the lane that an error refers to.
  func line(of error: PatternError) -> Int {
    switch error {
    case .secondLane(_, let lane), .laneLength(_, _, let lane, _),
      .unrolledStrokes(_, _, let lane, _), .strokesAhead(_, let lane):
      laneLines[lane]
    case .laneCount: laneLines[Pattern.mostLanes]
    case .grid, .step, .noLane: 0
    }
  }
}
