import Commands
import Rhythm
import Surfaces

/// What a device must show of a document at rest, written down once more.
struct SurfaceOracle {
  let patch: Patch
  let model: VirtualSurface.Model

  private static let rows = [
    "kick", "snare", "closedhat", "openhat", "clap", "tom1", "tom3", "crash",
  ]

  func pad(_ column: Int, _ row: Int, of page: SurfacePage) -> String? {
    switch page {
    case .steps: step(column, row)
    case .drums: drum(column, row)
    case .patterns: pattern(8 * row + column)
    case .song: section(8 * row + column)
    case .drummer: drummer(column, row)
    }
  }

  private func step(_ column: Int, _ row: Int) -> String? {
    guard let drum = Drum(name: Self.rows[row]), let lane = patch.pattern.lane(of: drum),
      column < lane.steps.count, let step = lane.steps[column]
    else { return nil }
    let level = step.velocity.value > 90 ? 2 : step.velocity.value > 50 ? 1 : 0
    return model.expected(Self.colour(of: drum), lane.isMuted ? 0 : level)
  }

  private func drum(_ column: Int, _ row: Int) -> String? {
    let index = 8 * (model.rows - 1 - row) + column
    return index < 26 ? model.expected(Self.colour(of: Drum.all[index]), 1) : nil
  }

  private func pattern(_ index: Int) -> String? {
    guard index < patch.patterns.count else { return nil }
    return model.expected("blue", index == patch.selected ? 2 : 1)
  }

  private func section(_ index: Int) -> String? {
    index < patch.song.sections.count ? model.expected("orange", 1) : nil
  }

  private func drummer(_ column: Int, _ row: Int) -> String? {
    let settings = patch.drummer
    let knobs = [
      ("cyan", settings.density), ("yellow", settings.loudness), ("orange", settings.wildness),
      ("purple", settings.listening),
    ]
    if column < 4 {
      let lit = 1 + Int((knobs[column].1 * Double(model.rows - 1)).rounded())
      return row >= model.rows - lit ? model.expected(knobs[column].0, 2) : nil
    }
    // Four rows are one too few for what the drummer is asked for.
    let request = model.rows < 5 ? 4 * (column - 4) + row : column == 4 ? row : 5
    guard request < 5 else { return nil }
    if request == 0 { return model.expected("green", settings.isOn ? 2 : 0) }
    return model.expected(["yellow", "blue", "blue", "red"][request - 1], 1)
  }

  private static func colour(of drum: Drum) -> String {
    switch drum.name {
    case let name where name.hasPrefix("kick"): "orange"
    case let name where name.hasPrefix("snare") || name == "clap" || name == "sidestick": "yellow"
    case let name where name.hasSuffix("hat"): "cyan"
    case let name where name.hasPrefix("tom"): "purple"
    case "crash", "crash2", "china", "splash", "ride", "ride2", "ridebell": "blue"
    default: "green"
    }
  }
}
