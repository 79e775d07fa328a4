import MusicalTime

/// What a command says of what it did.
public enum Remark: Sendable, Hashable, Codable {
  /// Changes were taken back or made again, the farthest by name.
  case undone(count: Int, name: String)
  case redone(count: Int, name: String)
  /// Hits that fell off the end of a shorter grid; steps from 1.
  case fell(hits: [HitPlace])
  /// Hits that were removed, by drum.
  case cleared(hits: [HitCount])
  /// Grids that moved by themselves and no longer do; empty names the pattern's own.
  case stilled(grids: [String])
  /// Where the patch was written; `kept` came with the program and stays as it is.
  case saved(file: String, kept: String?)
  case recovered(edits: String)
  case discarded(edits: [String])
  /// Bars of the drummer are a pattern now, the selected one where none is named; the first from 1.
  case kept(
    bars: ClosedRange<Int>, pattern: String?, hits: Int, steps: Int, wasHumanised: Bool,
    drummerPlays: Bool)
  case grooveTaken(name: String, places: Int, beats: String)
  /// The pattern keeps a groove of its own, whatever the patch's is.
  case ownGroove
  case imported(file: String, summary: String)
  case exported(file: String, omission: String)
  /// The tempo is kept for when `leader` does not lead.
  case tempoKept(leader: String, bpm: Double)
  /// A session of several programs leads, and is asked for the tempo.
  case tempoAsked(leader: String, bpm: Double)
  /// What a setting is now, after a command that did not name the value, as `SettingAnswer` says it; the
  /// unit is empty for a bare number.
  case setting(name: String, value: Double, unit: String)
  /// What is to be done next, or what else can be; nothing is wrong.
  case hint(text: String)
  /// Something asked for is not as it should be.
  case warning(text: String)

  /// A hit's drum and step from 1.
  public struct HitPlace: Sendable, Hashable, Codable {
    public var drum: String
    /// From 1, in the drum's lane.
    public var step: Int

    public init(drum: String, step: Int) {
      self.drum = drum
      self.step = step
    }
  }

  /// How many hits of a drum.
  public struct HitCount: Sendable, Hashable, Codable {
    public var drum: String
    /// The number of hits.
    public var count: Int

    public init(drum: String, count: Int) {
      self.drum = drum
      self.count = count
    }
  }
}

extension Remark {
  /// For a terminal.
  public var text: String {
    switch self {
    case .undone(1, let name): "undid: \(name)"
    case .undone(let count, let name): "undid \(count) changes, back to before: \(name)"
    case .redone(1, let name): "redid: \(name)"
    case .redone(let count, let name): "redid \(count) changes, up to: \(name)"
    case .fell(let hits): Self.text(fallen: hits)
    case .cleared(let hits): Self.text(cleared: hits)
    case .stilled(let grids): Self.text(stilled: grids)
    case .saved(let file, let kept):
      "saved \(file)" + (kept.map { "; \($0) came with ghostnote and stays as it is" } ?? "")
    case .recovered(let edits): "recovered \(edits): `save` keeps it, `undo` takes it back"
    case .discarded([]): "there is nothing to discard"
    case .discarded(let edits): "discarded " + edits.joined(separator: ", ")
    case .kept(let bars, let pattern, let hits, let steps, let wasHumanised, let drummerPlays):
      "kept \(bars.count == 1 ? "bar \(bars.lowerBound)" : "bars \(bars.lowerBound) to \(bars.upperBound)")"
        + (pattern.map { " as pattern “\($0)”" } ?? "")
        + " as played: \(hits.counted("hit")) in \(steps.counted("step"))"
        + (wasHumanised ? "; humanise is off: their timing is the drummer’s" : "")
        + (drummerPlays ? "; `drummer off` to hear them alone" : "")
    case .grooveTaken(let name, let places, let beats):
      "groove “\(name)”: \(places.counted("place")) in \(Beats(fraction: beats)?.counted ?? beats)"
    case .ownGroove:
      "the pattern has a groove of its own, which it keeps: `groove pattern off` ends that"
    case .imported(let file, let summary): "\(file): \(summary)"
    case .exported(let file, let omission): "wrote \(file)\(omission)"
    case .tempoKept(let leader, let bpm):
      "\(leader) leads: \(MachineStatus.rounded(bpm)) bpm is kept for when it does not"
    case .tempoAsked(let leader, let bpm):
      "\(leader) leads: it is asked for \(MachineStatus.rounded(bpm)) bpm"
    case .setting(let name, let value, let unit):
      SettingAnswer(name: name, value: value, unit: unit).text
    case .hint(let text), .warning(let text): text
    }
  }

  private static func text(fallen hits: [HitPlace]) -> String {
    let most = 8
    var names = hits.prefix(most).map { "\($0.drum) \($0.step)" }
    if hits.count > most { names.append("and \(hits.count - most) more") }
    return
      "\(hits.count.counted("hit")) fell off the end: \(names.joined(separator: ", ")); undo brings them back"
  }

  private static func text(cleared hits: [HitCount]) -> String {
    let total = hits.reduce(0) { $0 + $1.count }
    let names = hits.map { "\($0.drum) \($0.count)" }.joined(separator: ", ")
    return "cleared \(total.counted("hit")): \(names); undo brings them back"
  }

  private static func text(stilled grids: [String]) -> String {
    let names = grids.map { $0.isEmpty ? "the grid" : "the grid of \($0)" }
    return names.joined(separator: " and ")
      + (names.count == 1 ? " no longer moves by itself" : " no longer move by themselves")
      + ": undo brings the temperament back"
  }
}
