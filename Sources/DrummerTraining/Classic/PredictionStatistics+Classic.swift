public import Drummer
import MusicalTime

extension PredictionStatistics {
  /// Evaluates a classic model on pieces hit by hit, as when playing.
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
        add(
          listener.follow(
            drum: drums[Int(event.drum)], wait: waits[Int(event.wait)],
            velocity: Int(event.velocity)))
      }
    }
  }

  private mutating func add(_ hit: ClassicListener.Surprise) {
    add(hits: 1, bothRight: hit.wait.isLikeliest && hit.drum.isLikeliest ? 1 : 0)
    for (attribute, loss) in [
      (Attribute.step, hit.wait), (.drum, hit.drum), (.velocity, hit.velocity),
    ] {
      add(attribute, nats: loss.nats, right: loss.isLikeliest ? 1 : 0)
    }
  }
}
