import Drummer
import DrummerTraining
import Foundation
import MusicalTime
import Shell

/// Prints the progress of training: a bar in place on a terminal, one line per epoch elsewhere.
struct TrainingDisplay {
  private let isTerminal = isatty(STDERR_FILENO) == 1
  private var shown = -1.0

  /// Says what is learned from; `grooveCount` is the number of the folder's grooves, of which a model may not
  /// store all.
  func begin(_ trainer: Trainer, folder: String, grooveCount: Int) {
    let design = trainer.design
    let learned = trainer.hits
    let length =
      trainer.settings.minutes.map { $0 == 1 ? "1 minute" : "\($0) minutes" }
      ?? trainer.settings.epochs.counted("epoch")
    let stored = trainer.grooves.count
    let grooves = stored < grooveCount ? ", \(grooveCountInWords(stored, of: grooveCount))" : ""
    let going = trainer.epochs.isEmpty ? "" : ", going on after epoch \(trainer.epochs.count)"
    say(
      "\(folder): \(learned.training.counted("hit")) to learn from, \(learned.validation) to validate with; "
        + "\(design.hiddenSize) cells, \(trainer.weightCount) weights, \(length)\(grooves)\(going)")
  }

  /// At most ten times per second.
  mutating func show(_ progress: TrainingProgress) {
    guard isTerminal, progress.seconds - shown >= 0.1 else { return }
    shown = progress.seconds
    let width = 24
    let full = Int((progress.done * Double(width)).rounded(.down))
    let bar = String(repeating: "█", count: full) + String(repeating: "░", count: width - full)
    let epoch = progress.epochs.map { "\(progress.epoch)/\($0)" } ?? "\(progress.epoch)"
    let statistics = progress.statistics
    write(
      "\r\u{1B}[2Kepoch \(epoch) \(bar) \(nats(statistics.nllPerHit)) nats, "
        + "\(percent(statistics.accuracy)) right, \(Self.time(progress.secondsLeft)) left")
  }

  func show(_ report: EpochReport, of trainer: Trainer) {
    clear()
    say(
      "epoch \(report.epoch): training \(nats(report.training.nllPerHit)), validation "
        + "\(nats(report.validation.nllPerHit)) nats per hit, \(percent(report.validation.accuracy)) "
        + "right, \(String(format: "%.1f", report.seconds)) s\(report.isBest ? ", the best" : "")")
  }

  /// Prints an epoch of the classic design, with the loss of each attribute.
  func showClassic(_ report: EpochReport) {
    clear()
    let validation = report.validation
    say(
      "epoch \(report.epoch): training \(nats(report.training.nllPerHit)), validation "
        + "\(nats(validation.nllPerHit)) nats per hit (wait \(nats(validation.nllPerHit(.step))), "
        + "drum \(nats(validation.nllPerHit(.drum))), "
        + "velocity by table \(nats(validation.nllPerHit(.velocity)))), "
        + "\(percent(validation.accuracy)) right, \(String(format: "%.1f", report.seconds)) s"
        + (report.isBest ? ", the best" : ""))
  }

  /// Prints a warning.
  func remark(_ text: String) {
    clear()
    write("ghostnote: \(text)\n")
  }

  /// Removes the bar.
  func end() { clear() }

  func finish(_ trainer: Trainer, _ end: TrainingEnd, _ files: TrainingFiles) {
    guard let best = trainer.best else { return }
    let seconds = trainer.epochs.reduce(0) { $0 + $1.seconds }
    let why = end == .settled ? "; no improvement since" : ""
    say(
      "\(files.model): \(nats(best.validation.nllPerHit)) nats per hit, "
        + "\(percent(best.validation.accuracy)) of steps and drums right, from epoch \(best.epoch) "
        + "of \(trainer.epochs.count)\(why), in \(Self.time(seconds))")
  }

  /// Minutes and seconds.
  static func time(_ seconds: Double) -> String {
    guard seconds.isFinite else { return "?" }
    let whole = Int(seconds.rounded())
    return String(format: "%d:%02d", whole / 60, whole % 60)
  }

  private func nats(_ value: Double) -> String { String(format: "%.3f", value) }
  private func percent(_ share: Double) -> String { String(format: "%.1f %%", 100 * share) }
  private func clear() { if isTerminal { write("\r\u{1B}[2K") } }
  // Written immediately, also to a pipe.
  private func say(_ line: String) {
    StandardOutput.put("\(line.printable)\n")
  }
  private func write(_ text: String) { StandardStreams.write(text, to: STDERR_FILENO) }
}
