import CEdit
import Foundation
import RealTime
public import Shell
import Synchronization

/// Reads lines from the terminal on standard input with libedit: history, completion and arrow keys. What
/// is written to a `TextWriter` meanwhile, and what it draws, stands above the line, which stays whole.
///
/// All of that happens on a thread of its own: a terminal that is held stalls that thread alone.
public final class LineEditor: Sendable {
  /// What is typed and how.
  public struct Configuration: Sendable {
    /// What stands before the line.
    public var prompt: String
    /// Where lines are kept for the next time; nil for nowhere.
    public var history: String?
    /// Whether Ctrl-C forgets the line, as in a shell; otherwise it is left to the process.
    public var takesInterrupts: Bool
    /// The words that may stand in place of the last one of the line as far as it is typed, each with the quotes
    /// that it needs.
    public var completions: @Sendable (String) -> [String]

    public init(
      prompt: String = "> ", history: String? = nil, takesInterrupts: Bool = false,
      completions: @escaping @Sendable (String) -> [String] = { _ in [] }
    ) {
      self.prompt = prompt
      self.history = history
      self.takesInterrupts = takesInterrupts
      self.completions = completions
    }
  }

  /// What came.
  public enum Event: Sendable, Hashable {
    case line(String)
    /// Ctrl-D on an empty line.
    case endOfFile
    /// Ctrl-C: the line was forgotten.
    case interrupted
    /// The terminal is gone, and this process was in its foreground.
    case hungUp
  }

  private let isStopping = Atomic<Bool>(false)
  /// The address of the stream that libedit writes to, which is never closed; 0 before it is open.
  let output = Atomic<UInt>(0)
  private let hasEnded = DispatchSemaphore(value: 0)
  private let writer: TextWriter
  private let alarm: Alarm

  /// Whether standard input and output are one terminal on which a line can be edited.
  private static var isPossible: Bool {
    guard Terminal(STDOUT_FILENO)?.movesCursor == true else { return false }
    var (input, output) = (stat(), stat())
    return unsafe fstat(STDIN_FILENO, &input) == 0 && fstat(STDOUT_FILENO, &output) == 0
      && input.st_rdev == output.st_rdev
  }

  /// Nil where standard input and output are not one terminal on which a line can be edited, and where the system
  /// has no thread left.
  ///
  /// Edits lines from now on, and writes for `writer`, which leads to standard output; calls `handler` on
  /// the editing thread.
  public init?(
    _ configuration: Configuration, writer: TextWriter,
    handler: @escaping @Sendable (Event) -> Void
  ) {
    guard Self.isPossible, let terminal = Terminal(STDIN_FILENO) else { return nil }
    self.writer = writer
    alarm = Alarm()
    writer.attach { [alarm] in alarm.ring() }
    // While no line is edited there is none to forget.
    if configuration.takesInterrupts { signal(SIGINT, SIG_IGN) }
    let hasBegun = NamedThread.start("ghostnote-edit") { [self] in
      let session = EditSession(
        configuration, on: terminal, writer: writer, alarm: alarm, editor: self, handler)
      session.run()
      writer.detach()
      hasEnded.signal()
    }
    guard hasBegun else {
      writer.detach()
      if configuration.takesInterrupts { signal(SIGINT, SIG_DFL) }
      return nil
    }
  }

  /// Writes what waits, gives the terminal back, and ends; waits half a second at most for a terminal
  /// that is held.
  public func finish() {
    guard !isStopping.exchange(true, ordering: .relaxed) else { return }
    alarm.ring()
    guard hasEnded.wait(timeout: .now() + .milliseconds(500)) == .timedOut else { return }
    CookedMode.restore()
    if let output = unsafe UnsafeMutablePointer<FILE>(
      bitPattern: output.load(ordering: .acquiring))
    {
      unsafe ghostnote_forget_output(output)
    }
  }

  var isToEnd: Bool { isStopping.load(ordering: .relaxed) }
}

/// Ends a wait in `poll` from any thread.
struct Alarm: Sendable {
  let file: Int32
  private let bell: Int32

  init() {
    var ends: [Int32] = [-1, -1]
    _ = unsafe pipe(&ends)
    for end in ends {
      _ = fcntl(end, F_SETFL, O_NONBLOCK)
      _ = fcntl(end, F_SETFD, FD_CLOEXEC)
    }
    (file, bell) = (ends[0], ends[1])
  }

  func ring() {
    var byte: UInt8 = 0
    _ = unsafe write(bell, &byte, 1)
  }

  func clear() {
    var bytes = [UInt8](repeating: 0, count: 64)
    while unsafe read(file, &bytes, 64) > 0 {}
  }
}
