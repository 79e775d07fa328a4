import MusicalTime
import Rhythm

extension Machine {
  /// Carries out a command about grids; answers with what fell off a grid that got shorter.
  func perform(_ command: GridCommand) throws(CommandError) -> Reply {
    if command == .list { return .text(Self.presets) }
    var edited = patch
    let fallen: [FallenHit]
    do throws(PatternError) { fallen = try edited.pattern.apply(command) } catch {
      throw CommandError(error.description)
    }
    let before = patch.pattern
    try change(command.changeName, to: edited, isStream: command.isStream)
    var words = fallen.isEmpty ? [] : [Self.notice(of: fallen)]
    if case .lane(_, .length) = command, let stillness = before.stillness(after: patch.pattern) {
      words.append(stillness)
    }
    return words.isEmpty ? .done : .text(words.joined(separator: "\n"))
  }

  private static var presets: String {
    let width = GridPreset.all.map(\.name.count).max() ?? 0
    return GridPreset.all.map { preset in
      preset.name + String(repeating: " ", count: width - preset.name.count + 2) + preset.meaning
    }.joined(separator: "\n")
  }

  private static func notice(of fallen: [FallenHit]) -> String {
    let most = 8
    var names = fallen.prefix(most).map { "\($0.voice) \($0.step + 1)" }
    if fallen.count > most { names.append("and \(fallen.count - most) more") }
    return
      "\(fallen.count.counted("hit")) fell off the end: \(names.joined(separator: ", ")); undo brings them back"
  }
}

extension GridCommand {
  /// What undo calls it.
  fileprivate var changeName: String {
    switch self {
    case .list: "grid"
    case .pattern(.tempered), .pattern(.course): "temper"
    case .pattern: "grid"
    case .lane(let voice, let change): "lane \(voice) \(change.name)"
    case .euclid(let voice, _): "euclid \(voice)"
    case .density(let voice, _): "density \(voice)"
    }
  }

  /// Whether a fader sends it.
  fileprivate var isStream: Bool {
    if case .density = self { true } else { false }
  }
}

extension LaneChange {
  fileprivate var name: String {
    switch self {
    case .grid: "grid"
    case .length: "length"
    case .ratio: "ratio"
    case .turn: "turn"
    case .looseness: "loose"
    case .muteGroup: "group"
    }
  }
}

extension Pattern {
  /// Does what `command` asks of the pattern; answers with the hits that fell off a grid.
  fileprivate mutating func apply(_ command: GridCommand) throws(PatternError) -> [FallenHit] {
    switch command {
    case .list: break
    case .pattern(let choice):
      let (fitted, fallen) = try refitted(to: try choice.made(from: grid))
      self = fitted
      return fallen
    case .lane(let voice, let change): return try apply(change, to: voice)
    case .euclid(let voice, let rhythm): try generate(rhythm, for: voice)
    case .density(let voice, let density): try setDensity(density, of: voice)
    }
    return []
  }

  private mutating func apply(
    _ change: LaneChange, to voice: Voice
  ) throws(PatternError) -> [FallenHit] {
    let present = lane(of: voice).map { grid(of: $0) } ?? grid
    switch change {
    case .grid(let choice): return try setGrid(try choice?.made(from: present), of: voice)
    case .length(let count):
      let resized: Grid
      do { resized = try present.resized(to: count) } catch { throw .grid(error) }
      return try setGrid(resized, of: voice)
    case .ratio(let ratio): try setRatio(ratio, of: voice)
    case .turn(let turn): try setTurn(turn, of: voice)
    case .looseness(let looseness): try setLooseness(looseness, of: voice)
    case .muteGroup(let group): try setMuteGroup(group, of: voice)
    }
    return []
  }
}

extension GridChoice {
  fileprivate func made(from present: Grid) throws(PatternError) -> Grid {
    do { return try grid(from: present) } catch { throw .grid(error) }
  }
}
