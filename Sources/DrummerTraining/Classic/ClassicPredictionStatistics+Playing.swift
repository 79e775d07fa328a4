public import Drummer
import MusicalTime

extension ClassicPredictionStatistics {
  /// Evaluates a model on pieces hit by hit, as when playing.
  ///
  /// A drum or wait outside the model's vocabulary counts as the nearest one.
  public init(of model: ClassicModel, _ pieces: [TrainingPiece]) {
    self.init(of: model, ClassicSet(pieces))
  }

  init(of model: ClassicModel, _ set: ClassicSet) {
    self.init()
    let drums = Vocabulary.drums.map { model.design.index(of: $0) ?? 0 }
    let waits = (0...ClassicSet.longestWait).map { wait in
      model.design.index(ofWait: Vocabulary.tick * Int64(wait))
    }
    for piece in set.pieces {
      var listener = ClassicListener(model)
      for event in set.events[piece] {
        let drum = drums[Int(event.drum)]
        let surprise = listener.hear(
          drum: drum, wait: waits[Int(event.wait)], velocity: Int(event.velocity))
        add(
          waitNats: surprise.wait, drumNats: surprise.drum, velocityNats: surprise.velocity,
          bothRight: surprise.bothLikeliest)
      }
    }
  }
}
