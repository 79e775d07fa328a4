import Commands
import Playback
import Rhythm
import Sequencing

extension ArrangementStatus {
  init(_ patch: Patch, _ playing: Playing, engine: EngineStatus) {
    self.init()
    pattern = patch.pattern.name
    number = patch.selected + 1
    count = patch.patterns.count
    queue = playing.waiting.map {
      .init(what: playing.coming.words, pattern: playing.coming.pattern, at: "\($0)")
    }
    song = SongPosition(playing.heard, engine)
    isFilling = engine.isFilling
    mutedGroups = patch.mutedGroups.sorted()
  }
}

extension ArrangementStatus.SongPosition {
  fileprivate init?(_ heard: Heard, _ engine: EngineStatus) {
    let sections = heard.patch.song.sections
    guard heard.isSong, sections.indices.contains(engine.place.section) else { return nil }
    let playing = sections[engine.place.section]
    self.init(
      section: engine.place.section + 1, sections: sections.count, pattern: playing.pattern,
      time: Int(engine.place.loop) + 1, times: playing.repeats,
      isLooped: heard.loopedSection != nil)
  }
}

extension Heard {
  /// The name of the pattern that is played for itself.
  fileprivate var pattern: String? {
    loopedSection == nil && !isSong ? patch.pattern.name : nil
  }

  /// What is played, in words.
  fileprivate var words: String {
    if let loopedSection { return "section \(loopedSection + 1)" }
    return pattern.map { "pattern \($0)" } ?? "song"
  }
}
