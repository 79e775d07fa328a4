import Foundation
import RealTime
import Synchronization

/// Writes text on its own thread: a stopped terminal (Ctrl-S) or a pipe without a reader only
/// blocks that thread. Thread-safe. Real-time: no.
public final class TextWriter: Sendable {
  private struct State {
    var queue: OutputQueue
    var isWriting = false
    /// Called when lines were dropped and there is space again.
    var reportDropped: @Sendable (Int) -> Void = { _ in }
    /// Called for each piece while another thread writes them.
    var host: (@Sendable () -> Void)?
  }

  private let file: Int32
  private let state: Mutex<State>
  private let wake = DispatchSemaphore(value: 0)
  private let bytesWritten = Atomic<Int>(0)

  /// Writes to the open descriptor `file`; buffers at most `limit` bytes. Where the system has no thread left, text
  /// waits until another thread takes it (`attach`).
  public init(to file: Int32, limit: Int = 1 << 20) {
    self.file = file
    state = Mutex(State(queue: OutputQueue(limit: limit)))
    NamedThread.start("ghostnote-text") { [self] in run() }
  }

  /// Calls `report` with the number of dropped lines when there is space again after a stall.
  public func onDrop(_ report: @escaping @Sendable (Int) -> Void) {
    state.withLock { $0.reportDropped = report }
  }

  /// Writes `text`, which includes its line end, as soon as possible.
  public func write(_ text: String) { append(.text(text)) }

  /// The same for text that is dropped first if space runs out.
  public func report(_ text: String) { append(.report(text)) }

  /// Replaces the last drawing by `lines`; only on a terminal, and only in the foreground.
  public func draw(_ lines: [String]) { append(.drawing(lines)) }

  /// Records that the user ended a line on the terminal.
  public func lineWasTyped() { append(.enter) }

  /// Starts the next drawing below: other output went to the terminal.
  public func drawAnew() { append(.anew) }

  /// Blocks until everything is written, or nothing was accepted for `patience`.
  public func finish(patience: Duration = .milliseconds(500)) {
    let clock = ContinuousClock()
    var written = bytesWritten.load(ordering: .relaxed)
    var deadline = clock.now + patience
    while clock.now < deadline {
      let isDone = state.withLock {
        $0.queue.isEmpty && !$0.isWriting && $0.queue.droppedLines == 0
      }
      if isDone { return }
      usleep(2_000)
      let now = bytesWritten.load(ordering: .relaxed)
      if now != written { (written, deadline) = (now, clock.now + patience) }
    }
  }

  private func append(_ piece: OutputQueue.Piece) {
    let host = state.withLock { state in
      state.queue.append(piece)
      return state.host
    }
    if let host { host() } else { wake.signal() }
  }

  private func run() {
    var drawing = LiveDrawing()
    let terminal = Terminal(file)
    while true {
      wake.wait()
      while let piece = next() {
        StandardStreams.write(text(of: piece, in: &drawing, on: terminal), to: file) {
          didWrite($0)
        }
      }
      sayDropped()
    }
  }

  private func next() -> OutputQueue.Piece? {
    state.withLock { state in
      guard state.host == nil else { return nil }
      let piece = state.queue.next()
      state.isWriting = piece != nil
      return piece
    }
  }

  /// Leaves the writing to another thread, which takes pieces with `nextForHost` whenever `wake` is
  /// called, until `detach`.
  package func attach(_ wake: @escaping @Sendable () -> Void) {
    state.withLock { $0.host = wake }
    wake()
  }

  /// Writes itself again.
  package func detach() {
    state.withLock { $0.host = nil }
    wake.signal()
  }

  /// Takes what is to be written next; nil where nothing is, and then lines that were dropped are said.
  package func nextForHost() -> OutputQueue.Piece? {
    let piece = state.withLock { state in
      let piece = state.queue.next()
      state.isWriting = piece != nil
      return piece
    }
    if piece == nil { sayDropped() }
    return piece
  }

  /// Notes that the terminal or file took `count` bytes.
  package func didWrite(_ count: Int) { bytesWritten.add(count, ordering: .relaxed) }

  private func sayDropped() {
    let (lines, report) = state.withLock { ($0.queue.takeDroppedLines(), $0.reportDropped) }
    if lines > 0 { report(lines) }
  }

  private func text(
    of piece: OutputQueue.Piece, in drawing: inout LiveDrawing, on terminal: Terminal?
  ) -> String {
    switch piece {
    case .text(let text), .report(let text): return drawing.put(text)
    case .drawing(let lines):
      guard let terminal else { return "" }
      // In the background another process draws on the terminal.
      guard terminal.isInForeground else {
        drawing.leave()
        return ""
      }
      return drawing.draw(lines, width: terminal.width)
    case .enter: drawing.enter()
    case .anew: drawing.leave()
    }
    return ""
  }
}
