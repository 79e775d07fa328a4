import Drummer
import MusicalTime

extension TrainingPiece {
  /// Converts a piece; a style that is not in `styles` counts as none.
  public init(_ piece: Piece, styles: [String]) {
    // "drummer7" is player 6, as in the reference's index.
    let number = Int(piece.performer.drop { !$0.isNumber }) ?? 1
    self.init(
      id: piece.id, tokens: Vocabulary.tokens(of: piece.hits),
      conditions: Conditions(
        style: styles.firstIndex(of: piece.style), isFill: piece.isFill,
        player: min(max(number - 1, 0), 10), tempo: piece.tempo))
  }
}
