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
    do throws(PatternError) { fallen = try apply(to: &edited.pattern) } catch {
      throw CommandError(error.description)
    }
    var remarks: [Remark] = []
    if !fallen.isEmpty {
      remarks.append(
        .fell(hits: fallen.map { Remark.HitPlace(drum: "\($0.voice)", step: $0.step + 1) }))
    }
    let loss = PatternLoss(from: context.patch.pattern, to: edited.pattern)
    if case .lane(_, .length) = self, let stilled = loss.stilled { remarks.append(stilled) }
    return .change(PatchChange(context.name, to: edited), .remarks(orDone: remarks))
  }

  /// Does what it asks of `pattern`; returns the hits that fell off a grid.
  private func apply(to pattern: inout Pattern) throws(PatternError) -> [FallenHit] {
    switch self {
    case .list: break
    case .pattern(let choice):
      let (fitted, fallen) = try pattern.refitted(to: try choice.made(from: pattern.grid))
      pattern = fitted
      return fallen
    case .lane(let voice, let change): return try change.apply(to: voice, of: &pattern)
    case .euclid(let voice, let rhythm): try pattern.generate(rhythm, for: voice)
    case .density(let voice, let density): try pattern.setDensity(density, of: voice)
    }
    return []
  }
}

extension LaneChange {
  /// Does what it asks of a lane; returns the hits that fell off its grid.
  fileprivate func apply(
    to voice: Voice, of pattern: inout Pattern
  ) throws(PatternError) -> [FallenHit] {
    let present = pattern.lane(of: voice).map { pattern.grid(of: $0) } ?? pattern.grid
    switch self {
    case .grid(let choice):
      return try pattern.setGrid(try choice?.made(from: present), of: voice)
    case .length(let count):
      let resized: Grid
      do { resized = try present.resized(to: count) } catch { throw .grid(error) }
      return try pattern.setGrid(resized, of: voice)
    case .ratio(let ratio): try pattern.setRatio(ratio, of: voice)
    case .turn(let turn): try pattern.setTurn(turn, of: voice)
    case .looseness(let looseness): try pattern.setLooseness(looseness, of: voice)
    case .muteGroup(let group): try pattern.setMuteGroup(group, of: voice)
    }
    return []
  }
}

extension GridChoice {
  fileprivate func made(from present: Grid) throws(PatternError) -> Grid {
    do { return try grid(from: present) } catch { throw .grid(error) }
  }
}
