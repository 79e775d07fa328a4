public import Drummer

/// Training of the drummer of 2017, a baseline beside our own design: the same layers, chunks of 200
/// hits through which it learns backward, and no conditions.
public final class ClassicTraining {
  /// One time through all pieces.
  public struct Epoch: Sendable, Hashable {
    /// The first is 1.
    public let number: Int
    /// As it learned.
    public let training: ClassicForesight
    /// After that, of pieces that it does not learn from.
    public let validation: ClassicForesight
    /// Whether no epoch before was better.
    public let isBest: Bool
  }

  public let settings: TrainingSettings
  private let training: ClassicSet
  private let validation: ClassicSet
  private let band: ClassicBand
  private var chance: SplitMix
  private var epochs = 0
  private var best: (nats: Double, weights: [Float])?

  /// Prepares to learn from `training` and to be judged by `validation`.
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
      band = try ClassicBand(design, velocities: self.training.velocities, settings)
    } catch { throw .blas(error) }
    band.weights.begin(&chance)
  }

  /// Learns from every piece once; `progress` hears which share of the epoch is done.
  ///
  /// Throws where the nats are no number any more; `model` is then the last good one.
  public func epoch(progress: (Double, ClassicForesight) -> Void = { _, _ in })
    throws(ClassicTrainingError) -> Epoch
  {
    var dealer = ClassicDealer(
      shuffled: training, rows: settings.rows, times: settings.times,
      chunks: settings.stretchChunks, chance: &chance)
    var learned = ClassicForesight()
    while let chunk = dealer.next() {
      let done = Double(learned.hits) / Double(training.events.count)
      let rate = settings.rate(
        step: band.steps, done: (Double(epochs) + done) / Double(settings.epochs))
      learned.add(band.learn(chunk, training, rate: rate, dropoutSeed: chance.next()))
      progress(Double(learned.hits) / Double(training.events.count), learned)
    }
    epochs += 1
    let judged = judge()
    guard judged.natsAHit.isFinite else { throw .notFinite(epoch: epochs) }
    let isBest = judged.natsAHit < best?.nats ?? .infinity
    if isBest { best = (judged.natsAHit, band.weights.forModel) }
    return Epoch(number: epochs, training: learned, validation: judged, isBest: isBest)
  }

  /// The best so far, with its figures on `card`.
  public func model(card: ModelCard = .classic) -> ClassicModel {
    var card = card
    card.styles = []
    if let best { card.metrics["validation"] = best.nats }
    return ClassicModel(
      design: band.weights.design, weights: best?.weights ?? band.weights.forModel,
      velocities: training.velocities, card: card)
  }

  private func judge() -> ClassicForesight {
    var dealer = ClassicDealer(inOrder: validation, rows: settings.rows, times: settings.times)
    var judged = ClassicForesight()
    while let chunk = dealer.next() { judged.add(band.hear(chunk, validation)) }
    return judged
  }
}

extension TrainingSettings {
  /// How the classic design is trained: backward through 200 hits.
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

/// Why the classic design could not be trained.
public enum ClassicTrainingError: Error, Hashable, CustomStringConvertible {
  /// There is nothing to learn from, or nothing to judge by.
  case empty
  case blas(BLASError)
  case design(ClassicDesignError)
  /// The nats of an epoch are no number.
  case notFinite(epoch: Int)

  public var description: String {
    switch self {
    case .empty: "no hits to learn from, or none to judge by: give a folder with more 4/4 pieces"
    case .blas(let error): error.description
    case .design(let error): error.description
    case .notFinite(let epoch):
      "epoch \(epoch): the nats are no number any more; the best epoch before it is kept"
    }
  }
}
