import MusicalTime
public import Rhythm

/// What can be asked of grids, of a lane's settings, and of what writes rhythms.
public enum GridCommand: Sendable, Hashable {
  /// List the grids that have names.
  case list
  /// Put the pattern on another grid.
  case pattern(GridChoice)
  /// Change how a voice's lane plays beside the pattern.
  case lane(Voice, LaneChange)
  /// Write a Euclidean rhythm in place of a voice's steps.
  case euclid(Voice, Euclid)
  /// Add or take away hits of a voice by metric weight.
  case density(Voice, Density)
}

/// One setting of a lane and its new value.
public enum LaneChange: Sendable, Hashable {
  /// A grid of its own; nil is the pattern's.
  case grid(GridChoice?)
  /// A grid of its own with that number of markers, spaced as before.
  case length(Int)
  case ratio(SpeedRatio)
  /// Markers later in each loop.
  case turn(Int)
  case looseness(Looseness)
  /// One of `Lane.muteGroups`; nil is none.
  case muteGroup(Int?)
}

/// Commands about grids, lanes and what writes rhythms.
enum GridRows {
  static let all: [CommandSpec] = markers + generators

  private static let markers: [CommandSpec] = [
    CommandSpec("grid list", does: "name the grids there are") { .grid(.list) }
      .alias("grid").query.when { $0.count == 0 },
    CommandSpec(
      "grid", .namedGrid,
      does: "the pattern's markers: by name, steps and how many a beat, even in beats, in groups",
      as: "grid 16/4", "grid 17 in 4", "grid 2+2+3"
    ) { .grid(.pattern($0)) }.touching(.music),
    CommandSpec(
      editing: "meter", .either(.of(Meter.self), or: "off"),
      does: "what the pattern's bars are counted in; off counts four beats, or the loop",
      as: "meter 7/8", "meter off"
    ) { (patch: inout Patch, meter: Meter?) in patch.pattern.meter = meter }
    .touching(.music, .clicks, .drummer),
    CommandSpec(
      "grid markers", .markers,
      does: "markers of your own, the first beat is 0", as: "grid markers 0 1/3 2/3=0.5"
    ) { .grid(.pattern($0)) }.touching(.music).undone(as: "grid"),
    CommandSpec(
      "temper", .tempering,
      does: "markers between two subdivisions, 8(1,4,7) or E(3,8) too; line, sine or back",
      as: "temper 5:7 1/2", "temper 5:7 0 to 1 over 8 sine"
    ) { .grid(.pattern($0)) }.touching(.music),
    CommandSpec(
      "subdivide", .parts, .optional(.amount("an amplitude", "AMPLITUDE")),
      does: "new markers between each selected one and the next", as: "subdivide 3 0.5"
    ) { .editing(.subdivide($0, amplitude: $1)) }.touching(.music),
    CommandSpec("merge", .parts, does: "take out what subdivide put in", as: "merge 3") {
      .editing(.merge($0))
    }.touching(.music),
    CommandSpec(
      "marker", .beats("a beat", "BEAT"),
      .optional(.amount("an amplitude", "AMPLITUDE"), standard: 1),
      does: "put in a marker; the grid begins at beat 0", as: "marker 4/3 0.5"
    ) { .editing(.marker($0, amplitude: $1)) }.touching(.music),
    CommandSpec(
      "amplitude", .amount("an amplitude"), does: "how loud the selected markers' hits are",
      as: "amplitude 0.5"
    ) { .editing(.amplitude($0)) }.touching(.music).stream,
  ]

  private static let generators: [CommandSpec] = [
    CommandSpec(
      "euclid", .voice, .of(Euclid.self), does: "write pulses spread evenly over steps",
      as: "euclid kick 5 8", "euclid kick 5 8 -2 3"
    ) { .grid(.euclid($0, $1)) }.touching(.music).undone(naming: 1),
    CommandSpec(
      "density", .voice, .of(Density.self),
      does: "add hits, the heaviest first, or take the lightest away", as: "density ride 0.5"
    ) { .grid(.density($0, $1)) }.touching(.music).undone(naming: 1).stream,
    CommandSpec(
      "lane", .voice, .of(LaneChange.self),
      does: "its own grid (or temper 5:7 1/2, or pattern), markers, speed 3/2, markers it turns, "
        + "MS [VELOCITY] of looseness, mute group or none",
      as: "lane kick ratio 3/2", "lane ride grid temper 5:7 1/2", "lane snare loose 5 10"
    ) { .grid(.lane($0, $1)) }.touching(.music).undone(naming: 2),
  ]
}

extension Meter: CommandArgument {
  static var parameterShape: ParameterShape {
    ParameterShape("COUNT/UNIT", "a meter", .text(words: [], names: []))
  }

  static func read(_ words: inout ArgumentReader) throws(CommandError) -> Self {
    let text = try words.word("a meter")
    guard let meter = Meter(text) else {
      throw words.error("expected a meter such as 7/8, found \(text.quoted)")
    }
    return meter
  }
}

extension Parameter where Value == Int {
  fileprivate static var parts: Self {
    .whole("a number of parts", "PARTS", in: EditedPattern.divisions)
  }
}

extension Density: CommandArgument {
  private static let share = Parameter<Double>.amount("a density")

  static var parameterShape: ParameterShape { share.shape }

  static func read(_ words: inout ArgumentReader) throws(CommandError) -> Self {
    let value = try share.read(&words)
    guard let density = Density(value) else {
      throw words.error(Amount.range.expected("a density", found: value))
    }
    return density
  }
}

extension Parameter where Value == GridChoice {
  private static let named = ParameterShape(
    "PRESET|16/4|17 in 4|2+2+3", "a grid", .name(.grid))

  fileprivate static var namedGrid: Self {
    Self(named) { words throws(CommandError) in try words.gridChoice() }
  }

  fileprivate static var markers: Self {
    let shape = ParameterShape(
      "BEAT[=AMPLITUDE]… [in BEATS]", "markers", .text(words: ["in"], names: []))
    return Self(shape) { words throws(CommandError) in try words.markers() }
  }

  fileprivate static var tempering: Self {
    let shape = ParameterShape(
      "5:7 0…1 [to 0…1 over LOOPS SHAPE] [map LOWER,…]", "two subdivisions",
      .text(
        words: ["to", "over", "line", "sine", "back", "map", "in"], names: [],
        numbers: ["LOOPS": ClosedRange(TemperingCourse.loopCounts)]))
    return Self(shape) { words throws(CommandError) in try words.tempering() }
  }
}

extension Euclid: CommandArgument {
  private static let pulseCounts = 0...stepCounts.upperBound

  static var parameterShape: ParameterShape {
    ParameterShape(
      "PULSES STEPS [ROTATION [ACCENTS]]", "a number of pulses",
      .text(
        words: [], names: [],
        numbers: [
          "PULSES": ClosedRange(pulseCounts), "STEPS": ClosedRange(stepCounts),
          "ROTATION": ClosedRange(rotations),
        ]))
  }

  static func read(_ words: inout ArgumentReader) throws(CommandError) -> Self {
    let pulses = try words.whole("a number of pulses", in: pulseCounts)
    let steps = try words.whole("a number of steps", in: stepCounts)
    let rotation = words.count > 0 ? try words.whole("a rotation", in: rotations) : 0
    let accents = words.count > 0 ? try words.whole("a number of accents", in: 0...pulses) : 0
    do { return try Euclid(pulses, in: steps, turnedBy: rotation, accents: accents) } catch {
      throw words.error("\(error)")
    }
  }
}

extension LaneChange: CommandArgument {
  static var parameterShape: ParameterShape {
    ParameterShape(
      "grid|length|ratio|turn|loose|group VALUE", "a setting",
      .text(
        words: ["grid", "length", "ratio", "turn", "loose", "group", "none", "temper", "pattern"],
        names: [.grid]))
  }

  static func read(_ words: inout ArgumentReader) throws(CommandError) -> Self {
    try words.laneChange()
  }
}

extension ArgumentReader {
  fileprivate mutating func laneChange() throws(CommandError) -> LaneChange {
    switch try word("a setting") {
    case "grid": return .grid(takes("pattern") ? nil : try gridChoice())
    case "length": return .length(try whole("a number of markers", in: Grid.counts))
    case "ratio": return .ratio(try SpeedRatio.read(&self))
    case "turn": return .turn(try whole("a number of markers", in: Lane.turns))
    case "loose": return .looseness(try looseness())
    case "group":
      return .muteGroup(takes("none") ? nil : try whole("a group", in: Lane.muteGroups))
    case let topic:
      throw error("expected grid, length, ratio, turn, loose or group, found \(topic.quoted)")
    }
  }

  private mutating func looseness() throws(CommandError) -> Looseness {
    let time = try number("milliseconds", in: Looseness.milliseconds, unit: "ms")
    let velocity = count > 0 ? try whole("a velocity", in: Looseness.velocities) : 0
    guard let looseness = Looseness(milliseconds: time, velocity: velocity) else {
      throw error("expected milliseconds and a velocity, found \(time) and \(velocity)")
    }
    return looseness
  }

  fileprivate mutating func gridChoice() throws(CommandError) -> GridChoice {
    if takes("markers") { return try markers() }
    if takes("temper") { return try tempering() }
    let name = rest().joined(separator: " ")
    do { return .grid(try Grid(named: name)) } catch { throw self.error(error.description) }
  }

  fileprivate mutating func markers() throws(CommandError) -> GridChoice {
    let (words, length) = try wordsAndLength()
    guard !words.isEmpty else { throw error("markers are missing") }
    var markers: [Marker] = []
    for word in words {
      let parts = word.split(separator: "=", omittingEmptySubsequences: false)
      let amplitude = parts.count == 2 ? Double(parts[1]) : 1
      guard parts.count <= 2, let beat = Beats(fraction: parts[0]), let amplitude else {
        throw error(
          "expected a beat from 0, such as 1/3, or with an amplitude 1/3=0.8, found \(word.quoted)")
      }
      guard Knob.amplitude.range.contains(amplitude) else {
        throw error(
          "marker \(markers.count + 1), amplitude: \(Knob.amplitude.expected(found: amplitude))")
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
      throw error("expected a length in beats, such as 4 or 7/2, found \(text.quoted)")
    }
    return (Array(words.dropLast(2)), length)
  }
}
