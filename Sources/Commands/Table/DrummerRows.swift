public import Rhythm

/// One thing that can be asked of the drummer.
public enum DrummerCommand: Sendable, Hashable {
  /// Say how it plays.
  case status
  /// Join in, or rest until asked again.
  case plays(Bool)
  /// One of its styles, or none in particular where empty; a second one mixed in.
  case style(String, blend: StyleBlend?)
  /// Density, loudness and wildness together, 0 to 1.
  case intensity(Double)
  /// 0 to 1.
  case density(Double)
  /// 0 to 1.
  case loudness(Double)
  /// 0 to 1.
  case wildness(Double)
  /// A fill from the next beat to the end of its bar.
  case fill
  /// The last of every that many bars is a fill; 0 for none.
  case fillEvery(Int)
  /// The only drums that play; nil for all.
  case drums(DrumSet?)
  /// Rest for that number of bars, from the next one on.
  case rest(bars: Int)
  case feel(TempoFeel)
  /// Repeat that number of the latest bars.
  case lock(bars: Int)
  /// End `lock`: invent again.
  case release
  case seed(UInt64)
  /// Listen for that number of bars, then play as many, in turns; 0 plays throughout.
  case answer(bars: Int)
  /// How much it leans to what is played beside it, 0 to 1.
  case listen(Double)
  /// Hear a MIDI file, or the patch's pattern where nil, and go on from there.
  case prime(file: String?)
}

extension DrummerSettings {
  /// Makes the change that a lasting command asks for; others change nothing.
  public mutating func apply(_ command: DrummerCommand) { self = applying(command) ?? self }

  /// Makes the change that a lasting command asks for; nil where it asks for something else.
  public func applying(_ command: DrummerCommand) -> DrummerSettings? {
    var next = self
    switch command {
    case .plays(let plays): next.isOn = plays
    case .style(let style, let blend): (next.style, next.blend) = (style, blend)
    case .intensity(let amount):
      (next.density, next.loudness, next.wildness) = (amount, amount, amount)
    case .density(let amount): next.density = amount
    case .loudness(let amount): next.loudness = amount
    case .wildness(let amount): next.wildness = amount
    case .fillEvery(let bars): next.fillEvery = bars
    case .drums(let drums): next.drums = drums
    case .feel(let feel): next.feel = feel
    case .seed(let seed): next.seed = seed
    case .answer(let bars): next.answerBars = bars
    case .listen(let amount): next.listening = amount
    case .status, .fill, .rest, .lock, .release, .prime: return nil
    }
    return next
  }
}

/// Commands about the drummer.
enum DrummerRows {
  static let all: [CommandSpec] = settings + asking

  private static let settings: [CommandSpec] = [
    CommandSpec(
      "drummer", .onOff, does: "let the drummer join in, or rest", as: "drummer on"
    ) { .drummer(.plays($0)) }.access(.play).touching(.drummer).undone(naming: 1)
      .showing(from: { SettingAnswer(name: "drummer", isOn: $0.drummer.isOn) }),
    CommandSpec(
      "drummer style", .of(StyleChoice.self), does: "how it plays, and a share of a second style",
      as: "drummer style funk", "drummer style funk jazz 0.3"
    ) { .drummer(.style($0.style, blend: $0.blend)) }.touching(.drummer),
    CommandSpec(
      "drummer intensity", .knob(.intensity),
      does: "the next three together; 0.5 is normal", as: "drummer intensity 0.7"
    ) { .drummer(.intensity($0)) }.access(.play).touching(.drummer).stream,
    CommandSpec(
      "drummer density", .knob(.density), does: "how many hits", as: "drummer density 0.3"
    ) { .drummer(.density($0)) }.access(.play).touching(.drummer).stream
      .faded(from: \.drummer.density),
    CommandSpec(
      "drummer loudness", .knob(.loudness), does: "how hard", as: "drummer loudness 0.8"
    ) { .drummer(.loudness($0)) }.access(.play).touching(.drummer).stream
      .faded(from: \.drummer.loudness),
    CommandSpec(
      "drummer wildness", .knob(.wildness), does: "how unpredictable",
      as: "drummer wildness 0.6"
    ) { .drummer(.wildness($0)) }.access(.play).touching(.drummer).stream
      .faded(from: \.drummer.wildness),
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
    ) { .drummer(.listen($0)) }.access(.play).touching(.drummer).stream
      .faded(from: \.drummer.listening),
  ]

  /// The highest number of a bar that is asked for.
  private static let mostBars = 1_000_000

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
    CommandSpec(
      "keep bar", .number("a bar", "BAR", of: mostBars), .optional(.of(PatternChoice.self)),
      does:
        "make one bar of the drummer's, as `ahead` and the page count them, the pattern or another one",
      as: "keep bar 7", "keep bar 7 verse"
    ) { .keepBar($0 + 1, as: $1) }.touching(.music).undone(naming: 1),
  ]
}

/// A style, or none in particular where empty, and a second one mixed in.
private struct StyleChoice {
  var style: String
  var blend: StyleBlend?
}

extension StyleChoice: CommandArgument {
  static var parameterShape: ParameterShape {
    ParameterShape(
      "STYLE|any [STYLE2 AMOUNT]", "a style, or any", .text(words: ["any"], names: [.style]))
  }

  static func read(_ words: inout ArgumentReader) throws(CommandError) -> Self {
    let style = try words.word("a style, or any")
    let name = style == "any" ? "" : style
    guard let second = words.optionalWord() else { return StyleChoice(style: name) }
    let amount = try Parameter<Double>.knob(.blend, "AMOUNT").read(&words)
    return StyleChoice(style: name, blend: StyleBlend(style: second, amount: amount))
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
