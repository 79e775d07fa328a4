/// What waits to be written, within a bound: of what does not fit, drawings and reports go first, and
/// lines are counted.
package struct OutputQueue {
  /// Something to write.
  package enum Piece: Equatable {
    /// Kept as long as there is room.
    case text(String)
    /// Worth less than any text.
    case report(String)
    /// Lines that take the place of those drawn before.
    case drawing([String])
    /// The user ended a line on the same terminal.
    case enter
    /// Others wrote to the terminal: the next drawing begins below.
    case anew
  }

  let limit: Int
  private var pieces: [Piece] = []
  private var bytes = 0
  /// Lines dropped and not said yet.
  private(set) var droppedLines = 0

  init(limit: Int) { self.limit = limit }

  var isEmpty: Bool { pieces.isEmpty }

  mutating func append(_ piece: Piece) {
    // A drawing that nobody has seen yet is not worth showing any more.
    if case .drawing = piece { pieces.removeAll(where: \.isDrawing) }
    if bytes + piece.size > limit, piece.isText { dropReports() }
    guard bytes + piece.size <= limit else {
      droppedLines += piece.lines
      return
    }
    pieces.append(piece)
    bytes += piece.size
  }

  /// Takes what is to be written next.
  mutating func next() -> Piece? {
    guard !pieces.isEmpty else { return nil }
    let piece = pieces.removeFirst()
    bytes -= piece.size
    return piece
  }

  /// Takes how many lines were dropped since the last time, once there is room again.
  mutating func takeDroppedLines() -> Int {
    guard pieces.isEmpty else { return 0 }
    defer { droppedLines = 0 }
    return droppedLines
  }

  private mutating func dropReports() {
    pieces.removeAll { piece in
      guard case .report = piece else { return false }
      droppedLines += piece.lines
      bytes -= piece.size
      return true
    }
  }
}

extension OutputQueue.Piece {
  /// What it takes of the bound; a drawing's is small, and there is but one.
  fileprivate var size: Int {
    switch self {
    case .text(let text), .report(let text): text.utf8.count
    case .drawing, .enter, .anew: 0
    }
  }

  fileprivate var lines: Int {
    switch self {
    case .text(let text), .report(let text): text.utf8.count { $0 == UInt8(ascii: "\n") }
    case .drawing, .enter, .anew: 0
    }
  }

  fileprivate var isText: Bool {
    if case .text = self { true } else { false }
  }

  fileprivate var isDrawing: Bool {
    if case .drawing = self { true } else { false }
  }
}
