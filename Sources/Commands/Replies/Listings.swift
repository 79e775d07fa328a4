import MusicalTime
public import Rhythm

/// The patterns of a patch.
public struct PatternListing: Sendable, Hashable, Codable {
  /// In the order of their numbers.
  public var patterns: [Row]
  /// The number, from 1, of the one that is edited.
  public var selected: Int

  /// One pattern.
  public struct Row: Sendable, Hashable, Codable {
    public var name: String
    /// Its length, as a fraction.
    public var beats: String
    /// The number of lanes.
    public var lanes: Int
  }

  public init(_ patch: Patch) {
    patterns = patch.patterns.map {
      Row(name: $0.name, beats: $0.length.fraction, lanes: $0.lanes.count)
    }
    selected = patch.selected + 1
  }

  /// A line a pattern; the selected one is marked.
  var text: String {
    let width = patterns.map(\.name.count).max() ?? 0
    let digits = "\(patterns.count)".count
    return patterns.enumerated().map { index, row in
      let mark = index + 1 == selected ? ">" : " "
      let number = "\(index + 1)".padded(toLeft: digits)
      let beats = Beats(fraction: row.beats)?.counted ?? row.beats
      let lanes = row.lanes.counted("lane")
      return "\(mark) \(number)  \(row.name.padded(to: width))  \(beats), \(lanes)"
    }.joined(separator: "\n")
  }
}

/// The sections of a song.
public struct SongListing: Sendable, Hashable, Codable {
  /// In the order in which they are played.
  public var sections: [Row]
  /// Its length, as a fraction.
  public var beats: String
  /// Whether it begins again when it ends.
  public var loops: Bool
  /// Whether it is played and not a pattern.
  public var isPlayed: Bool
  /// The section, from 1, that is heard.
  public var playing: Int?
  /// The section, from 1, that is played again and again.
  public var looped: Int?

  /// One section.
  public struct Row: Sendable, Hashable, Codable {
    /// The name of its pattern.
    public var pattern: String
    /// The number of times that it is played (`Section.repeatCounts`).
    public var repeats: Int
    /// Its own tempo, in beats a minute; nil for the patch's.
    public var tempoBPM: Double?
    /// Changes of the tempo within it.
    public var tempoChanges: Int
    /// Its own groove by name; nil for the pattern's or the patch's.
    public var groove: String?
  }

  /// The song of `patch`, and which of its sections, from 0, is heard and which is looped.
  public init(_ patch: Patch, playing: Int?, looped: Int?) {
    sections = patch.song.sections.map {
      Row(
        pattern: $0.pattern, repeats: $0.repeats, tempoBPM: $0.tempo?.bpm,
        tempoChanges: $0.tempi.count, groove: $0.groove?.groove.name)
    }
    beats = patch.songForm.length.fraction
    loops = patch.song.loops
    isPlayed = patch.playsSong
    self.playing = playing.map { $0 + 1 }
    self.looped = looped.map { $0 + 1 }
  }

  /// A line a section; the one that is heard is marked.
  var text: String {
    guard !sections.isEmpty else { return "the song is empty: `song add` puts a pattern into it" }
    let width = sections.map(\.pattern.count).max() ?? 0
    let digits = "\(sections.count)".count
    let rows = sections.enumerated().map { index, section in
      var row = "\(index + 1 == playing ? ">" : " ") \("\(index + 1)".padded(toLeft: digits))  "
      row += "\(section.pattern.padded(to: width))  x\(section.repeats)"
      if let tempo = section.tempoBPM { row += "  at \(MachineStatus.rounded(tempo)) bpm" }
      if section.tempoChanges > 0 { row += "  tempo changes: \(section.tempoChanges)" }
      if let groove = section.groove { row += "  \(groove)" }
      if index + 1 == looped { row += "  looped" }
      return row
    }
    let head =
      "\(sections.count.counted("section")), \(Beats(fraction: beats)?.counted ?? beats)"
      + (loops ? ", again and again" : "") + (isPlayed ? "" : "; `song play` plays it")
    return ([head] + rows).joined(separator: "\n")
  }
}

/// A saved selection.
public struct SavedSelectionRow: Sendable, Hashable, Codable {
  /// From 1.
  public var number: Int
  public var name: String
  /// `markers` or `hits`.
  public var kind: String
  /// The number of markers or hits in it.
  public var count: Int

  /// Nil where there is nothing at that number, from 0.
  public init?(_ number: Int, _ saved: SavedSelection?) {
    guard let saved else { return nil }
    self.number = number + 1
    name = saved.name
    switch saved.content {
    case .markers(let markers): (kind, count) = ("markers", markers.count)
    case .hits(let hits): (kind, count) = ("hits", hits.count)
    }
  }

  static func text(_ rows: [SavedSelectionRow]) -> String {
    guard !rows.isEmpty else { return "no groups: `group save 1` makes one" }
    return rows.map { row in
      let title = row.name.isEmpty ? "" : "  \(row.name)"
      return
        "\(row.number)\(title)  \(row.count) \(row.count == 1 ? "\(row.kind.dropLast())" : row.kind)"
    }.joined(separator: "\n")
  }
}

/// A clip's number and what it stands for.
public struct ClipRow: Sendable, Hashable, Codable {
  /// From 1.
  public var number: Int
  /// A drum or a note; nil for nothing.
  public var drum: String?
  /// Seconds.
  public var attack: Float
  /// Seconds.
  public var decay: Float

  /// The clip of a number from 0.
  public init(_ number: Int, _ clip: Clip?) {
    self.number = number + 1
    drum = clip.map { "\($0.voice)" }
    attack = clip?.envelope.attack ?? 0
    decay = clip?.envelope.decay ?? 0
  }

  /// As it is typed.
  var text: String {
    "\(number)  \(drum ?? "-")" + (attack == 0 ? "" : " attack \(attack)")
      + (decay == 0 ? "" : " decay \(decay)")
  }
}

/// Something that has a name, and what it is.
public struct PresetRow: Sendable, Hashable, Codable {
  public var name: String
  /// What it is, in a few words.
  public var meaning: String

  public init(name: String, meaning: String) {
    self.name = name
    self.meaning = meaning
  }

  static func text(_ rows: [PresetRow]) -> String {
    let width = rows.map(\.name.count).max() ?? 0
    return rows.map { "  \($0.name.padded(to: width))  \($0.meaning)" }.joined(separator: "\n")
  }
}

/// A surface map and the controllers that are used by it, or what is wrong with a map.
public struct SurfaceMapRow: Sendable, Hashable, Codable {
  /// Its name as `surface use` takes it; nil where it is in no folder of maps, or cannot be read.
  public var map: String?
  /// The device that it describes; nil where it cannot be read.
  public var device: String?
  /// The ports of the controllers that are used by it; empty for none.
  public var ports: [String]
  /// Why it cannot be read; nil for a good map.
  public var error: String?

  /// A map that can be read.
  public init(map: String?, device: String, ports: [String]) {
    (self.map, self.device, self.ports) = (map, device, ports)
  }

  /// A map that cannot be read.
  public init(error: String) {
    (self.error, ports) = (error, [])
  }

  static func text(_ rows: [SurfaceMapRow]) -> String {
    PresetRow.text(
      rows.map { row in
        PresetRow(name: row.error == nil ? row.map ?? "-" : "error", meaning: row.meaning)
      })
  }

  private var meaning: String {
    if let error { return error }
    let (device, places) = (self.device ?? "", ports.joined(separator: ", "))
    return places.isEmpty ? device : "\(device): \(places)"
  }
}

/// What can be undone and redone, the nearest first.
public struct HistoryListing: Sendable, Hashable, Codable {
  /// The names of the changes that `undo` takes back.
  public var undo: [String]
  /// The names of the changes that `redo` makes again.
  public var redo: [String]
  /// How many more there are than are listed.
  public var moreToUndo: Int
  /// Changes to redo that are not in the list.
  public var moreToRedo: Int
  /// How many changes were made and not undone, those included that are too long ago to be undone.
  public var depth: Int

  /// The names of changes, the latest last, and how many older ones are forgotten.
  public init(made: [String], undone: [String], forgotten: Int = 0) {
    depth = made.count + forgotten
    let most = 20
    undo = Array(made.reversed().prefix(most))
    redo = Array(undone.reversed().prefix(most))
    moreToUndo = max(made.count - most, 0)
    moreToRedo = max(undone.count - most, 0)
  }

  /// Those to redo above, the nearest next to the line between.
  var text: String {
    func rows(_ verb: String, _ names: [String], _ more: Int) -> [String] {
      let near = names.enumerated().map { "\(verb) \($0 + 1)  \($1)" }
      return more > 0 ? near + ["… and \(more) more"] : near
    }
    let lines = rows("redo", redo, moreToRedo).reversed() + rows("undo", undo, moreToUndo)
    return lines.isEmpty ? "nothing to undo or redo" : lines.joined(separator: "\n")
  }
}

extension String {
  /// With blanks after it, at least `width` characters.
  func padded(to width: Int) -> String {
    self + String(repeating: " ", count: max(width - count, 0))
  }

  /// With blanks before it, at least `width` characters.
  func padded(toLeft width: Int) -> String {
    String(repeating: " ", count: max(width - count, 0)) + self
  }
}
