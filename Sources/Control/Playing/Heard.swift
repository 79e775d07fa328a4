import MusicalTime
import Rhythm
import Sequencing

/// What the engine reads: a patch, or one section of its song.
struct Heard: Sendable {
  var patch: Patch
  var loopedSection: Int?

  /// Whether sections are what is played.
  var isSong: Bool { loopedSection != nil || patch.playsSections }

  /// The pattern that sounds in `place`.
  func pattern(at place: CompiledProgram.Position) -> Pattern {
    guard isSong, patch.song.sections.indices.contains(place.section) else { return patch.pattern }
    return patch.pattern(of: patch.song.sections[place.section]) ?? patch.pattern
  }

  /// Where the section of `place` began, from the program's beginning.
  func sectionStart(at place: CompiledProgram.Position) -> Beats {
    let form = patch.songForm
    let borders = form.borders
    guard isSong, borders.indices.contains(place.section + 1) else { return place.loopStart }
    guard loopedSection == nil else {
      return (borders[place.section + 1] - borders[place.section]) * place.round
    }
    return form.length * place.round + borders[place.section]
  }
}

/// What is heard of the document, and what is not yet.
struct Playing: Sendable {
  /// What the engine's place is in: until it has come to what was asked for, what it played before.
  var heard: Heard
  /// Where the engine is in that.
  var place = CompiledProgram.Position()
  /// What was asked for last.
  var coming: Heard
  /// When the switch to it is, where the engine has not come to that yet.
  var waiting: SwitchMoment?

  /// The section of the song, from 0, that is looped as was asked for last.
  var loopedSection: Int? { coming.loopedSection }

  /// The pattern that sounds.
  var pattern: Pattern { heard.pattern(at: place) }
}
