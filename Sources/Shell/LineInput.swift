public import Foundation
import RealTime

/// Reads lines from a descriptor on its own thread. A terminal is only read while this process is
/// in the foreground, so that a background job is not stopped. Real-time: no.
public final class LineInput: Sendable {
  /// An event of the input.
  public enum Event: Sendable, Hashable {
    case line(LineSplitter.Line)
    /// Ctrl-D on a terminal; more input may follow.
    case endOfFileTyped
    /// The end of the input.
    case end
    /// The terminal was closed while this process was in its foreground.
    case hungUp
  }

  private let file: Int32
  private let terminal: Terminal?
  private let handler: @Sendable (Event) -> Void

  /// Calls `handler` on the reading thread for each event; while it blocks, no further lines are
  /// read. Where the system has no thread left, the input ends at once.
  public init(from file: Int32, handler: @escaping @Sendable (Event) -> Void) {
    terminal = Terminal(file)
    // A separate open file description: the one shared with the shell must not become non-blocking.
    let own =
      terminal == nil
      ? -1 : unsafe open("/proc/self/fd/\(file)", O_RDONLY | O_NOCTTY | O_NONBLOCK | O_CLOEXEC)
    self.file = own >= 0 ? own : file
    self.handler = handler
    let hasBegun = NamedThread.start("ghostnote-lines") { [self] in
      terminal.map(readTerminal) ?? readAll()
    }
    if !hasBegun { handler(.end) }
  }

  /// Calls `take` on a thread of its own for each line that another program writes into a pipe, until it
  /// closes its end. Lines that are too long are left out.
  public static func follow(_ pipe: FileHandle, _ take: @escaping @Sendable (String) -> Void) {
    _ = LineInput(from: pipe.fileDescriptor) { [pipe] event in
      withExtendedLifetime(pipe) {
        if case .line(.whole(let line)) = event { take(line) }
      }
    }
  }

  private func readAll() {
    var lines = LineSplitter()
    var block = [UInt8](repeating: 0, count: 4096)
    while true {
      let count = unsafe read(file, &block, block.count)
      if count < 0, errno == EINTR { continue }
      if count < 0, errno == EAGAIN {
        wait(forInput: -1)
        continue
      }
      guard count > 0 else { break }
      for byte in block[..<count] { lines.take(byte).map { handler(.line($0)) } }
    }
    lines.end().map { handler(.line($0)) }
    handler(.end)
  }

  private func readTerminal(_ terminal: Terminal) {
    var lines = LineSplitter()
    var block = [UInt8](repeating: 0, count: 4096)
    var wasInForeground = terminal.isInForeground
    while true {
      let came = wait(forInput: 200)
      if came & Int16(POLLHUP | POLLERR | POLLNVAL) != 0 {
        return handler(wasInForeground ? .hungUp : .end)
      }
      wasInForeground = terminal.isInForeground
      guard came != 0 else { continue }
      guard wasInForeground else {
        // In the background, input belongs to other processes.
        usleep(200_000)
        continue
      }
      let count = unsafe read(file, &block, block.count)
      if count == 0 {
        lines.end().map { handler(.line($0)) }
        handler(.endOfFileTyped)
      } else if count > 0 {
        for byte in block[..<count] { lines.take(byte).map { handler(.line($0)) } }
      } else if errno != EINTR, errno != EAGAIN, errno != EIO {
        return handler(.end)
      }
    }
  }

  /// Waits up to `milliseconds` for input, −1 without limit; returns the events of `poll`.
  @discardableResult private func wait(forInput milliseconds: Int32) -> Int16 {
    var input = pollfd(fd: file, events: Int16(POLLIN), revents: 0)
    return unsafe poll(&input, 1, milliseconds) > 0 ? input.revents : 0
  }
}
