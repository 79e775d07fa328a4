import Rhythm

extension CommandTable {
  static let drummer: [CommandSpec] = settings + asking

  private static let settings: [CommandSpec] = [
    CommandSpec(
      "drummer", .onOff, does: "let the drummer join in, or rest", as: "drummer on"
    ) { .drummer(.plays($0)) }.access(.play).touching(.drummer).undone(naming: 1)
      .showing(.drummer),
    CommandSpec(
      "drummer style", .style, does: "how it plays, and a share of a second style",
      as: "drummer style funk", "drummer style funk jazz 0.3"
    ) { .drummer(.style($0.style, blend: $0.blend)) }.touching(.drummer),
    CommandSpec(
      "drummer intensity", .knob(.intensity),
      does: "the next three together; 0.5 is normal", as: "drummer intensity 0.7"
    ) { .drummer(.intensity($0)) }.access(.play).touching(.drummer).stream,
    CommandSpec(
      "drummer density", .knob(.density), does: "how many hits", as: "drummer density 0.3"
    ) { .drummer(.density($0)) }.access(.play).touching(.drummer).stream,
    CommandSpec(
      "drummer loudness", .knob(.loudness), does: "how hard", as: "drummer loudness 0.8"
    ) { .drummer(.loudness($0)) }.access(.play).touching(.drummer).stream,
    CommandSpec(
      "drummer wildness", .knob(.wildness), does: "how unpredictable",
      as: "drummer wildness 0.6"
    ) { .drummer(.wildness($0)) }.access(.play).touching(.drummer).stream,
    CommandSpec(
      "drummer fill", does: "a fill from the next beat", as: "drummer fill"
    ) { .drummer(.fill) }.access(.play).when { $0.count == 0 },
    CommandSpec(
      "drummer fill", .fillEvery, does: "a fill in the last of every few bars",
      as: "drummer fill every 8", "drummer fill every off"
    ) { .drummer(.fillEvery($0)) }.touching(.drummer),
    CommandSpec(
      "drummer drums", .drums, does: "which drums may play", as: "drummer drums kick snare",
      "drummer drums all"
    ) { .drummer(.drums($0)) }.touching(.drummer),
    CommandSpec(
      "drummer feel", .choice("half, normal or double"), does: "how fast it feels the beat",
      as: "drummer feel half"
    ) { .drummer(.feel($0)) }.touching(.drummer),
    CommandSpec(
      "drummer seed", .seed(), does: "the same seed plays the same music", as: "drummer seed 7"
    ) { .drummer(.seed($0)) }.touching(.drummer),
    CommandSpec(
      "drummer answer", .barsOrOff(.answerBars),
      does: "hear some bars, then play as many in return", as: "drummer answer 2"
    ) { .drummer(.answer(bars: $0)) }.touching(.drummer),
    CommandSpec(
      "drummer listen", .knob(.listening), does: "how much to follow what is played live",
      as: "drummer listen 0.5"
    ) { .drummer(.listen($0)) }.access(.play).touching(.drummer).stream,
  ]

  private static let asking: [CommandSpec] = [
    CommandSpec(
      "drummer rest", .bars(.restBars), does: "rest for some bars", as: "drummer rest 4"
    ) { .drummer(.rest(bars: $0)) }.access(.play),
    CommandSpec(
      "drummer lock", .optional(.bars(.loopBars), standard: 1),
      does: "play the last bars again and again", as: "drummer lock 2"
    ) { .drummer(.lock(bars: $0)) }.access(.play),
    CommandSpec("drummer release", does: "invent again after lock") { .drummer(.release) }
      .access(.play),
    CommandSpec(
      "drummer prime",
      .either(.name("a MIDI file, or pattern", "FILE", of: .midiFile), or: "pattern"),
      does: "hear a MIDI file or the pattern, and go on from there", as: "drummer prime pattern"
    ) { .drummer(.prime(file: $0)) }.access(.files),
    CommandSpec("drummer status", does: "what the drummer is doing") { .drummer(.status) }.query,
    CommandSpec(
      "keep", .bars(.keptBars), does: "make the drummer's last bars the pattern", as: "keep 4"
    ) { .keep(bars: $0) }.touching(.music).undone(naming: 1),
  ]
}

/// A style, or none in particular where empty, and a second one mixed in.
private struct StyleChoice {
  var style: String
  var blend: StyleBlend?
}

extension Parameter where Value == StyleChoice {
  fileprivate static var style: Self {
    let shape = ParameterShape(
      "STYLE|any [STYLE2 AMOUNT]", "a style, or any", .text(words: ["any"], names: [.style]))
    return Self(shape) { words throws(CommandError) in
      let style = try words.word("a style, or any")
      let name = style == "any" ? "" : style
      guard let second = words.optionalWord() else { return StyleChoice(style: name) }
      let amount = try Parameter<Double>.knob(.blend, "AMOUNT").read(&words)
      return StyleChoice(style: name, blend: StyleBlend(style: second, amount: amount))
    }
  }
}

extension Parameter where Value == DrumSet? {
  fileprivate static var drums: Self {
    .either(Parameter<[Drum]>.several(.drum).map { DrumSet($0) }, or: "all")
  }
}

extension Parameter where Value == Int {
  fileprivate static var fillEvery: Self {
    let bars = barsOrOff(.fillEvery)
    var shape = bars.shape
    shape.usage = "every BARS|off"
    shape.kind = .text(words: ["every", "off"], names: [])
    return Self(shape) { words throws(CommandError) in
      _ = try words.choice("every", [("every", true)])
      return try bars.read(&words)
    }
  }
}
