public import Drummer
public import MusicalTime
public import Rhythm
import Shell

/// A drummer to play with: its name, the styles it knows, and its state before the first bar.
public struct LoadedDrummer: Sendable {
  /// The display name.
  public let name: String
  /// As `drummer style` takes them.
  public let styles: [String]
  /// The state before the first bar.
  public let beginning: any BarInventor
  /// The model that humanises patterns; nil for a drummer that can't.
  public let humanisingTables: DrummerTables?

  /// A drummer from its parts.
  public init(
    name: String, styles: [String], beginning: any BarInventor,
    humanisingTables: DrummerTables? = nil
  ) {
    self.name = name
    self.styles = styles
    self.beginning = beginning
    self.humanisingTables = humanisingTables
  }

  /// Throws for a style that it does not know.
  public func check(_ settings: DrummerSettings) throws(DrummerError) {
    let named = [settings.style, settings.blend?.style ?? ""].filter { !$0.isEmpty }
    for style in named where !styles.contains(where: { $0.lowercased() == style.lowercased() }) {
      guard !styles.isEmpty else {
        throw DrummerError("unknown style \(style.quoted): this model has no styles")
      }
      let guess = Spelling.nearest(to: style, among: styles).map { "; did you mean “\($0)”?" }
      throw DrummerError(
        "unknown style \(style.quoted)\(guess ?? ""); "
          + "it knows \(styles.joined(separator: ", "))")
    }
  }

  /// What it plays live without any steering, beats counted from the start of the song.
  public func hits(
    _ settings: DrummerSettings, tempo: Tempo, until end: Beats
  ) throws(DrummerError) -> [Hit] {
    try check(settings)
    let plan = SteeringPlan(settings, tempo: DrummerScheduler.wholeTempo(tempo))
    var cache = BarCache(beginning)
    var hits: [Hit] = []
    for bar in 0..<Int(end.dividedRoundingUp(by: Vocabulary.bar)) {
      cache.write(toward: bar, by: plan)
      hits += (cache[bar]?.hits ?? []).map { hit in
        Hit(
          drum: hit.drum, velocity: hit.velocity,
          beat: hit.beat + Vocabulary.bar * Int64(bar))
      }
    }
    return hits.filter { $0.beat < end }.sorted()
  }
}
