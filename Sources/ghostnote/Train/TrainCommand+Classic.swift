import ArgumentParser
import Drummer
import DrummerTraining
import Foundation
import Instrument

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
    try FileError.refuseOtherThanFile(at: output)
    try existing.check(output, reading: inputs)
    let pieces = try corpus.corpus(folder: folder)
    try existing.check(output, reading: pieces.files)
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
    let trainer = try ClassicTrainer(
      training: learned, validation: split(.validation), settings: settings,
      hiddenSize: training.size?.cells ?? 200)
    let card = card.card(folder: folder, styles: [], pieces: learned.count)
    var display = TrainingDisplay()
    var failure: (any Error)?
    let end = try trainer.run(
      clock: { Double(DispatchTime.now().uptimeNanoseconds) / 1e9 }, isAsked: { failure != nil },
      onEvent: { event in
        switch event {
        case .step(let progress): display.show(progress)
        case .epoch(let report):
          display.showClassic(report)
          guard report.isBest else { return }
          do {
            try write(
              trainer.model(card: card).safetensors.bytes(as: half ? .f16 : .f32), to: output)
          } catch { failure = error }
        }
      })
    display.end()
    if let failure { throw failure }
    let why = end == .settled ? "; no improvement since" : ""
    print("\(output): classic, the best of these epochs\(why)")
  }
}
