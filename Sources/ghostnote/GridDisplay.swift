import Control
import Foundation
import Shell

/// Draws the moving grid: in place on a terminal, a line a beat elsewhere.
struct GridDisplay {
  private let output: TextWriter
  private let isTerminal = isatty(STDOUT_FILENO) == 1
  private var lastDrawing: [String] = []
  private var lastBeat = -1

  init(on output: TextWriter) { self.output = output }

  /// Shows how things stand, if that looks different from the last time.
  mutating func show(_ status: MachineStatus, _ drawing: String) {
    isTerminal ? redraw(status, drawing) : report(status, drawing)
  }

  /// Draws it again although it looks the same.
  mutating func drawAnew() {
    lastDrawing = []
    output.drawAnew()
  }

  private mutating func redraw(_ status: MachineStatus, _ drawing: String) {
    let state = status.isRolling ? "rolling" : "stopped"
    let head = "\(status.patch.onOneLine)  \(status.tempoBPM) bpm  \(state)  loop \(status.loop)"
    let rows = drawing.split(separator: "\n", omittingEmptySubsequences: false).map(String.init)
    let lines = ([head] + rows).map(\.printable)
    guard lines != lastDrawing else { return }
    lastDrawing = lines
    output.draw(lines)
  }

  private mutating func report(_ status: MachineStatus, _ drawing: String) {
    if lastBeat < 0 { output.report(drawing + "\n") }
    let beat = Int(status.beat)
    guard status.isRolling, beat != lastBeat else {
      if lastBeat < 0 { lastBeat = 0 }
      return
    }
    lastBeat = beat
    output.report("loop \(status.loop), beat \(beat + 1), step \(status.step)\n")
  }
}

/// Writes to standard output at once, past the buffer whose flushing would wait for a reader of
/// standard input; without what a terminal would obey.
func say(_ text: String, terminator: String = "\n") {
  write(text.printable + terminator, to: STDOUT_FILENO)
}

/// Writes text to standard output as it is, with what moves the cursor.
func draw(_ text: String) { write(text, to: STDOUT_FILENO) }

/// Prints a line without what a terminal would obey: names in it come from files and devices.
///
/// All of this program's `print` comes here instead of to Swift's own.
func print(_ text: String, terminator: String = "\n") {
  Swift.print(text.printable, terminator: terminator)
}

/// Writes all of `text`, or as much as is taken: a terminal that is gone or a disk that is full is no
/// reason to stop playing. The corresponding C function is `write`.
func write(_ text: String, to file: CInt) {
  var rest = Array(text.utf8)[...]
  while !rest.isEmpty {
    let count = unsafe rest.withUnsafeBytes { unsafe write(file, $0.baseAddress, $0.count) }
    if count > 0 { rest = rest.dropFirst(count) } else if errno != EINTR { return }
  }
}
