import ArgumentParser
import Commands
import Control
import Drummer
import DrummerTraining
import Foundation
import Shell

/// `ghostnote train`: trains a drummer model on a folder of recordings.
struct TrainCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "train", abstract: "Train a drummer model on a folder of MIDI files.",
    discussion: """
      Learns from the 4/4 pieces of the folder and keeps the weights that foresee the pieces for
      validation best. Ctrl-C finishes the step and saves; --resume goes on from there to the same
      bits. OpenBLAS must be installed. With --design classic Ctrl-C ends at once, and the best epoch
      until then is what is kept.

      EXAMPLES
        ghostnote train groove -o groove.safetensors
        ghostnote train takes -o mine.safetensors --size small --minutes 2 --styles-from-folders
        ghostnote train groove -o groove.safetensors --log loss.jsonl --plot loss.svg
        ghostnote train groove -o groove.safetensors --resume
        ghostnote train groove -o classic.safetensors --design classic
      """)

  @Argument(
    help: "A folder of .mid files, including subfolders.", completion: .directory,
    transform: expandedPath)
  var folder: String

  @Option(
    name: .shortAndLong, help: "The model's file.", completion: .file(extensions: ["safetensors"]),
    transform: expandedPath)
  var output: String

  @OptionGroup(title: "Training") var training: TrainingOptions
  @OptionGroup(title: "The folder") var corpus: CorpusOptions
  @OptionGroup(title: "The model's card") var card: CardOptions

  @Option(help: "The network: own, or classic (the 2017 design, for comparison).")
  var design = TrainedDesign.own

  @Flag(help: "Resume a stopped training of this file, bit-identically.")
  var resume = false

  @OptionGroup var existing: OverwriteOptions

  @Flag(help: "Store the weights in 16 bits: half the size.")
  var half = false

  @Option(
    help: "Write a line of JSON for each epoch into this file.", completion: .file(),
    transform: expandedPath)
  var log: String?

  @Option(
    help: "Plot the loss to this .svg file.", completion: .file(extensions: ["svg"]),
    transform: expandedPath)
  var plot: String?

  func validate() throws {
    guard output.hasSuffix(".safetensors") else {
      throw ValidationError("-o \(output): expected a .safetensors file")
    }
    guard plot?.lowercased().hasSuffix(".svg") ?? true else {
      throw ValidationError("--plot \(plot ?? ""): expected a .svg file")
    }
    if design == .classic, let stranger = strangerToClassic {
      throw ValidationError("\(stranger): not supported with --design classic; omit it")
    }
    if resume, let given = training.firstGiven ?? card.firstGiven {
      throw ValidationError("--resume uses the checkpoint's settings; omit \(given)")
    }
  }

  func run() throws {
    if design == .classic { return try trainClassic() }
    let files = try TrainingFiles(
      model: output, log: log, plot: plot, kind: half ? .f16 : .f32, resumes: resume,
      existing: existing, reading: inputs)
    let pieces = try corpus.corpus(folder: folder)
    try files.check(reading: pieces.files)
    let trainer = try resume ? goOn(files, pieces) : begin(pieces)
    let grooves = GrooveTemplate.templates(
      of: try pieces.requiredPieces(in: .train), styles: trainer.styles)
    trainer.grooves = GrooveTemplate.storable(grooves)
    var display = TrainingDisplay()
    display.begin(trainer, folder: folder, grooveCount: grooves.count)
    let stop = StopSignal()
    let end = try trainer.run(
      clock: { Double(DispatchTime.now().uptimeNanoseconds) / 1e9 }, isAsked: { stop.isAsked },
      onEvent: { event in
        switch event {
        case .step(let progress): display.show(progress)
        case .epoch(let report):
          display.show(report, of: trainer)
          for problem in files.keep(report, of: trainer) { display.remark(problem) }
        }
      })
    display.end()
    if end == .stopped { return try saveStopped(trainer, files) }
    try files.finish(trainer)
    display.finish(trainer, end, files)
  }

  /// The files that are read beside the recordings.
  var inputs: [String] {
    [corpus.map].compactMap(\.self)
      + ["info.csv", "README", "LICENSE"].map { "\(folder)/\($0)" }
  }

  private func begin(_ corpus: Corpus) throws -> Trainer {
    let styles = corpus.styles
    guard styles.count <= DrummerDesign.mostStyles else {
      throw CommandError(
        "\(folder): \(styles.count) styles, expected at most "
          + "\(DrummerDesign.mostStyles); omit --styles-from-folders")
    }
    let learned = try corpus.requiredPieces(in: .train)
    return try Trainer(
      training.design(styles: styles), training.settings,
      card: card.card(folder: folder, styles: styles, pieces: learned.count),
      training: learned.map { TrainingPiece($0, styles: styles) },
      validation: try corpus.requiredPieces(in: .validation).map {
        TrainingPiece($0, styles: styles)
      })
  }

  private func goOn(_ files: TrainingFiles, _ corpus: Corpus) throws -> Trainer {
    let checkpoint = try Checkpoint(path: files.checkpoint)
    let styles = checkpoint.card.styles
    func pieces(_ split: Piece.Split) throws -> [TrainingPiece] {
      try corpus.requiredPieces(in: split).map { TrainingPiece($0, styles: styles) }
    }
    let trainer = try Trainer(
      resuming: checkpoint, training: pieces(.train), validation: pieces(.validation))
    try files.check(resuming: trainer, existing: existing)
    return trainer
  }

  private func saveStopped(_ trainer: Trainer, _ files: TrainingFiles) throws {
    try files.saveCheckpoint(trainer)
    let line =
      "ghostnote: stopped in epoch \(trainer.epochs.count + 1); to resume: "
      + "\(resumption)\n"
    write(line.printable, to: STDERR_FILENO)
    throw ExitCode(130)
  }

  /// The command that resumes this training, with the options that a checkpoint does not contain.
  private var resumption: String {
    var words = ["ghostnote", "train", folder, "-o", output, "--resume"]
    if corpus.stylesFromFolders { words.append("--styles-from-folders") }
    if half { words.append("--half") }
    // Before the end of an epoch, other files may still be where its log and its plot are to be.
    if existing.overwrite, log != nil || plot != nil { words.append("--overwrite") }
    let named = [("--map", corpus.map), ("--log", log), ("--plot", plot)]
    for case (let name, let value?) in named { words += [name, value] }
    return words.map(\.quotedForShell).joined(separator: " ")
  }
}
