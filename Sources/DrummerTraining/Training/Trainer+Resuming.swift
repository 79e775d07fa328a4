import Drummer
import MusicalTime

extension Trainer {
  /// Resumes training from a checkpoint with the same pieces.
  public convenience init(
    resuming checkpoint: Checkpoint, training: [TrainingPiece], validation: [TrainingPiece]
  ) throws(TrainingError) {
    try self.init(
      checkpoint.design, checkpoint.settings, card: checkpoint.card, training: training,
      validation: validation)
    let was = checkpoint.state
    guard was.pieces == state.pieces, was.dealer?.fits(set, settings) ?? true else {
      throw .checkpoint(
        path: checkpoint.path,
        reason: """
          it learned from other pieces, \(was.pieces.pieces) (\(was.pieces.hits.counted("hit"))), than the \
          folder has, \(state.pieces.pieces) (\(state.pieces.hits.counted("hit"))); name the same folder, \
          with the same --map and --styles-from-folders
          """)
    }
    guard set.knowsOnlyStyles(below: design.styleCount),
      validationSet.knowsOnlyStyles(below: design.styleCount)
    else {
      throw .checkpoint(
        path: checkpoint.path,
        reason: "its model has \(design.styleCount) styles, fewer than the pieces have")
    }
    let count = weightCount
    bestWeights = try checkpoint.values("training.best", count: count)
    band.moments1.values = try checkpoint.values("training.moments1", count: count)
    band.moments2.values = try checkpoint.values("training.moments2", count: count)
    band.average.values = try checkpoint.values("training.average", count: count)
    band.rowStates = try checkpoint.values("training.rows", count: band.rowStates.count)
    band.weights.load(checkpoint.model.weights)
    band.steps = was.steps
    state = was
  }
}
