public import Drummer

/// Trains the 2017 design, as a baseline for our own: backpropagation through 200 hits, no
/// conditioning inputs.
public final class ClassicTraining {
  /// The result of one epoch.
  public struct Epoch: Sendable, Hashable {
    /// Counted from 1.
    public let number: Int
    /// On the training pieces, during training.
    public let training: ClassicPredictionStatistics
    /// On the validation pieces, after the epoch.
    public let validation: ClassicPredictionStatistics
    /// Whether it is the best epoch so far.
    public let isBest: Bool
  }

  /// The hyperparameters.
  public let settings: TrainingSettings
  private let training: ClassicSet
  private let validation: ClassicSet
  private let pool: ClassicWorkerPool
  private var chance: SplitMix
  private var epochs = 0
  private var best: (nats: Double, weights: [Float])?

  /// Prepares training on `training`, with validation on `validation`.
  public init(
    training: [TrainingPiece], validation: [TrainingPiece], settings: TrainingSettings = .classic,
    hiddenSize: Int = 200
  ) throws(ClassicTrainingError) {
    (self.training, self.validation) = (ClassicSet(training), ClassicSet(validation))
    guard !self.training.events.isEmpty, !self.validation.events.isEmpty else { throw .empty }
    self.settings = settings
    chance = SplitMix(state: settings.seed)
    let design: ClassicDesign
    do throws(ClassicDesignError) {
      design = try ClassicDesign.trained(hiddenSize: hiddenSize)
    } catch { throw .design(error) }
    do throws(BLASError) {
      pool = try ClassicWorkerPool(design, velocities: self.training.velocities, settings)
    } catch { throw .blas(error) }
    pool.weights.begin(&chance)
  }

  /// Trains for one epoch; `progress` receives the share of the epoch that is done.
  ///
  /// Throws if the loss becomes infinite or NaN; `model` is then the last good one.
  public func epoch(progress: (Double, ClassicPredictionStatistics) -> Void = { _, _ in })
    throws(ClassicTrainingError) -> Epoch
  {
    var dealer = ClassicDealer(
      shuffled: training, rows: settings.rows, times: settings.times,
      chunks: settings.stretchChunks, chance: &chance)
    var learned = ClassicPredictionStatistics()
    while let chunk = dealer.next() {
      let done = Double(learned.hits) / Double(training.events.count)
      let rate = settings.rate(
        step: pool.steps, done: (Double(epochs) + done) / Double(settings.epochs))
      learned.add(pool.learn(chunk, training, rate: rate, dropoutSeed: chance.next()))
      progress(Double(learned.hits) / Double(training.events.count), learned)
    }
    epochs += 1
    let judged = judge()
    guard judged.nllPerHit.isFinite else { throw .notFinite(epoch: epochs) }
    let isBest = judged.nllPerHit < best?.nats ?? .infinity
    if isBest { best = (judged.nllPerHit, pool.weights.forModel) }
    return Epoch(number: epochs, training: learned, validation: judged, isBest: isBest)
  }

  /// The best model so far, with its metrics on `card`.
  public func model(card: ModelCard = .classic) -> ClassicModel {
    var card = card
    card.styles = []
    if let best { card.metrics["validation"] = best.nats }
    return ClassicModel(
      design: pool.weights.design, weights: best?.weights ?? pool.weights.forModel,
      velocities: training.velocities, card: card)
  }

  private func judge() -> ClassicPredictionStatistics {
    var dealer = ClassicDealer(inOrder: validation, rows: settings.rows, times: settings.times)
    var judged = ClassicPredictionStatistics()
    while let chunk = dealer.next() { judged.add(pool.hear(chunk, validation)) }
    return judged
  }
}

extension TrainingSettings {
  /// Hyperparameters of the classic design: backpropagation through 200 hits.
  public static var classic: TrainingSettings {
    var settings = TrainingSettings()
    settings.times = 200
    settings.stretchChunks = 8
    settings.epochs = 20
    settings.rate = 3e-3
    settings.dropout = 0.2
    return settings
  }
}

/// Why the classic design cannot be trained.
public enum ClassicTrainingError: Error, Hashable, CustomStringConvertible {
  /// The training or validation pieces have no hits.
  case empty
  case blas(BLASError)
  case design(ClassicDesignError)
  /// The loss became infinite or NaN.
  case notFinite(epoch: Int)

  /// The reason, as one sentence.
  public var description: String {
    switch self {
    case .empty: "no hits for training or for validation: give a folder with more 4/4 pieces"
    case .blas(let error): error.description
    case .design(let error): error.description
    case .notFinite(let epoch):
      "epoch \(epoch): the loss is not finite; the best earlier epoch is kept"
    }
  }
}
