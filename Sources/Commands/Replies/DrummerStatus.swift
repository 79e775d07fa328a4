import MusicalTime

/// What the drummer does, for people and for programs.
public struct DrummerStatus: Sendable, Hashable, Codable {
  /// Who plays, in words; nil without a drummer.
  public var name: String?
  /// Whether it plays at all.
  public var isOn = false
  /// Its style, empty for none in particular.
  public var style = ""
  /// The second style and its share, where there is one.
  public var blend: String?
  /// How many hits: 0 the fewest, 1 the most.
  public var density = 0.5
  /// 0 the softest, 1 the loudest.
  public var loudness = 0.5
  /// How far it strays from what is likely, 0 to 1.
  public var wildness = 0.5
  /// Bars from fill to fill, 0 for none.
  public var fillEvery = 0
  /// The drums that may play; nil for all.
  public var drums: [String]?
  /// `half`, `normal` or `double`.
  public var feel = "normal"
  /// The same seed plays the same bars.
  public var seed: UInt64 = 0
  /// How much it leans to what is played beside it.
  public var listening = 0.0
  /// Bars that it hears before it answers, 0 where it plays throughout.
  public var answerBars = 0
  /// The bar being heard, the first is 1.
  public var bar = 1
  /// What it does in that bar.
  public var doing = Doing.off
  /// Why it is silent although it is on; nil where it plays or is off.
  public var silence: String?
  /// Bars that were not ready in time, so that the one before was played again.
  public var starvedBars: Int64 = 0
  /// Bars that the song jumped into before they were ready.
  public var awaitedBars: Int64 = 0

  /// What a drummer can be doing.
  public enum Doing: String, Sendable, Hashable, Codable {
    case off, playing, listening, resting, looping
  }

  /// Off, as a patch has it that says nothing.
  public init() {}

  /// One line for a terminal.
  public var line: String {
    guard isOn else { return "off" }
    if let silence { return silence }
    let styles = (style.isEmpty ? "any style" : style) + (blend.map { " with \($0)" } ?? "")
    return "\(doing.rawValue), \(styles), bar \(bar), seed \(seed)"
      + (starvedBars > 0 ? ", \(starvedBars.counted("bar")) starved" : "")
      + (awaitedBars > 0 ? ", \(awaitedBars) awaited" : "")
  }

  /// A few lines for a terminal.
  public var text: String {
    let drums = drums.map { $0.joined(separator: " ") } ?? "all"
    let lines = [
      "drummer: \(line)",
      "plays: density \(density), loudness \(loudness), wildness \(wildness), feel \(feel), "
        + "drums \(drums)",
      "fills: \(fillEvery == 0 ? "when asked" : fillEvery == 1 ? "every bar" : "every \(fillEvery) bars")",
      "hears: \(answerBars == 0 ? "" : "\(answerBars.counted("bar")) before it answers, ")"
        + "leans \(listening) to what is played",
      "bars: \(starvedBars) starved, \(awaitedBars) awaited",
      "model: \(name ?? "none")",
    ]
    return lines.joined(separator: "\n")
  }
}
