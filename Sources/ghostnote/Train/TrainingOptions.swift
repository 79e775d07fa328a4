import ArgumentParser
import Drummer
import DrummerTraining
import MusicalTime
import RemoteArguments

/// Hyperparameters of training; options not given have the settings' defaults.
struct TrainingOptions: ParsableArguments {
  private static let usual = TrainingSettings()
  private static let classic = TrainingSettings.classic

  @Option(help: "The number of epochs (default: \(usual.epochs), classic \(classic.epochs)).")
  var epochs: Int?

  @Option(help: "Train for this time instead; the learning rate falls with time.")
  var minutes: Double?

  @Option(
    help: "The network: small (128 units), standard (256), large (384), or a number of units.",
    completion: .list(["small", "standard", "large"]))
  var size: NetworkSize?

  @Option(help: "The same seed trains the same weights, to the last bit.")
  var seed: UInt64?

  @Option(help: "Threads that share each batch; the last bits depend on it (default: 2).")
  var workers: Int?

  @Option(help: "Stop after this number of epochs without improvement (default: 5).")
  var patience: Int?

  @Option(help: "The maximum learning rate (default: \(usual.rate), classic \(classic.rate)).")
  var rate: Float?

  func validate() throws {
    try (1...10_000).check(epochs, of: "--epochs")
    try (0.01...100_000).check(minutes, of: "--minutes")
    guard epochs == nil || minutes == nil else {
      throw ValidationError("--epochs and --minutes: give only one of them")
    }
    try (1...TrainingSettings().rows).check(workers, of: "--workers")
    if let patience, patience < 1 {
      throw ValidationError("--patience \(patience): expected at least 1")
    }
    let highestRate = TrainingSettings.highestRate
    if let rate, !(rate > 0 && rate <= highestRate) {
      throw ValidationError(
        "--rate \(rate): expected more than 0, up to \(Double(highestRate).written)")
    }
  }

  /// The first given option that a checkpoint already determines.
  var firstGiven: String? {
    let given: [(String, Bool)] = [
      ("--epochs", epochs != nil), ("--minutes", minutes != nil), ("--size", size != nil),
      ("--seed", seed != nil), ("--workers", workers != nil), ("--patience", patience != nil),
      ("--rate", rate != nil),
    ]
    return given.first { $0.1 }?.0
  }

  var settings: TrainingSettings {
    var settings = TrainingSettings()
    settings.epochs = epochs ?? settings.epochs
    settings.minutes = minutes
    settings.seed = seed ?? settings.seed
    settings.workers = workers ?? settings.workers
    settings.patience = patience ?? settings.patience
    settings.rate = rate ?? settings.rate
    return settings
  }

  func design(styles: [String]) -> DrummerDesign {
    var design = DrummerDesign.trained
    design.styleCount = styles.count
    design.hiddenSize = size?.cells ?? design.hiddenSize
    return design
  }
}

/// The number of LSTM units, by name or number.
struct NetworkSize: ExpressibleByArgument, Equatable {
  let cells: Int

  init?(argument: String) {
    let names = ["small": 128, "standard": 256, "large": 384]
    guard let cells = names[argument] ?? Int(argument), (8...DrummerDesign.widest).contains(cells)
    else { return nil }
    self.cells = cells
  }
}
