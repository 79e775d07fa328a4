public import MusicalTime
public import Rhythm

/// What can be asked of a patch's song; sections are counted from 0.
public enum SongCommand: Sendable, Hashable {
  case show
  /// Play the song from its beginning, from that moment on.
  case play(at: SwitchMoment)
  /// Play the selected pattern again.
  case off(at: SwitchMoment)
  /// Put a section after the others.
  case add(SongPart)
  /// Put a section before another.
  case insert(Int, SongPart)
  case delete(Int)
  case move(Int, to: Int)
  case `repeat`(Int, count: Int)
  /// nil goes on as before.
  case tempo(Int, Tempo?)
  /// nil leaves the pattern's.
  case groove(Int, SongGroove?)
  /// Play one section again and again, or (nil) go on with the song.
  case loop(Int?)
  /// Whether the song begins again when it ends.
  case again(Bool)
  /// Take all sections out.
  case clear
}

/// A section as it is asked for.
public struct SongPart: Sendable, Hashable {
  /// nil is the one that is playing.
  public var pattern: PatternChoice?
  /// Within `Section.repeatCounts`.
  public var repeats: Int
  /// The section's own tempo; nil for the patch's.
  public var tempo: Tempo?

  /// The playing pattern, once, in the patch's tempo, unless given.
  public init(_ pattern: PatternChoice? = nil, repeats: Int = 1, tempo: Tempo? = nil) {
    self.pattern = pattern
    self.repeats = repeats
    self.tempo = tempo
  }
}

/// A groove as it is asked for.
public struct SongGroove: Sendable, Hashable {
  /// A preset's, or that of a groove that something in the patch is played with.
  public var name: String
  /// 0 to 1; nil as it is used already, or all of it.
  public var timing: Double?
  /// 0 to 1; nil as it is used already, or all of it.
  public var velocity: Double?

  /// Amounts are 0 to 1; nil leaves them as they are.
  public init(_ name: String, timing: Double? = nil, velocity: Double? = nil) {
    self.name = name
    self.timing = timing
    self.velocity = velocity
  }
}

/// Commands about the song.
enum SongRows {
  static let all: [CommandSpec] = [
    CommandSpec("song", does: "show the song") { .arrange(.song(.show)) }.query,
    CommandSpec("song play", .of(SwitchMoment.self), does: "play the song from its top") {
      .arrange(.song(.play(at: $0)))
    }.access(.play).touching(.music),
    CommandSpec("song off", .of(SwitchMoment.self), does: "play the pattern instead") {
      .arrange(.song(.off(at: $0)))
    }.access(.play).touching(.music),
    CommandSpec(
      "song add", .of(SongPart.self),
      does: "add a section, of the pattern that is playing unless named",
      as: "song add verse x4 at 96"
    ) { .arrange(.song(.add($0))) }.touching(.music),
    CommandSpec(
      "song insert", .section, .of(SongPart.self), does: "put a section before section N",
      as: "song insert 2 chorus x2"
    ) { .arrange(.song(.insert($0, $1))) }.touching(.music),
    CommandSpec("song delete", .section, does: "take a section out", as: "song delete 2") {
      .arrange(.song(.delete($0)))
    }.touching(.music),
    CommandSpec(
      "song move", .section, .section(shown: "TO"), does: "give a section another number",
      as: "song move 3 1"
    ) { .arrange(.song(.move($0, to: $1))) }.touching(.music),
    CommandSpec(
      "song repeat", .section, .knob(.repeats, "TIMES", "a number of times"),
      does: "how many times a section plays its pattern", as: "song repeat 1 4"
    ) { .arrange(.song(.repeat($0, count: $1))) }.touching(.music),
    CommandSpec(
      "song tempo", .section, .either(.tempo, or: "off"), does: "from the section's beginning on",
      as: "song tempo 2 90"
    ) { .arrange(.song(.tempo($0, $1))) }.touching(.music),
    CommandSpec(
      "song groove", .section, .unless("off", .of(SongGroove.self)),
      does: "instead of the pattern's groove",
      as: "song groove 1 swing16 50%"
    ) { .arrange(.song(.groove($0, $1))) }.touching(.music),
    CommandSpec(
      "song loop", .either(.section, or: "off"),
      does: "repeat a section, or go on with the song", as: "song loop 2"
    ) { .arrange(.song(.loop($0))) }.access(.play).touching(.music),
    CommandSpec(
      "song again", .onOff, does: "begin the song again when it ends", as: "song again on"
    ) { .arrange(.song(.again($0))) }.touching(.music),
    CommandSpec("song clear", does: "take all sections out") { .arrange(.song(.clear)) }
      .touching(.music),
  ]
}

extension Parameter where Value == Int {
  fileprivate static func section(shown usage: String) -> Self { section.shown(usage) }
}

extension SongPart: CommandArgument {
  /// `[PATTERN] [xN] [at BPM]`, in any order.
  static var parameterShape: ParameterShape {
    ParameterShape(
      "[PATTERN] [xN] [at BPM]", "a section", .text(words: ["at", "x2", "x4"], names: [.pattern])
    ).optional
  }

  static func read(_ words: inout ArgumentReader) throws(CommandError) -> Self {
    var part = SongPart()
    while let word = words.optionalWord() {
      if word == "at" {
        part.tempo = try Parameter<Tempo>.tempo.read(&words)
      } else if let times = PatternName.repeats(word) {
        guard Section.repeatCounts.contains(times) else {
          throw words.error(Section.repeatCounts.expected("a number of times", found: times))
        }
        part.repeats = times
      } else if part.pattern == nil {
        part.pattern = PatternName.choice(word)
      } else {
        throw words.error("unexpected \(word.quoted)")
      }
    }
    return part
  }
}

extension SongGroove: CommandArgument {
  static var parameterShape: ParameterShape {
    ParameterShape(
      "NAME|off [TIMING] [VELOCITY]", "a groove, or off", .text(words: ["off"], names: [.groove]))
  }

  static func read(_ words: inout ArgumentReader) throws(CommandError) -> Self {
    var groove = SongGroove(try words.grooveName())
    if words.count > 0 { groove.timing = try words.amount("an amount of timing") }
    if words.count > 0 { groove.velocity = try words.amount("an amount of velocity") }
    return groove
  }
}
