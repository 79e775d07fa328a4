import MusicalTime
import Rhythm

extension CommandReader {
  /// Reads a command about grids, lanes and what writes rhythms; nil where it is another.
  static func readGrid(_ arguments: inout Arguments) throws(CommandError) -> Command? {
    switch arguments.verb {
    case "grid" where arguments.count == 0: return .grid(.list)
    case "grid": return .grid(.pattern(try arguments.gridChoice()))
    case "temper": return .grid(.pattern(try arguments.tempering()))
    case "euclid":
      let voice = try arguments.voice()
      return .grid(.euclid(voice, try arguments.euclid()))
    case "density":
      let voice = try arguments.voice()
      let number = try arguments.amount("a density")
      guard let density = Density(number) else { throw arguments.error("a density is 0 to 1") }
      return .grid(.density(voice, density))
    case "lane":
      let voice = try arguments.voice()
      return .grid(.lane(voice, try arguments.laneChange()))
    default: return nil
    }
  }
}

extension CommandReader.Arguments {
  fileprivate mutating func laneChange() throws(CommandError) -> LaneChange {
    let topic = try word("a setting")
    switch topic {
    case "grid": return .grid(takes("pattern") ? nil : try gridChoice())
    case "length": return .length(try whole("a number of markers", in: Grid.counts))
    case "ratio":
      let text = try word("a ratio")
      guard let ratio = SpeedRatio(text) else {
        throw error("“\(text)” is no ratio: 1/64 to 64, as in 3/2, √2 or 1.25")
      }
      return .ratio(ratio)
    case "turn": return .turn(try whole("a number of markers", in: Euclid.rotations))
    case "loose": return .looseness(try looseness())
    case "group":
      if takes("none") { return .muteGroup(nil) }
      return .muteGroup(try whole("a group", in: Lane.muteGroups))
    default: throw error("“\(topic)” is no setting of a lane")
    }
  }

  private mutating func looseness() throws(CommandError) -> Looseness {
    let time = try number("milliseconds", in: 0...Looseness.mostMilliseconds)
    let velocity = count > 0 ? try whole("a velocity", in: 0...Looseness.mostVelocity) : 0
    guard let looseness = Looseness(milliseconds: time, velocity: velocity) else {
      throw error("a lane is loose by 0 to 50 ms and 0 to 64 in velocity")
    }
    return looseness
  }

  fileprivate mutating func euclid() throws(CommandError) -> Euclid {
    let pulses = try whole("a number of pulses", in: 0...Euclid.stepCounts.upperBound)
    let steps = try whole("a number of steps", in: Euclid.stepCounts)
    let rotation = count > 0 ? try whole("a rotation", in: Euclid.rotations) : 0
    let accents = count > 0 ? try whole("a number of accents", in: 0...pulses) : 0
    do { return try Euclid(pulses, in: steps, turnedBy: rotation, accents: accents) } catch {
      throw self.error(error.description)
    }
  }

  fileprivate mutating func gridChoice() throws(CommandError) -> GridChoice {
    if takes("markers") {
      if verb == "grid" { narrow(to: "markers") }
      return try markers()
    }
    if takes("temper") { return try tempering() }
    let name = rest().joined(separator: " ")
    do { return .grid(try Grid(named: name)) } catch { throw self.error(error.description) }
  }

  private mutating func markers() throws(CommandError) -> GridChoice {
    let (words, length) = try wordsAndLength()
    guard !words.isEmpty else { throw error("markers are missing") }
    var markers: [Marker] = []
    for word in words {
      let parts = word.split(separator: "=", omittingEmptySubsequences: false)
      let amplitude = parts.count == 2 ? Double(parts[1]) : 1
      guard parts.count <= 2, let beat = Beats(fraction: parts[0]), let amplitude else {
        throw error(
          "“\(word)” is no marker: a beat from 0, as in 1/3, or 1/3=0.8 with an amplitude")
      }
      markers.append(Marker(beat, amplitude: amplitude))
    }
    return .markers(markers, length: length)
  }

  fileprivate mutating func tempering() throws(CommandError) -> GridChoice {
    let (words, length) = try wordsAndLength()
    let text = words.joined(separator: " ")
    do throws(TemperamentError) {
      if length == nil, let first = words.first, !first.contains(":") {
        return .course(try TemperingCourse(text))
      }
      return .tempered(try Tempering(text), length: length)
    } catch { throw self.error(error.description) }
  }

  /// All words that are left, and the length where they end in one, as in `in 4`.
  private mutating func wordsAndLength() throws(CommandError) -> ([String], Beats?) {
    let words = rest()
    guard words.count >= 2, words[words.count - 2] == "in" else { return (words, nil) }
    let text = words[words.count - 1]
    guard let length = Beats(fraction: text) else {
      throw error("“\(text)” is no length: beats, as in 4 or 7/2")
    }
    return (Array(words.dropLast(2)), length)
  }

  private mutating func rest() -> [String] {
    var words: [String] = []
    while let word = optionalWord() { words.append(word) }
    return words
  }

  private mutating func whole(
    _ what: String, in range: ClosedRange<Int>
  ) throws(CommandError) -> Int {
    let ends = Double(range.lowerBound)...Double(range.upperBound)
    return Int(try number(what, in: ends, whole: true))
  }
}
