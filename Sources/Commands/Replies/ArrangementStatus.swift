/// Which pattern is played, what waits, and where in the song it is; all numbers from 1.
public struct ArrangementStatus: Sendable, Hashable, Codable {
  /// The name of the pattern that is edited, and played unless it waits.
  public var pattern = ""
  /// The number of that pattern, from 1.
  public var number = 1
  /// How many patterns there are.
  public var count = 1
  /// What is to begin later; nil where nothing waits.
  public var queue: Queue?
  /// Where in the song it is; nil while a pattern is played.
  public var song: SongPosition?
  /// Whether steps for fills play.
  public var isFilling = false
  /// The groups of lanes that are silent.
  public var mutedGroups: [Int] = []

  /// What begins at a moment.
  public struct Queue: Sendable, Hashable, Codable {
    /// `pattern` and its name, `song`, or `section` and its number.
    public var what: String
    /// The pattern's name where a pattern begins; nil where the song or a section of it does.
    public var pattern: String?
    /// `beat`, `bar` or `loop`.
    public var at: String

    /// What begins, and at which boundary.
    public init(what: String, pattern: String? = nil, at: String) {
      self.what = what
      self.pattern = pattern
      self.at = at
    }
  }

  /// A place in a song.
  public struct SongPosition: Sendable, Hashable, Codable {
    /// The section that is heard, from 1.
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

    public init(
      section: Int, sections: Int, pattern: String, time: Int, times: Int, isLooped: Bool
    ) {
      self.section = section
      self.sections = sections
      self.pattern = pattern
      self.time = time
      self.times = times
      self.isLooped = isLooped
    }
  }

  /// One pattern without a name, and nothing that waits.
  public init() {}

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
