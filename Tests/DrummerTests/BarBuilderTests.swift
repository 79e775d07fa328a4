import MusicalTime
import Rhythm
import Testing

@testable import Drummer

/// Conversion of a bar's hits to tokens, especially at bar lines.
@Suite struct BarBuilderTests {
  private func builder(_ feel: TempoFeel, start: Int = 32) -> BarBuilder {
    var settings = DrummerSettings()
    settings.feel = feel
    return BarBuilder(
      BarDirection(settings: settings, tempo: .standard), number: 2, start: start)
  }

  /// The steps from the bar's beginning and offsets of hits at 1/192 beats.
  private func positions(_ feel: TempoFeel, _ beats: [Int64]) -> [[Int]] {
    let hits = beats.map {
      Hit(drum: .snare, velocity: Velocity(clamping: 90), beat: Beats($0, over: 192))
    }
    return builder(feel).tokens(of: hits).map { [$0.step - 32, Int($0.token.offset)] }
  }

  @Test func `hits become steps and offsets of the model in every feel`() {
    // On the beat, an eighth later, and 1/48 beat before the third beat.
    let beats: [Int64] = [0, 96, 380]
    #expect(positions(.half, beats) == [[0, 12], [1, 12], [4, 11]])
    #expect(positions(.normal, beats) == [[0, 12], [2, 12], [8, 10]])
    #expect(positions(.double, beats) == [[0, 12], [4, 12], [16, 8]])
  }

  @Test func `hits at the bar lines stay in their bar`() {
    // −1/4, −1/8, 3 13/16 and just under 4 beats.
    let beats: [Int64] = [-48, -24, 732, 767]
    #expect(positions(.half, beats) == [[0, 0], [0, 6], [7, 23]])
    #expect(positions(.normal, beats) == [[0, 0], [15, 18], [15, 23]])
    #expect(positions(.double, beats) == [[0, 0], [31, 0], [31, 23]])
  }

  @Test func `of two hits on one tick the louder is kept`() {
    let hits = [30, 99].enumerated().map { index, velocity in
      Hit(
        drum: .kick, velocity: Velocity(clamping: velocity),
        beat: Beats(765 + Int64(index), over: 192))
    }
    #expect(builder(.double).tokens(of: hits).map(\.velocity) == [99])
  }

  @Test func `hits of other bars are ignored`() {
    for feel in TempoFeel.allCases { #expect(positions(feel, [-49, -300, 768, 2000]).isEmpty) }
  }
}
