import MusicalTime
import Rhythm

extension CommandReader {
  /// Reads a command that edits; nil where it is another.
  static func readEditing(_ arguments: inout Arguments) throws(CommandError) -> Command? {
    if let command = try readHits(&arguments) { return .editing(command) }
    if let command = try readMarkers(&arguments) { return .editing(command) }
    switch arguments.verb {
    case "undo" where arguments.takes("list"): return .editing(.history)
    case "undo": return .editing(.undo(try arguments.changeCount()))
    case "redo": return .editing(.redo(try arguments.changeCount()))
    case "select": return .editing(.select(try readSelection(&arguments)))
    case "group": return .editing(.group(try readGroup(&arguments)))
    default: return nil
    }
  }

  private static func readHits(
    _ arguments: inout Arguments
  ) throws(CommandError) -> EditingCommand? {
    switch arguments.verb {
    case "fill" where !arguments.isSwitch: return try readFill(&arguments)
    case "draw":
      let marker = try arguments.marker()
      let clip = arguments.takes("?") ? nil : try arguments.clip()
      return .draw(
        marker: marker, clip: clip, try arguments.optionalVelocity() ?? StepNotation.hit)
    case "rotate":
      return .rotate(Int(try arguments.number("a number of markers", in: -255...255, whole: true)))
    case "reverse": return .reverse
    case "delete": return .delete
    case "clip" where arguments.takes("list"): return .clips
    case "clip":
      let number = try arguments.clip()
      return .clip(number, arguments.takes("none") ? nil : try readClip(&arguments))
    default: return nil
    }
  }

  private static func readMarkers(
    _ arguments: inout Arguments
  ) throws(CommandError) -> EditingCommand? {
    switch arguments.verb {
    case "shift":
      let distance = try arguments.beats("a distance in beats")
      guard arguments.takes("snap") else { return .shift(distance, snap: nil) }
      let division = try arguments.beats("a division in beats")
      guard division > .zero else { throw arguments.error("a division is more than 0 beats") }
      return .shift(distance, snap: division)
    case "scale": return try readScale(&arguments)
    case "subdivide":
      let count = try arguments.partCount()
      return .subdivide(count, amplitude: arguments.count > 0 ? try arguments.amplitude() : nil)
    case "merge": return .merge(try arguments.partCount())
    case "marker":
      let beat = try arguments.beats("a beat")
      return .marker(beat, amplitude: arguments.count > 0 ? try arguments.amplitude() : 1)
    case "amplitude": return .amplitude(try arguments.amplitude())
    default: return nil
    }
  }

  private static func readFill(
    _ arguments: inout Arguments
  ) throws(CommandError) -> EditingCommand {
    let code = try arguments.code(until: "seed")
    let range = 0...Double(1 << 53)
    let seed =
      arguments.takes("seed")
      ? UInt64(try arguments.number("a seed", in: range, whole: true)) : nil
    return .fill(code, seed: seed)
  }

  private static func readScale(
    _ arguments: inout Arguments
  ) throws(CommandError) -> EditingCommand {
    let text = try arguments.word("a ratio")
    guard let ratio = SpeedRatio(text) else {
      throw arguments.error("“\(text)” is no ratio of 1/64 to 64, such as 3/2, 0.75 or √2")
    }
    guard arguments.takes("from") else { return .scale(ratio, .first) }
    if arguments.takes("marker") { return .scale(ratio, .handle(try arguments.marker())) }
    switch try arguments.word("first, last or marker") {
    case "first": return .scale(ratio, .first)
    case "last": return .scale(ratio, .last)
    case let other: throw arguments.error("“\(other)” is none of first, last and marker")
    }
  }

  private static func readClip(_ arguments: inout Arguments) throws(CommandError) -> Clip {
    let voice = try arguments.voice()
    var (attack, decay) = (0.0, 0.0)
    while arguments.count > 0 {
      if arguments.takes("attack") {
        attack = try arguments.number("seconds", in: 0...5)
      } else if arguments.takes("decay") {
        decay = try arguments.number("seconds", in: 0...20)
      } else {
        let word = try arguments.word("attack or decay")
        throw arguments.error("“\(word)” is neither attack nor decay")
      }
    }
    guard let envelope = Envelope(attack: Float(attack), decay: Float(decay)) else {
      throw arguments.error("attack is 0 to 5 s and decay 0 to 20 s")
    }
    return Clip(voice, envelope: envelope)
  }

  private static func readGroup(_ arguments: inout Arguments) throws(CommandError) -> GroupCommand {
    let topic = try arguments.word("save, place, clear or list")
    guard ["save", "place", "clear", "list"].contains(topic) else {
      throw arguments.error("“\(topic)” is none of save, place, clear and list")
    }
    arguments.narrow(to: topic)
    switch topic {
    case "save":
      let number = try arguments.group()
      return .save(number, name: arguments.optionalWord() ?? "")
    case "clear": return .clear(try arguments.group())
    case "place":
      if let number = arguments.next.flatMap({ Int($0) }), number >= 0 {
        return .place(try arguments.group(), marker: try arguments.marker())
      }
      let name = try arguments.word("a group")
      return .placeNamed(name, marker: try arguments.marker())
    default: return .list
    }
  }
}
