import Drummer
import MusicalTime
import Rhythm
import Testing

@Suite struct VocabularyTests {
  private func hit(_ drum: Drum, _ velocity: Int, at ticks: Int64) -> Hit {
    Hit(drum: drum, velocity: Velocity(clamping: velocity), beat: Vocabulary.tick * ticks)
  }

  @Test func `hits become steps, drums, offsets and velocities in the order of sampling`() {
    let tokens = Vocabulary.tokens(of: [
      hit(.snare, 127, at: 23), hit(.kick, 100, at: 2), hit(.closedHat, 64, at: 0),
      hit(.kick2, 7, at: 96 * 12),
    ])
    #expect(
      tokens.map(\.token) == [
        Token(wait: 0, drum: 0, offset: 14, velocity: 25),
        Token(wait: 0, drum: 3, offset: 12, velocity: 16),
        Token(wait: 1, drum: 1, offset: 11, velocity: 31),
        Token(wait: 33, drum: 0, offset: 12, velocity: 1),
      ])
    #expect(tokens.map(\.step) == [0, 0, 1, 48])
  }

  @Test func `of two hits on one tick the louder is kept`() {
    let tokens = Vocabulary.tokens(of: [hit(.snare, 30, at: 24), hit(.snare2, 90, at: 24)])
    #expect(tokens.map(\.velocity) == [90])
  }

  @Test func `drums that none of the 13 can stand for are dropped`() {
    #expect(Vocabulary.tokens(of: [hit(.cowbell, 90, at: 0)]).isEmpty)
  }

  @Test func `hits on the grid of ticks survive the conversion unchanged`() {
    var chance = SystemRandomNumberGenerator()
    let hits = Set(
      (0..<500).map { _ in
        (Int64.random(in: 0..<4000, using: &chance), Int.random(in: 0..<13, using: &chance))
      }.map { [$0, Int64($1)] }
    ).map { hit(Vocabulary.drums[Int($0[1])], Int($0[0] % 127) + 1, at: $0[0]) }.sorted()
    #expect(Vocabulary.tokens(of: hits).map(Vocabulary.hit).sorted() == hits)
  }
}
