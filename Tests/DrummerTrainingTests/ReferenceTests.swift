import Drummer
import GhostnoteTesting
import Testing

@testable import DrummerTraining

/// Compares the forward pass with losses of the reference, measured by PyTorch piece by piece.
@Suite(.enabled(if: SharedFiles.groove != nil && SharedFiles.goldenModel != nil))
struct ReferenceTests {
  @Test(arguments: [
    ("drummer1/session1/145", 247, 5.514371, 0.0005), ("", 42_441, 5.71505, 0.0005),
  ])
  func `the reference's weights have the same loss as there`(
    piece: String, hits: Int, nats: Double, tolerance: Double
  ) throws {
    let model = try DrummerModel(path: #require(SharedFiles.goldenModel))
    let corpus = try Corpus(folder: #require(SharedFiles.groove))
    let pieces = corpus.pieces(in: .validation).filter { piece.isEmpty || $0.id == piece }
    let statistics = try Evaluation(model).evaluate(
      pieces.map { TrainingPiece($0, styles: model.styles) })
    #expect(statistics.hits == hits)
    #expect(abs(statistics.nllPerHit - nats) < tolerance, "\(statistics.nllPerHit)")
    if piece.isEmpty { #expect(abs(statistics.accuracy - 0.671) < 0.001, "\(statistics.accuracy)") }
  }
}
