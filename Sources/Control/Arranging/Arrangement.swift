import MusicalTime
import Playback
import Rhythm
import Sequencing

/// What is played of the document, and what the engine has not come to yet.
struct Arrangement: Sendable {
  /// The section, from 0, that is played again and again instead of the whole song.
  var loopedSection: Int?
  /// When what was asked for last begins.
  var moment = SwitchMoment.now
  /// How many messages the engine had been asked for with that.
  var message: Int64 = 0
  /// What the engine plays until it has come to that.
  var before: Heard?
  /// How much later the program's beginning was asked to fall since then.
  var shift = Beats.zero
}

/// What the engine reads: a patch, or one section of its song.
struct Heard: Sendable {
  var patch: Patch
  var loopedSection: Int?

  /// Whether sections are what is played.
  var isSong: Bool {
    loopedSection != nil || patch.playsSong && !patch.song.sections.isEmpty
  }

  /// The pattern that sounds in `place`.
  func pattern(at place: CompiledProgram.Position) -> Pattern {
    guard isSong, patch.song.sections.indices.contains(place.section) else { return patch.pattern }
    return patch.pattern(of: patch.song.sections[place.section]) ?? patch.pattern
  }

  /// Where the section of `place` began, from the program's beginning.
  func sectionStart(at place: CompiledProgram.Position) -> Beats {
    let borders = patch.songBorders
    guard isSong, borders.indices.contains(place.section + 1) else { return place.loopStart }
    guard loopedSection == nil else {
      return (borders[place.section + 1] - borders[place.section]) * place.round
    }
    return patch.songLength * place.round + borders[place.section]
  }
}

/// How a program begins that takes over.
struct SwitchRequest: Sendable {
  var moment: SwitchMoment
  /// The only section to play.
  var section: Int?

  /// At once and from the document as it is.
  static let anew = SwitchRequest(moment: .now, section: nil)
}
