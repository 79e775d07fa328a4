import MusicalTime
public import Rhythm

/// What can be asked of grooves.
public enum GrooveCommand: Sendable, Hashable {
  /// List the grooves that have names.
  case list
  /// Play in a groove, or (nil) take it away.
  case use(GrooveUse?, Target)
  /// Play in a groove that is taken from somewhere; its name is the source's unless given.
  case extract(Source, name: String?, Target)

  /// What plays in the groove.
  public enum Target: Sendable, Hashable {
    /// All patterns that have no groove of their own.
    case patch
    /// The selected pattern.
    case pattern
  }

  /// Where a groove is taken from.
  public enum Source: Sendable, Hashable {
    /// The selected pattern.
    case pattern
    /// The drums of a MIDI file.
    case file(String)
  }
}

/// Commands about grooves and human timing.
enum GrooveRows {
  static let all: [CommandSpec] = [
    CommandSpec("groove list", does: "name the grooves there are") { .groove(.list) }.query,
    CommandSpec(
      "groove", .unless("off", .of(GrooveUse.self)),
      does: "play in a groove; swing8 and swing16 take a share",
      as: "groove swing8 66", "groove tigrigna 50%", "groove off"
    ) { .groove(.use($0, .patch)) }.touching(.music).undone(naming: 1)
      .showing(inSession: { SettingAnswer(name: "groove", word: $0.status.groove ?? "off") }),
    CommandSpec(
      "groove pattern", .unless("off", .of(GrooveUse.self)),
      does: "the same for the selected pattern alone",
      as: "groove pattern swing16"
    ) { .groove(.use($0, .pattern)) }.touching(.music).undone(as: "groove", naming: 1),
    CommandSpec(
      "groove extract", .of(GrooveCommand.Source.self), .optional(.word("a name", "NAME")),
      does: "take the groove of the pattern, or of a MIDI file's drums",
      as: "groove extract pattern"
    ) { .groove(.extract($0, name: $1, .patch)) }.access(.files).touching(.music),
    CommandSpec(
      "groove pattern extract", .of(GrooveCommand.Source.self), .optional(.word("a name", "NAME")),
      does: "the same for the selected pattern alone", as: "groove pattern extract take.mid"
    ) { .groove(.extract($0, name: $1, .pattern)) }.access(.files).touching(.music),
    CommandSpec(
      "groove between", .of(Groove.self),
      does: "lead from one rhythm to another, each in beats from 0",
      as: "groove between 0 1/3 2/3 1 3/2 to 0 2/5 4/5 6/5 8/5 in 2"
    ) { .groove(.use(GrooveUse($0), .patch)) }.touching(.music),
    CommandSpec(
      "humanise", .unless("off", .of(Humanising.self)),
      does: "give the pattern a drummer's micro-timing and velocities",
      as: "humanise jazz 0.5", "humanise off"
    ) { .humanise($0) }.alias("humanize").touching(.music)
      .showing(inSession: { SettingAnswer(name: "humanise", word: $0.status.humanised ?? "off") }),
  ]
}

extension GrooveUse: CommandArgument {
  static var parameterShape: ParameterShape {
    ParameterShape(
      "NAME|swing8 66|off [TIMING] [VELOCITY]", "a groove, or off",
      .text(words: ["off"], names: [.groove]))
  }

  static func read(_ words: inout ArgumentReader) throws(CommandError) -> Self {
    let name = try words.grooveName()
    let groove: Groove
    do { groove = try Groove(named: name) } catch { throw words.error("\(error)") }
    let timing = words.count > 0 ? try words.amount("an amount of timing") : 1
    let velocity = words.count > 0 ? try words.amount("an amount of velocity") : 1
    return GrooveUse(groove, timing: timing, velocity: velocity)
  }
}

extension ArgumentReader {
  /// A groove's name; a share stands right after `swing8` and `swing16`.
  mutating func grooveName() throws(CommandError) -> String {
    let name = try word("a groove, or off")
    guard ["swing8", "swing16"].contains(name), let share = optionalWord() else { return name }
    return name + " \(share)"
  }
}

extension GrooveCommand.Source: CommandArgument {
  static var parameterShape: ParameterShape {
    ParameterShape(
      "pattern|FILE.mid", "pattern or a MIDI file",
      .text(words: ["pattern"], names: [.midiFile]))
  }

  static func read(_ words: inout ArgumentReader) throws(CommandError) -> Self {
    let source = try words.word("pattern or a MIDI file")
    return source == "pattern" ? .pattern : .file(source)
  }
}

extension Groove: CommandArgument {
  /// Two rhythms of any number of notes, and how long they are together.
  static var parameterShape: ParameterShape {
    ParameterShape(
      "BEAT… to BEAT… in BEATS", "a rhythm", .text(words: ["to", "in"], names: []))
  }

  static func read(_ words: inout ArgumentReader) throws(CommandError) -> Self {
    let from = try words.rhythm(until: "to")
    let to = try words.rhythm(until: "in")
    let period = try words.beats("a length in beats")
    do throws(GrooveError) {
      return try Groove(name: "\(from.count) to \(to.count)", period: period, from: from, to: to)
    } catch { throw words.error("\(error)") }
  }
}

extension ArgumentReader {
  fileprivate mutating func rhythm(until end: String) throws(CommandError) -> [Beats] {
    var beats: [Beats] = []
    while !takes(end) {
      guard count > 0 else { throw error("“\(end)” is missing") }
      beats.append(try self.beats("a beat"))
    }
    return beats
  }
}

extension Humanising: CommandArgument {
  static var parameterShape: ParameterShape {
    ParameterShape(
      "STYLE|any [0…1]|off", "a style and an amount, or off",
      .text(words: ["any", "off"], names: [.style]))
  }

  static func read(_ words: inout ArgumentReader) throws(CommandError) -> Self {
    let word = try words.word("a style and an amount, or off")
    let style = word == "any" ? "" : word
    guard words.count > 0 else { return Humanising(style: style) }
    return Humanising(style: style, amount: try words.amount("an amount"))
  }
}
