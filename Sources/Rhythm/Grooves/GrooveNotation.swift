public import MusicalTime

/// Grooves and their amounts as text: the name, then whatever differs from straight, as in `lilt,
/// period 1, points 1/2>2/3, levels 0=1 1/2=0.8, timing 0.75, velocity 0.5`. A name without period, points
/// and levels stands for a preset, as in `swing16 54, timing 0.75`.
public enum GrooveNotation {
  /// The groove as text; parses to the same groove.
  public static func text(_ use: GrooveUse) -> String {
    let groove = use.groove
    var parts = [Quoted.text(groove.name)]
    if groove.writesPeriod { parts.append("period \(groove.warp.period.fraction)") }
    let points = groove.warp.points.dropFirst()
      .map { "\($0.from.fraction)>\($0.to.fraction)" }
    if !points.isEmpty { parts.append("points " + points.joined(separator: " ")) }
    let levels = groove.levels.map { "\($0.beat.fraction)=\($0.factor)" }
    if !levels.isEmpty { parts.append("levels " + levels.joined(separator: " ")) }
    if use.timing != 1 { parts.append("timing \(use.timing)") }
    if use.velocity != 1 { parts.append("velocity \(use.velocity)") }
    return parts.joined(separator: ", ")
  }

  /// Parses `text`.
  public static func groove(_ text: String) throws(NotationProblem) -> GrooveUse {
    var parts = try Quoted.pieces(of: text.unicodeScalars[...]) { $0 == "," }
      .map { String(trimming: $0) }
    var reader = GrooveReader(name: try Quoted.name(parts.removeFirst()))
    for part in parts { try reader.read(part) }
    return try reader.groove()
  }

  /// The groove that a name alone stands for: a preset, or `swing8` or `swing16` with a share.
  public static func groove(named name: String) throws(GrooveNotationError) -> Groove {
    do throws(GrooveError) { return try Groove(named: name) } catch { throw .name(error) }
  }

  /// A groove of these points (0 to 0 is implied) and levels; throws if points coincide or cross,
  /// before or after the warp, or if anything is outside the period.
  public static func groove(
    named name: String, period: Beats, points: [Warp.Point], levels: [Groove.Level]
  ) throws(GrooveNotationError) -> Groove {
    guard Warp.periods.contains(period) else { throw .period(period) }
    guard points.count < Warp.mostPoints else { throw .pointCount(points.count) }
    var last = Warp.Point(.zero, .zero)
    for (index, point) in points.enumerated() where point != Warp.Point(.zero, .zero) {
      guard last.from < point.from, last.to < point.to, point.from < period, point.to < period
      else { throw .point(index, point, period: period) }
      last = point
    }
    guard levels.count <= Warp.mostPoints else { throw .levelCount(levels.count) }
    for (index, level) in levels.enumerated() {
      guard level.beat >= .zero, level.beat < period,
        index == 0 || levels[index - 1].beat < level.beat
      else { throw .level(index, level.beat, period: period) }
      guard Knob.grooveLevel.range.contains(level.factor) else {
        throw .factor(index, level.factor)
      }
    }
    guard let warp = Warp(period: period, points) else {
      throw .pointCount(points.count)
    }
    return Groove(name: name, warp: warp, levels: levels)
  }
}

extension Groove {
  /// Whether its period has to be written: it has points, or its name alone would stand for another groove.
  public var writesPeriod: Bool {
    warp != .identity || levels.isEmpty && (try? Groove(named: name)) != self
  }
}

/// The parts of a groove while they are parsed.
private struct GrooveReader {
  let name: String
  var period = Beats(1)
  var points: [Warp.Point] = []
  var levels: [Groove.Level] = []
  var amounts: [String: Double] = [:]
  var seen: Set<String> = []

  init(name: String) { self.name = name }

  mutating func read(_ part: String) throws(NotationProblem) {
    var words = part.split(separator: " ")[...]
    guard let key = words.popFirst().map(String.init) else {
      throw .value(part, expected: "period, points, levels, timing or velocity")
    }
    guard seen.insert(key).inserted else { throw .twice(key) }
    switch key {
    case "period":
      guard words.count == 1, let word = words.first, let beats = Beats(fraction: word) else {
        throw .value(part, expected: "the groove's length in beats as in period 2")
      }
      period = beats
    case "points": for word in words { points.append(try point(word)) }
    case "levels": for word in words { levels.append(try level(word)) }
    case "timing", "velocity":
      guard words.count == 1, let amount = words.first.flatMap({ Double($0) }),
        Knob.grooveTiming.range.contains(amount)
      else {
        throw .value(part, expected: "\(key) and an amount of \(Knob.grooveTiming.rangeInWords)")
      }
      amounts[key] = amount
    default: throw .unknownSetting(key, known: "period, points, levels, timing and velocity")
    }
  }

  private func point(_ word: Substring) throws(NotationProblem) -> Warp.Point {
    let ends = word.split(separator: ">", omittingEmptySubsequences: false)
    guard ends.count == 2, let from = Beats(fraction: ends[0]), let to = Beats(fraction: ends[1])
    else { throw .value(String(word), expected: "a beat and its new beat as in 1/2>2/3") }
    return Warp.Point(from, to)
  }

  private func level(_ word: Substring) throws(NotationProblem) -> Groove.Level {
    let ends = word.split(separator: "=", omittingEmptySubsequences: false)
    guard ends.count == 2, let beat = Beats(fraction: ends[0]), let factor = Double(ends[1])
    else { throw .value(String(word), expected: "a beat and a factor as in 1/2=0.8") }
    return Groove.Level(beat, factor: factor)
  }

  func groove() throws(NotationProblem) -> GrooveUse {
    do throws(GrooveNotationError) {
      let groove =
        if seen.isDisjoint(with: ["period", "points", "levels"]) {
          try GrooveNotation.groove(named: name)
        } else {
          try GrooveNotation.groove(named: name, period: period, points: points, levels: levels)
        }
      return GrooveUse(
        groove, timing: amounts["timing"] ?? 1, velocity: amounts["velocity"] ?? 1)
    } catch { throw .groove(error) }
  }
}
