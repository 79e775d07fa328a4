import Commands
import Rhythm

extension GridCommand {
  /// What it comes to; says what fell off a grid that got shorter.
  func outcome(in context: CommandContext) throws(CommandError) -> CommandOutcome {
    if self == .list {
      return .reply(
        .presets(GridPreset.all.map { PresetRow(name: $0.name, meaning: $0.meaning) }))
    }
    var edited = context.patch
    let fallen: [FallenHit]
    do throws(PatternError) { fallen = try edited.pattern.apply(self) } catch {
      throw CommandError(error.description)
    }
    var remarks: [Remark] = []
    if !fallen.isEmpty {
      remarks.append(
        .fell(hits: fallen.map { Remark.HitPlace(drum: "\($0.voice)", step: $0.step + 1) }))
    }
    if case .lane(_, .length) = self,
      let stilled = context.patch.pattern.stilled(by: edited.pattern)
    {
      remarks.append(stilled)
    }
    return .change(PatchChange(context.name, to: edited), .remarks(orDone: remarks))
  }
}

extension Pattern {
  /// Does what `command` asks of the pattern; returns the hits that fell off a grid.
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
