import MusicalTime
import Playback
import Rhythm
import Sequencing

/// What is played of the document, and what the engine has not come to yet.
struct Arrangement: Sendable {
  /// The section, from 0, that is played again and again instead of the whole song.
  private(set) var loopedSection: Int?
  /// When what was asked for last begins.
  private var moment = SwitchMoment.now
  /// How many messages the engine had been asked for with that.
  private var message: Int64 = 0
  /// What the engine plays until it has come to that.
  private var before: Heard?
  /// How much later the program's beginning was asked to fall since then.
  private var shift = Beats.zero

  /// How a program takes over.
  struct Takeover: Sendable {
    /// The only section of the song that it plays.
    let section: Int?
    let moment: SwitchMoment
    /// How much later its beginning falls than that of the program before.
    let shift: Beats
    fileprivate let before: Heard
    fileprivate let wholeShift: Beats
  }

  /// What is heard of `patch` where the engine stands so.
  func playing(_ patch: Patch, _ now: EngineStatus) -> Playing {
    let coming = Heard(patch: patch, loopedSection: loopedSection)
    let isSettled = isSettled(now)
    return Playing(
      heard: isSettled ? coming : before ?? coming, place: now.place, coming: coming,
      waiting: moment == .now || isSettled ? nil : moment)
  }

  /// How a program of `next` takes over from that of `patch`.
  ///
  /// An edit goes along with a switch that waits; else it is heard at once, where the song is.
  func takeover(
    by next: Patch, of patch: Patch, as entrance: SwitchRequest?, _ now: EngineStatus
  ) -> Takeover {
    let playing = playing(patch, now)
    let section = section(in: next, of: patch, as: entrance)
    let moment = entrance?.moment ?? playing.waiting ?? .now
    let asked = isSettled(now) ? .zero : shift
    let whole = playing.shift(to: Heard(patch: next, loopedSection: section))
    let shift = moment == .now ? whole - asked : .zero
    return Takeover(
      section: section, moment: moment, shift: shift, before: playing.heard,
      wholeShift: asked + shift)
  }

  /// The only section that a program of `next`, which comes after `patch`, plays; nil where that is all.
  func section(in next: Patch, of patch: Patch, as entrance: SwitchRequest?) -> Int? {
    entrance.map(\.section) ?? kept(in: next, of: patch)
  }

  /// The section of `next`, an edit of `patch`, that is still looped; nil where a pattern is played.
  private func kept(in next: Patch, of patch: Patch) -> Int? {
    guard next.playsSections else { return nil }
    return loopedSection.flatMap { patch.song.place(of: $0, in: next.song) }
  }

  /// The engine was asked for it, by its `message`th message.
  mutating func begin(_ takeover: Takeover, message: Int64) {
    loopedSection = takeover.section
    moment = takeover.moment
    self.message = message
    before = takeover.before
    shift = takeover.wholeShift
  }

  /// Whether the engine plays what was asked for last.
  private func isSettled(_ now: EngineStatus) -> Bool {
    now.messagesDone >= message && !now.isSwitchPending
  }
}

extension Playing {
  /// How much later the beginning of `coming` must fall, for the song to go on where it is.
  fileprivate func shift(to coming: Heard) -> Beats {
    guard heard.isSong || coming.isSong else { return .zero }
    guard heard.isSong, coming.isSong else { return place.loopStart }
    let song = coming.patch.song
    var target = CompiledProgram.Position()
    // In place of a section that was taken out the one after it goes on.
    target.section =
      heard.patch.song.place(of: place.section, in: song)
      ?? min(place.section, song.sections.count - 1)
    let isAgain = (heard.loopedSection == nil) == (coming.loopedSection == nil)
    let comesRound = coming.loopedSection != nil || song.loops
    target.round = isAgain && comesRound ? place.round : 0
    return heard.sectionStart(at: place) - coming.sectionStart(at: target)
  }
}
