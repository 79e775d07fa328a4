import MusicalTime
import Rhythm
import Testing

@testable import Drummer

/// What a bar's hits are to the drummer, at the bar's borders above all.
@Suite struct SheetTests {
  private func sheet(_ feel: TempoFeel, start: Int = 32) -> Sheet {
    var settings = DrummerSettings()
    settings.feel = feel
    return Sheet(
      BarDirection(settings: settings, tempo: .standard), number: 2, start: start)
  }

  /// Steps from the bar's beginning and offsets of hits at 1/192 beats.
  private func places(_ feel: TempoFeel, _ beats: [Int64]) -> [[Int]] {
    let hits = beats.map {
      Hit(drum: .snare, velocity: Velocity(clamping: 90), beat: Beats($0, over: 192))
    }
    return sheet(feel).tokens(of: hits).map { [$0.step - 32, Int($0.token.offset)] }
  }

  @Test func `hits become the drummer's steps and offsets in any feel`() {
    // On the beat, an eighth later, and 1/48 beat before the third beat.
    let beats: [Int64] = [0, 96, 380]
    #expect(places(.half, beats) == [[0, 12], [1, 12], [4, 11]])
    #expect(places(.normal, beats) == [[0, 12], [2, 12], [8, 10]])
    #expect(places(.double, beats) == [[0, 12], [4, 12], [16, 8]])
  }

  @Test func `hits at the bar's borders stay in their bar`() {
    // −1/4, −1/8, 3 13/16 and just under 4 beats.
    let beats: [Int64] = [-48, -24, 732, 767]
    #expect(places(.half, beats) == [[0, 0], [0, 6], [7, 23]])
    #expect(places(.normal, beats) == [[0, 0], [15, 18], [15, 23]])
    #expect(places(.double, beats) == [[0, 0], [31, 0], [31, 23]])
  }

  @Test func `of hits that come to lie on one tick the harder stays`() {
    let hits = [30, 99].enumerated().map { index, velocity in
      Hit(
        drum: .kick, velocity: Velocity(clamping: velocity),
        beat: Beats(765 + Int64(index), over: 192))
    }
    #expect(sheet(.double).tokens(of: hits).map(\.velocity) == [99])
  }

  @Test func `what lies in other bars is not heard`() {
    for feel in TempoFeel.allCases { #expect(places(feel, [-49, -300, 768, 2000]).isEmpty) }
  }
}
