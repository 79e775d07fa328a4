import Drummer
import DrummerTraining
import GhostnoteTesting
import MusicalTime
import Testing

/// Counts the recordings beside the checkout as the reference does.
@Suite(.enabled(if: SharedFiles.groove != nil))
struct GrooveCorpusTests {
  @Test func `the numbers of pieces and hits equal the reference's`() throws {
    let corpus = try Corpus(folder: #require(SharedFiles.groove))
    #expect(corpus.pieces.count == 1021 && corpus.skipped == [] && corpus.unheard == [:])
    #expect(corpus.pieces(in: .train).count == 887)
    let validation = corpus.pieces(in: .validation)
    #expect(validation.count == 122)
    #expect(corpus.pieces.count { $0.split == .validation } == 124)
    #expect(validation.map { Vocabulary.tokens(of: $0.hits).count }.reduce(0, +) == 42_441)
    let golden = try #require(validation.first { $0.id == "drummer1/session1/145" })
    #expect(Vocabulary.tokens(of: golden.hits).count == 247)
    #expect(golden.tempo.bpm == 95 && golden.style == "latin" && !golden.isFill)
    let piece = TrainingPiece(golden, styles: Vocabulary.grooveStyles)
    #expect(piece.conditions.style == 3 && piece.conditions.player == 0)
  }
}
