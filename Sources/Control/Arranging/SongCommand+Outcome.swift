import Commands
import MusicalTime
import Playback
import Rhythm
import Sequencing

extension SongCommand {
  /// What it comes to.
  func outcome(in context: CommandContext) throws(CommandError) -> CommandOutcome {
    let (patch, playing) = (context.patch, context.playing)
    switch self {
    case .show: return .reply(.song(SongListing(patch, playing)))
    case .play(let moment):
      guard !patch.song.sections.isEmpty else {
        throw CommandError("song play: the song is empty: `song add` puts a pattern into it")
      }
      return .turn(to: patch.playingSong(true), as: SwitchRequest(moment: moment, section: nil))
    case .off(let moment):
      guard playing.heard.isSong || patch.playsSong else { return .reply(.done) }
      return .turn(to: patch.playingSong(false), as: SwitchRequest(moment: moment, section: nil))
    case .loop(let section):
      return .turn(to: patch.playingSong(true), as: try Self.looping(section, in: context))
    default:
      let song = try edited(context)
      let change = try PatchChange(context.name, of: patch) { next throws(PatchRuleError) in
        try next.setSong(song)
        // One without sections was not played, though a file may say so: its first one begins nothing.
        if song.sections.isEmpty || patch.song.sections.isEmpty { next.playsSong = false }
      }
      return .change(change, .done)
    }
  }

  private static func looping(
    _ section: Int?, in context: CommandContext
  ) throws(CommandError) -> SwitchRequest {
    let playing = context.playing
    guard let section else {
      guard playing.loopedSection != nil else {
        throw CommandError("song loop off: no section is looped")
      }
      // Where the section has begun the song goes on from there.
      return SwitchRequest(moment: playing.heard.isSong ? .now : .loopEnd, section: nil)
    }
    do throws(PatchRuleError) { try context.patch.song.check(section) } catch {
      throw CommandError(error.description)
    }
    let isPlaying = playing.heard.isSong && playing.place.section == section
    return SwitchRequest(moment: isPlaying ? .now : .loopEnd, section: section)
  }

  // MARK: Editing

  private func edited(_ context: CommandContext) throws(CommandError) -> Song {
    var song = context.patch.song
    switch self {
    case .add(let part): try part.insert(in: &song, at: song.sections.count, context)
    case .insert(let number, let part): try part.insert(in: &song, at: number, context)
    case .groove(let number, let asked):
      let use = try asked.map { asked throws(CommandError) in try asked.use(in: context.patch) }
      try song.edit { song throws(PatchRuleError) in
        try song.change(number) { $0.groove = use }
      }
    default:
      try song.edit { song throws(PatchRuleError) in try change(&song) }
    }
    return song
  }

  private func change(_ song: inout Song) throws(PatchRuleError) {
    switch self {
    case .delete(let number): try song.remove(at: number)
    case .move(let number, let target): try song.move(number, to: target)
    case .repeat(let number, let count): try song.change(number) { $0.repeats = count }
    case .tempo(let number, let tempo):
      try song.change(number) { section in
        section.tempo = tempo
        section.tempi = []
      }
    case .again(let loops): song.loops = loops
    case .clear: song.sections = []
    default: break
    }
  }
}

extension Song {
  fileprivate mutating func edit(
    _ edit: (inout Song) throws(PatchRuleError) -> Void
  ) throws(CommandError) {
    do throws(PatchRuleError) { try edit(&self) } catch {
      throw CommandError("song, \(error)")
    }
  }
}

extension SongPart {
  fileprivate func insert(
    in song: inout Song, at number: Int, _ context: CommandContext
  ) throws(CommandError) {
    let name =
      try pattern.map { choice throws(CommandError) in
        context.patch.patterns[try context.patch.number(ofChosen: choice)].name
      } ?? Self.playing(context).name
    let section = Section(pattern: name, repeats: repeats, tempo: tempo)
    try song.edit { song throws(PatchRuleError) in try song.insert(section, at: number) }
  }

  /// The pattern that is playing; where it was chosen just now, that one.
  private static func playing(_ context: CommandContext) -> Pattern {
    let playing = context.playing
    guard playing.waiting != nil || playing.heard.isSong && context.patch.playsSong else {
      return context.patch.pattern
    }
    return playing.pattern
  }
}

extension SongGroove {
  /// The groove of that name that something in the patch is played with already, or the preset.
  fileprivate func use(in patch: Patch) throws(CommandError) -> GrooveUse {
    let uses = [patch.groove] + patch.patterns.map(\.groove) + patch.song.sections.map(\.groove)
    let known = uses.compactMap { $0 }.first { $0.groove.name == name }
    do {
      let found = try known ?? GrooveUse(Groove(named: name))
      return GrooveUse(
        found.groove, timing: timing ?? found.timing, velocity: velocity ?? found.velocity)
    } catch { throw CommandError("song groove: \(error)") }
  }
}

extension SongListing {
  /// The song, and which of its sections is heard.
  fileprivate init(_ patch: Patch, _ playing: Playing) {
    self.init(
      patch, playing: playing.heard.isSong ? playing.place.section : nil,
      looped: playing.loopedSection)
  }
}

extension Patch {
  fileprivate func playingSong(_ playsSong: Bool) -> Patch {
    var next = self
    next.playsSong = playsSong
    return next
  }
}
