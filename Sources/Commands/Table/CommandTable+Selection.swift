import MusicalTime
import Rhythm

extension CommandTable {
  static let selection: [CommandSpec] = selecting + clips + hits + groups

  private static let selecting: [CommandSpec] = [
    CommandSpec(
      "select", .selection,
      does: "what the next edits are of; code finds what fill wrote, row takes any",
      as: "select 1-4 7", "select hits snare all", "select none"
    ) { .editing(.select($0)) },
    CommandSpec(
      "shift", .beats("a distance in beats", "BEATS|COUNT"),
      .following("snap", .beats("a division in beats")), .flag("over"),
      does: "move the selected markers, or the selected hits by markers, also over other hits",
      as: "shift 1/8 snap 1/4", "shift 1 over"
    ) { distance, snap, isOver throws(CommandError) in
      guard snap.map({ $0 > .zero }) ?? true else {
        throw CommandError("shift: a division is more than 0 beats", isUsage: true)
      }
      return .editing(.shift(distance, snap: snap, over: isOver))
    }.touching(.music),
    CommandSpec(
      "scale", .ratio, .anchor,
      does: "stretch the selected markers; an inner marker takes both sides along",
      as: "scale 3/2 from last"
    ) { .editing(.scale($0, $1)) }.touching(.music),
    CommandSpec(
      "rotate", .knob(.turn, "COUNT", "a number of markers"),
      does: "move hits round the selected markers", as: "rotate 1"
    ) { .editing(.rotate($0)) }.touching(.music),
    CommandSpec("reverse", does: "selected hits, or the gaps of selected markers") {
      .editing(.reverse)
    }.touching(.music),
    CommandSpec("delete", does: "selected markers with their hits, or selected hits") {
      .editing(.delete)
    }.touching(.music),
  ]

  private static let clips: [CommandSpec] = [
    CommandSpec(
      "fill", .code, .following("seed", .seed()),
      does: "put clips on the selected markers: 1*2 -*1 3 + ? is clip, rest, hold, any clip",
      as: "fill 1 - 3 -"
    ) { .editing(.fill($0, seed: $1)) }.touching(.music).undone(naming: .max),
    CommandSpec(
      "draw", .marker, .either(.clip, or: "?"), .optional(.velocity, standard: StepNotation.hit),
      does: "one hit of a clip", as: "draw 5 2", "draw 5 ? 100"
    ) { .editing(.draw(marker: $0, clip: $1, $2)) }.touching(.music).undone(naming: 1),
    CommandSpec("clip list", does: "list the clips") { .editing(.clips) }.query,
    CommandSpec(
      "clip", .clip, .clipContent, does: "what a clip's number stands for",
      as: "clip 3 snare decay 0.2", "clip 3 none"
    ) { .editing(.clip($0, $1)) }.touching(.music).undone(naming: 1),
  ]

  private static let hits: [CommandSpec] = [
    CommandSpec(
      "hits velocity", .velocityChange,
      does: "make the selected hits that much louder or softer, so that their differences stay",
      as: "hits velocity +8", "hits velocity -8"
    ) { .editing(.hits(.louder(by: $0))) }.touching(.music).stream.relative
      .when { $0.next?.isSigned == true },
    CommandSpec(
      "hits velocity", .velocity, does: "how hard the selected hits are", as: "hits velocity 80"
    ) { .editing(.hits(.velocity($0))) }.touching(.music).stream,
    CommandSpec(
      "hits accent", .onOff, does: "whether the pattern's accent is added", as: "hits accent on"
    ) { .editing(.hits(.accent($0))) }.touching(.music),
    CommandSpec(
      "hits probability", .amount("a probability"), does: "how often they play",
      as: "hits probability 50%"
    ) { .editing(.hits(.probability(Int(($0 * 100).rounded())))) }.touching(.music).stream,
    CommandSpec(
      "hits ratchet", .whole("a number of strokes", "COUNT", in: Ratchet.counts),
      .optional(.whole("a slope", "SLOPE", in: Ratchet.slopes), standard: 0),
      does: "how often each is struck, and how much louder the last is", as: "hits ratchet 3 20"
    ) { count, slope in
      .editing(.hits(.ratchet(Ratchet(count: count, slope: slope) ?? .single)))
    }.touching(.music),
    CommandSpec(
      "hits condition", .condition, does: "in which loops they play", as: "hits condition 1:4"
    ) { .editing(.hits(.condition($0))) }.touching(.music),
    CommandSpec(
      "hits offset", .stepOffset, does: "how many beats later than their markers they play",
      as: "hits offset -1/96"
    ) { .editing(.hits(.offset($0))) }.touching(.music),
    CommandSpec(
      "hits hold", .whole("a number of markers", "MARKERS", in: 0...Step.holds.upperBound),
      does: "through how many further markers they are held; 0 lets them ring", as: "hits hold 3"
    ) { .editing(.hits(.hold($0))) }.touching(.music),
    CommandSpec(
      "hits write", .wholeStep, does: "all of it at once, as the notation writes a step",
      as: "hits write x?50*3"
    ) { .editing(.hits(.whole($0))) }.touching(.music),
  ]

  private static let groups: [CommandSpec] = [
    CommandSpec(
      "group save", .group, .optional(.word("a name", "NAME"), standard: ""),
      does: "keep what is selected", as: "group save 1 lick"
    ) { .editing(.group(.save($0, name: $1))) }.undone(naming: 1),
    CommandSpec(
      "group place", .groupPlace, does: "put a group's markers or hits from a marker on",
      as: "group place 1 5"
    ) { .editing(.group($0)) }.touching(.music).undone(naming: 1),
    CommandSpec("group clear", .group, does: "forget a group", as: "group clear 1") {
      .editing(.group(.clear($0)))
    }.undone(naming: 1),
    CommandSpec("group list", does: "list the groups") { .editing(.group(.list)) }.query,
  ]
}

extension Parameter where Value == ClipCode {
  fileprivate static var code: Self {
    let shape = ParameterShape("CODE", "a code", .text(words: ["-", "+", "?"], names: []))
    return Self(shape) { words throws(CommandError) in try words.code(until: "seed") }
  }
}

extension ArgumentReader {
  /// A code of clips, up to a word that ends it.
  mutating func code(until end: String?) throws(CommandError) -> ClipCode {
    var words: [String] = []
    while let word = next, word != end {
      _ = optionalWord()
      words.append(word)
    }
    do throws(ClipCodeError) { return try ClipCode(words.joined(separator: " ")) } catch {
      throw self.error("\(error)")
    }
  }
}

extension Parameter where Value == SpeedRatio {
  static var ratio: Self {
    let shape = ParameterShape("RATIO", "a ratio", .text(words: ["√2", "3/2"], names: []))
    return Self(shape) { words throws(CommandError) in
      let text = try words.word("a ratio")
      guard let ratio = SpeedRatio(text) else {
        throw words.error(
          "expected a ratio of 1/64 to 64, such as 3/2, 0.75 or √2, found “\(text)”")
      }
      return ratio
    }
  }
}

extension Parameter where Value == EditedPattern.ScaleAnchor {
  fileprivate static var anchor: Self {
    var shape = ParameterShape(
      "[from first|last|marker N]", "first, last or marker",
      .text(words: ["from", "first", "last", "marker"], names: []))
    shape.isOptional = true
    return Self(shape) { words throws(CommandError) in
      guard words.takes("from") else { return .first }
      if words.takes("marker") { return .handle(try Parameter<Int>.marker.read(&words)) }
      return try words.choice("first, last or marker", [("first", .first), ("last", .last)])
    }
  }
}

extension Parameter where Value == Clip? {
  fileprivate static var clipContent: Self {
    let shape = ParameterShape(
      "DRUM|NOTE@CHANNEL|none [attack S] [decay S]", "a drum",
      .text(words: ["none", "attack", "decay"], names: [.drum]))
    return Self(shape) { words throws(CommandError) in
      if words.takes("none") { return nil }
      let voice = try words.voice()
      var (attack, decay) = (0.0, 0.0)
      while words.count > 0 {
        switch try words.choice("attack or decay", [("attack", true), ("decay", false)]) {
        case true: attack = try words.number("seconds", in: Knob.attack.range)
        case false: decay = try words.number("seconds", in: Knob.decay.range)
        }
      }
      guard let envelope = Envelope(attack: Float(attack), decay: Float(decay)) else {
        throw words.error("expected seconds, found \(attack) and \(decay)")
      }
      return Clip(voice, envelope: envelope)
    }
  }
}

extension Parameter where Value == StepCondition? {
  fileprivate static var condition: Self {
    let shape = ParameterShape(
      "1:4|fill|!fill|first|none", "a condition",
      .text(words: ["fill", "!fill", "first", "none"], names: []))
    return Self(shape) { words throws(CommandError) in
      if words.takes("none") { return nil }
      let text = try words.word("a condition")
      guard let step = try? StepNotation.steps("x&" + text), step.count == 1,
        let condition = step.first??.condition
      else { throw words.error("expected 1:4, fill, !fill, first or none, found “\(text)”") }
      return condition
    }
  }
}

extension Parameter where Value == Beats {
  fileprivate static var stepOffset: Self {
    let given = beats("a distance in beats", "BEATS")
    return Self(given.shape) { words throws(CommandError) in
      let offset = try given.read(&words)
      guard Step.offsets.contains(offset) else {
        throw words.error("expected -1 to 1 beat, found “\(offset.fraction)”")
      }
      return offset
    }
  }
}

extension Parameter where Value == Step {
  fileprivate static var wholeStep: Self {
    let shape = ParameterShape("x?50*3…", "a step", .text(words: ["X", "x", "o"], names: []))
    return Self(shape) { words throws(CommandError) in
      guard let step = try words.writtenStep() else {
        throw words.error("expected a hit, found a rest: `delete` takes hits out")
      }
      return step
    }
  }
}

extension Parameter where Value == GroupCommand {
  fileprivate static var groupPlace: Self {
    let shape = ParameterShape(
      "GROUP|NAME MARKER", "a group", .text(words: [], names: [.group]))
    return Self(shape) { words throws(CommandError) in
      let marker = Parameter<Int>.marker
      if let number = words.next.flatMap({ Int($0) }), number >= 0 {
        let group = try Parameter<Int>.group.read(&words)
        return .place(group, marker: try marker.read(&words))
      }
      let name = try words.word("a group")
      return .placeNamed(name, marker: try marker.read(&words))
    }
  }
}
