import CEdit
import Foundation
import Shell

extension EditSession {
  /// Completes the word before the cursor as far as it is certain, else shows what it may become.
  func completeWord() -> Int32 {
    guard let editLine = unsafe editLine, let info = unsafe el_line(editLine) else {
      return CC_ERROR
    }
    let count = unsafe info.pointee.cursor - info.pointee.buffer
    let line = unsafe String(
      decoding: UnsafeRawBufferPointer(start: info.pointee.buffer, count: max(0, count)),
      as: UTF8.self)
    let candidates = configuration.completions(line)
    let typed = String(line[line.lastWordStart...])
    guard let first = candidates.first else { return CC_REFRESH_BEEP }
    let common = candidates.dropFirst().reduce(first) {
      $0.commonPrefix(with: $1, options: .caseInsensitive)
    }
    if candidates.count > 1, common.count <= typed.count {
      send(screen.put(Self.columns(candidates, width: size.columns), row: row, size: size))
      return CC_NORM
    }
    unsafe el_deletestr(editLine, Int32(typed.unicodeScalars.count))
    let ending = candidates.count == 1 ? " " : ""
    guard unsafe el_insertstr(editLine, common + ending) != 0 else { return CC_REFRESH }
    // The locale may lack a character of it: what was typed stays.
    _ = unsafe el_insertstr(editLine, typed)
    return CC_REFRESH_BEEP
  }

  /// Words in as many columns as fit.
  static func columns(_ words: [String], width: Int) -> String {
    let widest = (words.map(\.columns).max() ?? 0) + 2
    let perRow = max(1, width / widest)
    return stride(from: 0, to: words.count, by: perRow).map { start in
      words[start..<min(start + perRow, words.count)].map { word in
        word + String(repeating: " ", count: widest - word.columns)
      }.joined()
    }.joined(separator: "\n")
  }

  var promptText: UnsafeMutablePointer<CChar> { unsafe prompt }
}
