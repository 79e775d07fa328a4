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
    guard was.pieces == loop.state.pieces, was.sampler?.fits(loop.set, settings) ?? true else {
      throw .checkpoint(
        path: checkpoint.path,
        reason: """
          it learned from other pieces, \(was.pieces.pieces) (\(was.pieces.hits.counted("hit"))), than the \
          folder has, \(loop.state.pieces.pieces) (\(loop.state.pieces.hits.counted("hit"))); name the same folder, \
          with the same --map and --styles-from-folders
          """)
    }
    guard loop.set.knowsOnlyStyles(below: design.styleCount),
      loop.validationSet.knowsOnlyStyles(below: design.styleCount)
    else {
      throw .checkpoint(
        path: checkpoint.path,
        reason: "its model has \(design.styleCount) styles, fewer than the pieces have")
    }
    let count = weightCount
    loop.bestWeights = try checkpoint.values("training.best", count: count)
    pool.moments1.values = try checkpoint.values("training.moments1", count: count)
    pool.moments2.values = try checkpoint.values("training.moments2", count: count)
    pool.average.values = try checkpoint.values("training.average", count: count)
    pool.rowStates = try checkpoint.values("training.rows", count: pool.rowStates.count)
    pool.weights.load(checkpoint.model.weights)
    pool.steps = was.steps
    loop.state = was
  }
}
