import Drummer
import MusicalTime
import Rhythm
import Testing

@testable import DrummerTraining

/// The grooves of a corpus.
@Suite struct GroovePiecesTests {
  private func piece(bars: Int, style: String = "funk", isFill: Bool = false) -> Piece {
    let hits = (0..<4 * bars).map { beat in
      Hit(
        drum: beat % 2 == 0 ? .kick : .snare, velocity: Velocity(clamping: 90),
        beat: Beats(Int64(beat)))
    }
    return Piece(
      id: "p", path: "p.mid", split: .train, style: style, tempo: Tempo(clampingBPM: 96),
      isFill: isFill, hits: hits, length: Beats(Int64(4 * bars)))
  }

  private func grooves(_ pieces: Piece...) -> [GrooveTemplate] {
    GrooveTemplate.templates(of: pieces, styles: ["rock", "funk"])
  }

  @Test func `a piece of four bars and more has a groove, a fill has none`() {
    let found = grooves(piece(bars: 4))
    #expect(found.count == 1)
    #expect(found.first?.style == 1 && found.first?.bpm == 96 && found.first?.hitsPerBar == 4)
    #expect(found.first?.opening.count == 16)
    #expect(grooves(piece(bars: 3)).isEmpty && grooves(piece(bars: 8, isFill: true)).isEmpty)
  }

  @Test func `a long piece has two, and a style that the model doesn't know is none`() {
    #expect(grooves(piece(bars: 32)).count == 1)
    #expect(grooves(piece(bars: 33)).count == 2 && grooves(piece(bars: 400)).count == 2)
    #expect(grooves(piece(bars: 8, style: "polka")).first?.style == nil)
    #expect(grooves().isEmpty)
  }
}
