import Commands
import Control
import Foundation
import Shell

/// Draws the moving grid: in place on a terminal, one line per beat elsewhere.
struct GridDisplay {
  private let output: TextWriter
  private let isTerminal = isatty(STDOUT_FILENO) == 1
  private var lastDrawing: [String] = []
  private var lastBeat = -1

  init(on output: TextWriter) { self.output = output }

  /// Draws the status if it has changed.
  mutating func show(_ status: MachineStatus, _ drawing: String) {
    isTerminal ? redraw(status, drawing) : report(status, drawing)
  }

  /// Draws it again even if unchanged.
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
