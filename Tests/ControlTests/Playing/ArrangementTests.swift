import GhostnoteTesting
import MusicalTime
import Playback
import Rhythm
import Sequencing
import Testing

@testable import Control

/// What is heard and what waits, with the engine's state written by hand.
@Suite struct ArrangementTests {
  private let patch: Patch

  init() throws {
    patch = try Patch(
      patterns: """
        a kick xxxx
        b snare xx
        c clap xxxx
        """, song: "b c b")
  }

  /// An engine that carried out that number of messages.
  private func engine(done: Int64, waits: Bool = false, section: Int = 0) -> EngineStatus {
    var status = EngineStatus()
    status.messagesDone = done
    status.isSwitchPending = waits
    status.place.section = section
    return status
  }

  private func selecting(_ number: Int) throws -> Patch {
    var next = patch
    try next.select(number)
    return next
  }

  private var song: Patch {
    var next = patch
    next.playsSong = true
    return next
  }

  @Test func `what was asked for is heard once the engine has come to it`() throws {
    var arrangement = Arrangement()
    let next = try selecting(1)
    let takeover = arrangement.takeover(
      by: next, of: patch, as: SwitchRequest(moment: .loopEnd, section: nil), engine(done: 3))
    arrangement.begin(takeover, message: 4)
    for now in [engine(done: 3), engine(done: 4, waits: true)] {
      let playing = arrangement.playing(next, now)
      #expect(playing.heard.patch.pattern.name == "a")
      #expect(playing.coming.patch.pattern.name == "b")
      #expect(playing.waiting == .loopEnd)
    }
    let playing = arrangement.playing(next, engine(done: 4))
    #expect(playing.heard.patch.pattern.name == "b")
    #expect(playing.waiting == nil)
  }

  @Test func `an edit goes along with a switch that waits, and is heard at once without one`()
    throws
  {
    var arrangement = Arrangement()
    let next = try selecting(1)
    arrangement.begin(
      arrangement.takeover(
        by: next, of: patch, as: SwitchRequest(moment: .bar, section: nil), engine(done: 0)),
      message: 1)
    let waiting = engine(done: 1, waits: true)
    #expect(arrangement.takeover(by: next, of: next, as: nil, waiting).moment == .bar)
    #expect(arrangement.takeover(by: next, of: next, as: nil, engine(done: 1)).moment == .now)
  }

  @Test func `a pattern becomes the song at the loop that is heard`() {
    let arrangement = Arrangement()
    var now = engine(done: 0)
    now.place.loopStart = Beats(12)
    let takeover = arrangement.takeover(by: song, of: patch, as: .opening, now)
    #expect(takeover.shift == Beats(12))
  }

  @Test func `the song goes on where it is when a section before it is taken out`() throws {
    let arrangement = Arrangement()
    var shorter = song.song
    try shorter.remove(at: 0)
    var next = song
    try next.setSong(shorter)
    // The clap's section began after the first: after `b` without it, that is at 0.
    let takeover = arrangement.takeover(by: next, of: song, as: nil, engine(done: 0, section: 1))
    #expect(takeover.shift == song.songForm.borders[1])
  }

  @Test func `two edits that the engine has not come to shift the song once`() throws {
    var arrangement = Arrangement()
    var shorter = song.song
    try shorter.remove(at: 0)
    var next = song
    try next.setSong(shorter)
    let now = engine(done: 0, section: 1)
    let first = arrangement.takeover(by: next, of: song, as: nil, now)
    arrangement.begin(first, message: 1)
    let second = arrangement.takeover(by: next, of: next, as: nil, now)
    #expect(first.shift != .zero)
    #expect(second.shift == .zero)
  }

  @Test func `a looped section stays the same one when others move`() throws {
    var arrangement = Arrangement()
    arrangement.begin(
      arrangement.takeover(
        by: song, of: song, as: SwitchRequest(moment: .now, section: 1), engine(done: 0)),
      message: 1)
    #expect(arrangement.playing(song, engine(done: 1)).loopedSection == 1)
    var longer = song.song
    try longer.insert(Section(pattern: "a"), at: 0)
    var next = song
    try next.setSong(longer)
    let takeover = arrangement.takeover(by: next, of: song, as: nil, engine(done: 1))
    #expect(takeover.section == 2)
  }

  @Test func `a section is looped no longer where an edit lets a pattern play`() {
    var arrangement = Arrangement()
    arrangement.begin(
      arrangement.takeover(
        by: song, of: song, as: SwitchRequest(moment: .now, section: 1), engine(done: 0)),
      message: 1)
    let takeover = arrangement.takeover(by: patch, of: song, as: nil, engine(done: 1))
    #expect(takeover.section == nil)
  }
}
