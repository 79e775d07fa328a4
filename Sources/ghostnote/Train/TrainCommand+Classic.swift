import ArgumentParser
import Drummer
import DrummerTraining
import Files
import Foundation
import Instrument
import Shell

/// The network design.
enum TrainedDesign: String, ExpressibleByArgument, CaseIterable {
  /// Ghostnote's own.
  case own
  /// The 2017 design, as a baseline.
  case classic
}

extension TrainCommand {
  /// An option that does not apply to the classic design, if one is given.
  var strangerToClassic: String? {
    let given = [
      ("--resume", resume), ("--log", log != nil), ("--plot", plot != nil),
      ("--minutes", training.minutes != nil),
    ]
    return given.first { $0.1 }?.0
  }

  /// Trains the 2017 design; the best model so far is saved after each epoch.
  func trainClassic() throws {
    let output = HomeFolder.expanded(output)
    try FileError.refuseOtherThanFile(at: output)
    if !overwrite { try TrainingFiles.refuseExisting(output) }
    let pieces = try corpus.corpus(folder: HomeFolder.expanded(folder))
    func split(_ split: Piece.Split) throws -> [TrainingPiece] {
      try pieces.requiredPieces(in: split).map { TrainingPiece($0, styles: pieces.styles) }
    }
    var settings = TrainingSettings.classic
    settings.epochs = training.epochs ?? settings.epochs
    settings.seed = training.seed ?? settings.seed
    settings.workers = training.workers ?? settings.workers
    settings.patience = training.patience ?? settings.patience
    settings.rate = training.rate ?? settings.rate
    let learned = try split(.train)
    let trainer = try ClassicTraining(
      training: learned, validation: split(.validation), settings: settings,
      hiddenSize: training.size?.cells ?? 200)
    let saidCard = card.card(folder: folder, styles: [], pieces: learned.count)
    var sinceBest = 0
    for _ in 0..<settings.epochs where sinceBest < settings.patience {
      let began = ContinuousClock.now
      let epoch = try trainer.epoch { done, foresight in
        show(done, foresight)
      }
      report(epoch, took: ContinuousClock.now - began)
      sinceBest = epoch.isBest ? 0 : sinceBest + 1
      guard epoch.isBest else { continue }
      try write(trainer.model(card: saidCard).safetensors.bytes(as: half ? .f16 : .f32), to: output)
    }
    print("\(output): classic, the best of these epochs")
  }

  private func show(_ done: Double, _ foresight: ClassicPredictionStatistics) {
    guard isatty(STDERR_FILENO) == 1 else { return }
    let line = String(
      format: "\r\u{1B}[2K%3.0f %% %.3f nats, %.1f %% right", 100 * done, foresight.nllPerHit,
      100 * foresight.accuracy)
    StandardStreams.write(line, to: STDERR_FILENO)
  }

  private func report(_ epoch: ClassicTraining.Epoch, took: Duration) {
    if isatty(STDERR_FILENO) == 1 { StandardStreams.write("\r\u{1B}[2K", to: STDERR_FILENO) }
    let seconds = took / .seconds(1)
    let (hits, judged) = (Double(epoch.validation.hits), epoch.validation)
    print(
      String(
        format: "epoch %d: training %.3f, validation %.3f nats per hit "
          + "(wait %.3f, drum %.3f, velocity by table %.3f), %.1f %% right, %.1f s%@",
        epoch.number, epoch.training.nllPerHit, judged.nllPerHit, judged.waitNats / hits,
        judged.drumNats / hits, judged.velocityNats / hits, 100 * judged.accuracy, seconds,
        epoch.isBest ? ", the best" : ""))
  }
}
