import Playback
import Rhythm
import Sequencing

/// Which pattern is played, what waits, and where in the song it is; all numbers from 1.
public struct ArrangementStatus: Sendable, Hashable, Codable {
  /// The name of the pattern that is edited, and played unless it waits.
  public var pattern: String
  public var number: Int
  /// How many patterns there are.
  public var count: Int
  /// What is to begin later; nil where nothing waits.
  public var queue: Queue?
  /// Where in the song it is; nil while a pattern is played.
  public var song: Place?
  /// Whether steps for fills play.
  public var isFilling: Bool
  /// The groups of lanes that are silent.
  public var mutedGroups: [Int]

  /// What begins at a moment.
  public struct Queue: Sendable, Hashable, Codable {
    /// A pattern's name, `song`, or `section` and its number.
    public var what: String
    /// `beat`, `bar` or `loop`.
    public var at: String
  }

  /// A place in a song.
  public struct Place: Sendable, Hashable, Codable {
    public var section: Int
    /// How many sections there are.
    public var sections: Int
    /// The name of the section's pattern.
    public var pattern: String
    /// Which time round the pattern.
    public var time: Int
    /// How many times that is.
    public var times: Int
    /// Whether the section is played again and again.
    public var isLooped: Bool
  }

  init(_ patch: Patch, heard: Heard, queue: Queue?, engine: EngineStatus) {
    pattern = patch.pattern.name
    number = patch.selected + 1
    count = patch.patterns.count
    self.queue = queue
    song = Place(heard, engine)
    isFilling = engine.isFilling
    mutedGroups = patch.mutedGroups.sorted()
  }

  /// For a terminal.
  var lines: [String] {
    let name = pattern.isEmpty ? "" : "\(pattern), "
    var lines = ["pattern: \(name)\(number) of \(count)"]
    if let queue { lines[0] += "; \(queue.what) begins with the next \(queue.at)" }
    if let song {
      lines.append(
        "song: section \(song.section) of \(song.sections), \(song.pattern), "
          + "time \(song.time) of \(song.times)\(song.isLooped ? ", looped" : "")")
    }
    if isFilling { lines.append("fill: on") }
    if !mutedGroups.isEmpty {
      lines.append("muted groups: " + mutedGroups.map { "\($0)" }.joined(separator: ", "))
    }
    return lines
  }
}

extension ArrangementStatus.Place {
  fileprivate init?(_ heard: Heard, _ engine: EngineStatus) {
    let sections = heard.patch.song.sections
    guard heard.isSong, sections.indices.contains(engine.place.section) else { return nil }
    let playing = sections[engine.place.section]
    self.init(
      section: engine.place.section + 1, sections: sections.count, pattern: playing.pattern,
      time: Int(engine.place.loop) + 1, times: playing.repeats,
      isLooped: heard.loopedSection != nil)
  }
}

extension Heard {
  /// What is played, in words.
  var words: String {
    if let loopedSection { return "section \(loopedSection + 1)" }
    return isSong ? "song" : "pattern \(patch.pattern.name)"
  }
}
