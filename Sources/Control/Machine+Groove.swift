import Commands
import MIDI
import MIDIFiles
import MusicalTime
import Rhythm

extension Machine {
  /// Gives the patch or its pattern a groove, or lists those that have names.
  func perform(_ command: GrooveCommand) throws(CommandError) -> Reply {
    switch command {
    case .list: return .presets(Self.grooveListing)
    case .use(let use, let place):
      try put(use, place)
      guard place == .patch, patch.pattern.groove != nil else { return .done }
      return .remark(.ownGroove)
    case .extract(let source, let name, let place):
      let groove = try groove(of: source, name: name)
      try put(GrooveUse(groove), place, extractedFrom: source)
      return .remark(
        .grooveTaken(
          name: groove.name, places: groove.warp.points.count, beats: groove.warp.period.fraction))
    }
  }

  private func put(
    _ use: GrooveUse?, _ place: GrooveCommand.Target,
    extractedFrom source: GrooveCommand.Source? = nil
  ) throws(CommandError) {
    var edited = patch
    switch place {
    case .pattern: edited.pattern.groove = use
    case .patch:
      edited.groove = use
      // It plays in its own groove as it is: once more, all of it would be doubled.
      if source == .pattern, edited.pattern.groove == nil { edited.pattern.groove = .straight }
    }
    try change("groove \(use?.groove.name ?? "off")", to: edited)
  }

  private func groove(
    of source: GrooveCommand.Source, name: String?
  ) throws(CommandError) -> Groove {
    switch source {
    case .pattern:
      let pattern = patch.pattern
      let called = name ?? (pattern.name.isEmpty ? "pattern" : pattern.name)
      do { return try Groove(name: called, of: pattern) } catch {
        throw CommandError("groove extract: pattern “\(pattern.name)”: \(error)")
      }
    case .file(let file):
      let track = try CommandError.wrapping { try MIDIFile.song(at: file) }
      do {
        return try Groove(name: name ?? MIDIFile.name(of: file), of: track, map: patch.input)
      } catch { throw CommandError("\(file): \(error)") }
    }
  }

  private static var grooveListing: [PresetRow] {
    GroovePreset.all.map { PresetRow(name: $0.groove.name, meaning: $0.meaning) }
      + [
        PresetRow(
          name: "swing8 66, swing16 2/3", meaning: "8ths or 16ths at any share of 50 to 75 %")
      ]
  }
}
