import Shell
public import Commands
public import Drummer
public import MusicalTime
public import Rhythm

/// A drummer that can be hired: what it is called, which styles it knows, and itself before its
/// first bar.
public struct TrainedDrummer: Sendable {
  /// In words, for people.
  public let name: String
  /// As `drummer style` takes them.
  public let styles: [String]
  /// Before its first bar.
  public let beginning: any BarInventor
  /// What it humanises patterns with; nil for one that can't.
  public let hand: DrummerTables?

  public init(
    name: String, styles: [String], beginning: any BarInventor, hand: DrummerTables? = nil
  ) {
    self.name = name
    self.styles = styles
    self.beginning = beginning
    self.hand = hand
  }

  /// Refuses styles that it does not know.
  public func check(_ settings: DrummerSettings) throws(CommandError) {
    let named = [settings.style, settings.blend?.style ?? ""].filter { !$0.isEmpty }
    for style in named where !styles.contains(where: { $0.lowercased() == style.lowercased() }) {
      let guess = Spelling.nearest(to: style, among: styles).map { "; did you mean “\($0)”?" }
      throw CommandError(
        "“\(style)” is no style of this drummer\(guess ?? ""); "
          + "it knows \(styles.joined(separator: ", "))")
    }
  }

  /// What it plays live, beats counted from the song's beginning, where nobody steers it.
  public func hits(
    _ settings: DrummerSettings, tempo: Tempo, until end: Beats
  ) throws(CommandError) -> [Hit] {
    try check(settings)
    let chart = Chart(settings, tempo: DrummerPart.wholeTempo(tempo))
    var book = BarBook(beginning)
    var hits: [Hit] = []
    for bar in 0..<Int(end.dividedRoundingUp(by: Vocabulary.bar)) {
      book.write(toward: bar, by: chart)
      hits += (book[bar]?.hits ?? []).map { hit in
        Hit(
          drum: hit.drum, velocity: hit.velocity,
          beat: hit.beat + Vocabulary.bar * Int64(bar))
      }
    }
    return hits.filter { $0.beat < end }.sorted()
  }
}
