import ArgumentParser
import Drummer
import DrummerTraining

/// How a drummer is trained; what is not said is as the settings have it.
struct TrainingOptions: ParsableArguments {
  @Option(help: "Times through all pieces (default: \(TrainingSettings().epochs)).")
  var epochs: Int?

  @Option(help: "Take so long instead: the rate of learning falls as the time goes by.")
  var minutes: Double?

  @Option(
    help: "The network: small (128 cells), standard (256), large (384), or a number of cells.")
  var size: NetworkSize?

  @Option(help: "The same seed learns the same, to the last bit.")
  var seed: UInt64?

  @Option(help: "Threads that share each batch; the last bits depend on it (default: 2).")
  var workers: Int?

  @Option(help: "End after so many epochs without a better validation (default: 5).")
  var patience: Int?

  @Option(help: "The highest rate of learning (default: 0.002).")
  var rate: Float?

  func validate() throws {
    if let epochs, !(1...10_000).contains(epochs) {
      throw ValidationError("--epochs \(epochs): 1 to 10000 can be gone through")
    }
    if let minutes, !(0.01...100_000).contains(minutes) {
      throw ValidationError("--minutes \(minutes): 0.01 to 100000 can be taken")
    }
    guard epochs == nil || minutes == nil else {
      throw ValidationError("--epochs and --minutes: say one of them")
    }
    if let workers, !(1...TrainingSettings().rows).contains(workers) {
      throw ValidationError(
        "--workers \(workers): 1 to \(TrainingSettings().rows) can share a batch")
    }
    if let patience, patience < 1 {
      throw ValidationError("--patience \(patience): 1 at the least")
    }
    if let rate, !(rate > 0 && rate <= 1) {
      throw ValidationError("--rate \(rate): above 0, up to 1")
    }
  }

  /// The first option that says how a new training is to be, which a resumed one is already.
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
    var design = DrummerDesign()
    design.remembersPlaces = true
    design.styleCount = styles.count
    design.hiddenSize = size?.cells ?? design.hiddenSize
    return design
  }
}

/// How many cells a network's LSTM has, by name or number.
struct NetworkSize: ExpressibleByArgument, Equatable {
  let cells: Int

  init?(argument: String) {
    let names = ["small": 128, "standard": 256, "large": 384]
    guard let cells = names[argument] ?? Int(argument), (8...2048).contains(cells) else {
      return nil
    }
    self.cells = cells
  }
}
