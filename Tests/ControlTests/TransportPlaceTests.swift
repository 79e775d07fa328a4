import GhostnoteTesting
import MusicalTime
import Playback
import Rhythm
import Sequencing
import Testing

@testable import Control

/// What those who count bars learn of the pattern that is heard.
@Suite struct TransportPlaceTests {
  private let patch: Patch

  init() throws {
    // Four, three and six steps of a quarter: bars of 4/4, of 3/4, and of 4/4 that a loop of six beats cuts.
    var patch = try Patch(
      patterns: """
        a kick xxxx
        b snare xxx
        c clap xxxxxx
        """, song: "a b c")
    var (patterns, song) = (patch.patterns, patch.song)
    patterns[2].meter = .fourFour
    song.loops = true
    try patch.setPatterns(patterns, selected: 0, song: song)
    self.patch = patch
  }

  private func heard(song: Bool, looping section: Int? = nil) -> Heard {
    var next = patch
    next.playsSong = song
    return Heard(patch: next, loopedSection: section)
  }

  /// What is reported at `beat` while `heard` is played, and the first pattern of the patch is edited.
  private func place(
    at beat: Beats, of heard: Heard, origin: Beats = .zero, waiting: SwitchMoment? = nil
  ) -> TransportPlace {
    var status = EngineStatus()
    let program = Program(heard.patch, section: heard.loopedSection)
    status.origin = origin
    status.position = beat
    status.place = unsafe program.image.pointee.place(at: beat - origin)
    return TransportPlace(status, in: Playing(heard: heard, coming: heard, waiting: waiting))
  }

  @Test func `the bar is that of the pattern that is heard, whichever is edited`() throws {
    #expect(place(at: Beats(5), of: heard(song: true)).bar == Beats(3))
    #expect(place(at: Beats(1), of: heard(song: true)).bar == Beats(4))
    let alone = place(at: Beats(5), of: heard(song: false))
    #expect(alone.bar == Beats(4))
    #expect(alone.end == nil)
    #expect(alone.barBefore == nil)
  }

  @Test func `the pulse is that of the pattern that is heard as well`() {
    #expect(place(at: Beats(1), of: heard(song: true)).pulse == Beats(1))
    var next = patch
    next.playsSong = false
    next.pattern.meter = Meter("6/8")
    let found = place(at: .zero, of: Heard(patch: next, loopedSection: nil))
    #expect(found.pulse == Beats(1, over: 2))
    #expect(found.bar == Beats(3))
  }

  @Test func `a section tells where it ends, and how long the bar before it is`() {
    // a: 0 to 4, b: 4 to 7, c: 7 to 13; then the song begins again.
    let places = [Beats(1), Beats(5), Beats(12), Beats(14)].map {
      place(at: $0, of: heard(song: true))
    }
    #expect(places.map(\.origin) == [Beats(0), Beats(4), Beats(7), Beats(13)])
    #expect(places.map(\.end) == [Beats(4), Beats(7), Beats(13), Beats(17)])
    #expect(places.map(\.barBefore) == [nil, Beats(4), Beats(3), Beats(2)])
  }

  @Test func `a section that is played again and again comes after itself`() {
    let first = place(at: Beats(1), of: heard(song: true, looping: 1))
    let second = place(at: Beats(4), of: heard(song: true, looping: 1))
    #expect(first.end == Beats(3))
    #expect(first.barBefore == nil)
    #expect(second.end == Beats(6))
    #expect(second.barBefore == Beats(3))
  }

  @Test func `a pattern ends where the one that waits begins`() {
    func end(_ moment: SwitchMoment) -> Beats? {
      place(at: Beats(9), of: heard(song: false), origin: Beats(1), waiting: moment).end
    }
    #expect(end(.loopEnd) == Beats(9))
    #expect(end(.bar) == Beats(9))
    #expect(end(.beat) == nil)
    let later = place(at: Beats(10), of: heard(song: false), origin: Beats(1), waiting: .loopEnd)
    #expect(later.end == Beats(13))
  }
}
