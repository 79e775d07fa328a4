import Commands
import MIDI
import MIDIFiles
import MusicalTime
import Rhythm

extension GrooveCommand {
  /// What it comes to: the patch or its pattern gets a groove, or those that have names are listed.
  func outcome(in context: CommandContext) throws(CommandError) -> CommandOutcome {
    let patch = context.patch
    switch self {
    case .list: return .reply(.presets(Self.listing))
    case .use(let use, let target):
      let hidesOwn = target == .patch && patch.pattern.groove != nil
      return .change(target.putting(use, into: patch), hidesOwn ? .remark(.ownGroove) : .done)
    case .extract(let source, let name, let target):
      let groove = try source.groove(of: patch, name: name)
      let remark = Remark.grooveTaken(
        name: groove.name, places: groove.warp.points.count, beats: groove.warp.period.fraction)
      return .change(
        target.putting(GrooveUse(groove), into: patch, extractedFrom: source), .remark(remark))
    }
  }

  private static var listing: [PresetRow] {
    GroovePreset.all.map { PresetRow(name: $0.groove.name, meaning: $0.meaning) }
      + [
        PresetRow(
          name: "swing8 66, swing16 2/3",
          meaning: "8ths or 16ths at any share of \(SwingShare.percents.words(unit: "%"))")
      ]
  }
}

extension GrooveCommand.Target {
  fileprivate func putting(
    _ use: GrooveUse?, into patch: Patch, extractedFrom source: GrooveCommand.Source? = nil
  ) -> PatchChange {
    var edited = patch
    switch self {
    case .pattern: edited.pattern.groove = use
    case .patch:
      edited.groove = use
      // It plays in its own groove as it is: once more, all of it would be doubled.
      if source == .pattern, edited.pattern.groove == nil { edited.pattern.groove = .straight }
    }
    return PatchChange("groove \(use?.groove.name ?? "off")", to: edited)
  }
}

extension GrooveCommand.Source {
  fileprivate func groove(of patch: Patch, name: String?) throws(CommandError) -> Groove {
    switch self {
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
}
