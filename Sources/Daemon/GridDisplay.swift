import Commands
import Control
import Foundation
import Rhythm
import Shell

/// Draws the moving grid: in place on a terminal whose cursor can be moved, one line per beat elsewhere.
struct GridDisplay {
  private let output: TextWriter
  private let isInPlace = Terminal(STDOUT_FILENO)?.movesCursor == true
  private var lastDrawing: [String] = []
  private var lastBeat = -1

  init(on output: TextWriter) { self.output = output }

  /// How much of the pattern is drawn.
  struct Columns {
    let count: Int
    let isPaged: Bool

    /// The block that is played, or all blocks.
    func drawing(of machine: Machine) async -> String {
      isPaged ? await machine.page(columns: count) : await machine.drawing(columns: count)
    }
  }

  /// As wide as the terminal. Where the grid is not drawn in place, all of the pattern is drawn, once.
  var columns: Columns {
    Columns(
      count: Terminal(STDOUT_FILENO)?.size.columns ?? PatternGrid.usualColumns, isPaged: isInPlace)
  }

  /// Draws the status if it has changed.
  mutating func show(_ status: MachineStatus, _ drawing: String) {
    isInPlace ? redraw(status, drawing) : report(status, drawing)
  }

  /// Draws it again even if unchanged.
  mutating func drawAnew() {
    lastDrawing = []
    output.drawAnew()
  }

  /// What is drawn on a terminal, without control characters.
  static func lines(_ status: MachineStatus, _ drawing: String) -> [String] {
    let state = status.isRolling ? "rolling" : "stopped"
    let name = status.patch.isEmpty ? "untitled" : status.patch.onOneLine
    let head = "\(name)  \(status.tempoBPM) bpm  \(state)  loop \(status.loop)"
    let rows = drawing.split(separator: "\n", omittingEmptySubsequences: false).map(String.init)
    return ([head] + rows).map(\.printable)
  }

  private mutating func redraw(_ status: MachineStatus, _ drawing: String) {
    let lines = Self.lines(status, drawing)
    guard lines != lastDrawing else { return }
    lastDrawing = lines
    output.draw(lines)
  }

  private mutating func report(_ status: MachineStatus, _ drawing: String) {
    if lastBeat < 0 { output.report(drawing.printable + "\n") }
    let beat = Int(status.beat)
    guard status.isRolling, beat != lastBeat else {
      if lastBeat < 0 { lastBeat = 0 }
      return
    }
    lastBeat = beat
    output.report("loop \(status.loop), beat \(beat + 1), step \(status.step)\n")
  }
}
