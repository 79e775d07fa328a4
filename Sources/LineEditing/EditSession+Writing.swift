import CEdit
import Foundation
import Shell

extension EditSession {
  func writeAll() {
    while let piece = writer.nextForHost() {
      switch piece {
      case .text(let text), .report(let text):
        // In the background our line is not shown.
        guard terminal.isInForeground else {
          write(text)
          continue
        }
        send(screen.put(text, row: row, size: size))
      case .drawing(let lines):
        // In the background the terminal is someone else's to draw on.
        guard terminal.isInForeground else {
          screen.leave()
          continue
        }
        send(screen.draw(lines, row: row, size: size))
      // What these say is known here.
      case .enter, .anew: break
      }
    }
  }

  func send(_ update: EditedScreen.Update) {
    guard !update.text.isEmpty else { return }
    write(update.text)
    guard update.redrawsLine, isEditing, let editLine = unsafe editLine else { return }
    _ = unsafe ghostnote_refresh(editLine)
  }

  /// How many rows below the line's first the cursor is.
  var row: Int {
    guard isEditing, let editLine = unsafe editLine, let info = unsafe el_line(editLine) else {
      return 0
    }
    let count = unsafe info.pointee.cursor - info.pointee.buffer
    let before = unsafe String(
      decoding: UnsafeRawBufferPointer(start: info.pointee.buffer, count: max(0, count)),
      as: UTF8.self)
    return (configuration.prompt + before).columns / max(1, size.columns)
  }

  func write(_ text: String) {
    StandardStreams.write(text, to: STDOUT_FILENO) { writer.didWrite($0) }
  }
}
