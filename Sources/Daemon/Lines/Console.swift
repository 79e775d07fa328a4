import Commands
import Control
import Foundation
import Logging
import Shell

/// Standard input and output: takes lines, and shows replies and the moving grid.
struct Console {
  let output: DaemonOutput
  private let log: Logger
  private let start = StartingPlace()
  private var lines: ScriptLines
  private var display: GridDisplay?

  init(_ output: DaemonOutput, showsGrid: Bool, log: Logger) {
    self.output = output
    self.log = log
    lines = ScriptLines(typed: start.isOnTerminal)
    display = showsGrid ? GridDisplay(on: output.answers) : nil
  }

  /// Lines that failed.
  var refusedLines: Int { lines.refused }

  /// Whether SIGHUP means that the terminal was closed, rather than to reload the patch.
  var hangUpEnds: Bool { start.hangUpEnds }

  // MARK: Lines

  /// Reads lines from standard input where `choice` says so. Urgent ones that are typed are carried out at
  /// once; a script's lines are carried out in order. Says that lines in a pipe are not read, where there
  /// is one and nothing was said of it.
  func readLines(_ choice: ControlChoice, to events: DaemonEvents, urgent: UrgentPath) {
    if choice == .stdin || (choice == .auto && isatty(STDIN_FILENO) == 1) {
      return events.readLines(output) { [log, output] line in
        guard urgent.takes(line, complain: { log.error("\($0)") }) else { return false }
        output.answers.lineWasTyped()
        return true
      }
    }
    var status = stat()
    guard choice == .auto, unsafe fstat(STDIN_FILENO, &status) == 0,
      status.st_mode & S_IFMT == S_IFIFO
    else { return }
    log.info("standard input is not read: `--control stdin` carries out its lines")
  }

  /// A line has come: on a terminal the cursor stands below it.
  func lineHasCome() { if start.isOnTerminal { output.answers.lineWasTyped() } }

  /// Takes a line as it was read; the line to carry out, or nil while it is part of what is pasted.
  mutating func take(_ written: String) -> String? {
    switch lines.take(written) {
    case .wait(let words):
      if let words { say(words) }
      return nil
    case .carryOut(let line): return line
    }
  }

  /// What was pasted when no more lines come; nil for nothing.
  mutating func end() -> String? { lines.end() }

  /// Says that a line was too long to be read.
  mutating func refuseEndlessLine() {
    lines.skip()
    refuse("line too long: expected at most \(LineSplitter.longest) bytes; the line was dropped")
  }

  /// Says what is wrong with the line just read; of a script also which line that is.
  mutating func refuse(_ problem: String) { log.error("\(lines.refuse(problem))") }

  // MARK: Output

  /// Shows a reply.
  func show(_ reply: Reply, to command: Command) {
    if command.wantsJSON {
      say(reply.payload?.prettyJSON ?? "{}")
    } else if let text = reply.text {
      say(text)
    }
  }

  private func say(_ text: String) { output.answers.write(text + "\n") }

  /// Draws the moving grid, where options ask for it.
  mutating func draw(_ machine: Machine) async {
    guard let columns = display?.columns else { return }
    let (status, drawing) = (await machine.status(), await columns.drawing(of: machine))
    display?.show(status, drawing)
  }

  /// Draws it again even if unchanged.
  mutating func drawAnew() { display?.drawAnew() }
}
