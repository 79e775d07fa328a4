import Foundation
import Synchronization

/// Writes text from a thread of its own: a terminal that is held (Ctrl-S) or a pipe that nobody reads
/// stalls that thread, and nobody else. Thread-safe. Real-time: no.
public final class TextWriter: Sendable {
  private struct State {
    var queue: OutputQueue
    var isWriting = false
    /// Called when lines were dropped and there is room again.
    var reportDropped: @Sendable (Int) -> Void = { _ in }
    /// Called for each piece while another thread writes them.
    var host: (@Sendable () -> Void)?
  }

  private let file: Int32
  private let state: Mutex<State>
  private let wake = DispatchSemaphore(value: 0)
  private let bytesWritten = Atomic<Int>(0)

  /// Writes to the open descriptor `file`; keeps at most `limit` bytes that were not taken yet.
  public init(to file: Int32, limit: Int = 1 << 20) {
    self.file = file
    state = Mutex(State(queue: OutputQueue(limit: limit)))
    let thread = Thread { [self] in run() }
    thread.name = "ghostnote-text"
    thread.start()
  }

  /// Calls `report` with the number of lines dropped, when there is room again after a stall.
  public func onDrop(_ report: @escaping @Sendable (Int) -> Void) {
    state.withLock { $0.reportDropped = report }
  }

  /// Writes `text`, line end included, as soon as it is taken.
  public func write(_ text: String) { append(.text(text)) }

  /// The same for what is the first to go where there is no room.
  public func report(_ text: String) { append(.report(text)) }

  /// Puts `lines` in place of the last ones drawn; only on a terminal, and only in the foreground.
  public func draw(_ lines: [String]) { append(.drawing(lines)) }

  /// Says that the user ended a line on the terminal that is drawn on.
  public func lineWasTyped() { append(.enter) }

  /// Draws below from now on: others wrote to the terminal.
  public func drawAnew() { append(.anew) }

  /// Waits until all is written, as long as something is taken every `patience`.
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
      while let piece = next() { writeAll(text(of: piece, in: &drawing, on: terminal)) }
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

  /// Notes that so many bytes were taken by the terminal.
  package func hostDidWrite(_ count: Int) { bytesWritten.add(count, ordering: .relaxed) }

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
      // In the background the terminal is someone else's to draw on.
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

  /// Writes all of `text`, or as much as is taken: a terminal that is gone or a disk that is full is no
  /// reason to stop playing. The corresponding C function is `write`.
  private func writeAll(_ text: String) {
    var rest = Array(text.utf8)[...]
    while !rest.isEmpty {
      let count = unsafe rest.withUnsafeBytes {
        unsafe Foundation.write(file, $0.baseAddress, $0.count)
      }
      if count > 0 {
        rest = rest.dropFirst(count)
        bytesWritten.add(count, ordering: .relaxed)
      } else if errno == EAGAIN {
        waitForRoom()
      } else if errno != EINTR {
        return
      }
    }
  }

  /// Whoever shares the descriptor may have made it non-blocking.
  private func waitForRoom() {
    var output = pollfd(fd: file, events: Int16(POLLOUT), revents: 0)
    _ = unsafe poll(&output, 1, -1)
  }
}
