/// What waits to be written, within a bound: of what does not fit, drawings and reports go first, and
/// lines are counted.
package struct OutputQueue {
  /// Something to write.
  package enum Piece: Equatable {
    /// Kept as long as there is room.
    case text(String)
    /// Dropped before any text.
    case report(String)
    /// Replaces the last drawing.
    case drawing([String])
    /// The user ended a line on the same terminal.
    case enter
    /// Other output went to the terminal: the next drawing starts below it.
    case anew
  }

  let limit: Int
  private var pieces: [Piece] = []
  private var bytes = 0
  /// Dropped lines not reported yet.
  private(set) var droppedLines = 0

  init(limit: Int) { self.limit = limit }

  var isEmpty: Bool { pieces.isEmpty }

  mutating func append(_ piece: Piece) {
    // A new drawing replaces one that was not shown yet.
    if case .drawing = piece { pieces.removeAll(where: \.isDrawing) }
    // Where the next drawing starts below already, nothing else can be said of it.
    let isSaid = pieces.last { !$0.isDrawing } == .anew
    if isSaid, piece == .anew || piece == .enter { return }
    if bytes + piece.size > limit, piece.isText { dropReports() }
    guard bytes + piece.size <= limit else {
      droppedLines += piece.lines
      return
    }
    pieces.append(piece)
    bytes += piece.size
  }

  /// Removes and returns the next item.
  mutating func next() -> Piece? {
    guard !pieces.isEmpty else { return nil }
    let piece = pieces.removeFirst()
    bytes -= piece.size
    return piece
  }

  /// Returns and resets the number of dropped lines, once there is space again.
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
  /// The size counted towards the limit; drawings count nothing, since there is at most one.
  fileprivate var size: Int {
    switch self {
    case .text(let text), .report(let text): text.utf8.count
    case .drawing: 0
    case .enter, .anew: MemoryLayout<Self>.stride
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
