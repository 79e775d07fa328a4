import Commands
import MusicalTime
import Playback
import Rhythm
import Sequencing

extension Machine {
  func perform(_ song: SongCommand, as command: Command) throws(CommandError) -> Reply {
    switch song {
    case .show: return .song(songListing)
    case .play(let moment): try playSong(at: moment)
    case .off(let moment):
      guard heard.isSong || patch.playsSong else { return .done }
      var next = patch
      next.playsSong = false
      try perform(next, as: SwitchRequest(moment: moment, section: nil))
    case .loop(let section): try loop(section)
    default: try edit(song, as: command.undoName)
    }
    return .done
  }

  private func edit(_ command: SongCommand, as name: String) throws(CommandError) {
    let song = try edited(command)
    try rearrange(name) { next throws(PatchRuleError) in
      try next.setSong(song)
      if song.sections.isEmpty { next.playsSong = false }
    }
  }

  private func edited(_ command: SongCommand) throws(CommandError) -> Song {
    var song = patch.song
    switch command {
    case .add(let part): try insert(part, in: &song, at: song.sections.count)
    case .insert(let number, let part): try insert(part, in: &song, at: number)
    case .groove(let number, let asked):
      let use = try asked.map { asked throws(CommandError) in try groove(asked) }
      try change(&song) { song throws(PatchRuleError) in
        try song.change(number) { $0.groove = use }
      }
    default:
      try change(&song) { song throws(PatchRuleError) in try Self.change(&song, as: command) }
    }
    return song
  }

  private func change(
    _ song: inout Song, _ edit: (inout Song) throws(PatchRuleError) -> Void
  ) throws(CommandError) {
    do throws(PatchRuleError) { try edit(&song) } catch {
      throw CommandError("song, \(error)")
    }
  }

  private static func change(
    _ song: inout Song, as command: SongCommand
  ) throws(PatchRuleError) {
    switch command {
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

  private func insert(
    _ part: SongPart, in song: inout Song, at number: Int
  ) throws(CommandError) {
    let name =
      try part.pattern.map { choice throws(CommandError) in
        patch.patterns[try self.number(of: choice)].name
      } ?? playing.name
    let section = Section(pattern: name, repeats: part.repeats, tempo: part.tempo)
    try change(&song) { song throws(PatchRuleError) in try song.insert(section, at: number) }
  }

  /// The pattern that is playing; where it was chosen just now, that one.
  private var playing: Pattern {
    guard waitingMoment != nil || heard.isSong && patch.playsSong else { return patch.pattern }
    return heard.pattern(at: engine.status().place)
  }

  private func playSong(at moment: SwitchMoment) throws(CommandError) {
    guard !patch.song.sections.isEmpty else {
      throw CommandError("song play: the song is empty: `song add` puts a pattern into it")
    }
    var next = patch
    next.playsSong = true
    try perform(next, as: SwitchRequest(moment: moment, section: nil))
  }

  private func loop(_ section: Int?) throws(CommandError) {
    let heard = heard
    var next = patch
    next.playsSong = true
    guard let section else {
      guard arrangement.loopedSection != nil else {
        throw CommandError("song loop off: no section is looped")
      }
      // Where the section has begun the song goes on from there.
      let moment: SwitchMoment = heard.isSong ? .now : .loopEnd
      return try perform(next, as: SwitchRequest(moment: moment, section: nil))
    }
    do throws(PatchRuleError) { try patch.song.check(section) } catch {
      throw CommandError(error.description)
    }
    let isPlaying = heard.isSong && engine.status().place.section == section
    try perform(next, as: SwitchRequest(moment: isPlaying ? .now : .loopEnd, section: section))
  }

  /// The groove of that name that something in the patch is played with already, or the preset.
  private func groove(_ asked: SongGroove) throws(CommandError) -> GrooveUse {
    let uses = [patch.groove] + patch.patterns.map(\.groove) + patch.song.sections.map(\.groove)
    let known = uses.compactMap { $0 }.first { $0.groove.name == asked.name }
    do {
      let found = try known ?? GrooveUse(Groove(named: asked.name))
      return GrooveUse(
        found.groove, timing: asked.timing ?? found.timing,
        velocity: asked.velocity ?? found.velocity)
    } catch { throw CommandError("song groove: \(error)") }
  }

  /// The song, and which of its sections is heard.
  private var songListing: SongListing {
    SongListing(
      patch, playing: heard.isSong ? engine.status().place.section : nil,
      looped: arrangement.loopedSection)
  }
}
