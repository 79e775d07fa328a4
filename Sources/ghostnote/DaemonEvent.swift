import ALSAAudio
import ALSASequencer
import Foundation
import JACKClient
import Synchronization

/// Whatever the daemon has to attend to, in the order it happened.
enum DaemonEvent: Sendable {
  /// A few milliseconds have passed.
  case tick
  case line(String)
  /// A line that nobody would type, dropped whole.
  case endlessLine
  case endOfLines
  case reload
  case quit
  case jack(JACKEvent)
  case sequencer(SequencerEvent)
  case pcm(PCMEvent)
}

/// Collects events from threads, signals and standard input into one stream.
final class DaemonEvents: Sendable {
  let stream: AsyncStream<DaemonEvent>
  private let continuation: AsyncStream<DaemonEvent>.Continuation
  /// Lines that may wait; past that the writer waits, and memory does not fill.
  private let lineRoom = DispatchSemaphore(value: 64)

  init() {
    let (stream, continuation) = AsyncStream.makeStream(of: DaemonEvent.self)
    self.stream = stream
    self.continuation = continuation
  }

  /// Notes what signals ask for from now on, for the next tick to post.
  ///
  /// Not with a dispatch source: a signal that comes before its thread has taken it up is ignored.
  func listenToSignals() {
    signalled.store(0, ordering: .relaxed)
    // A reader of our output that goes away takes nothing with it.
    signal(SIGPIPE, SIG_IGN)
    for number in [SIGINT, SIGTERM, SIGHUP] {
      signal(number) { signalled.bitwiseOr(1 << UInt64($0), ordering: .relaxed) }
    }
  }

  func post(_ event: DaemonEvent) { continuation.yield(event) }

  /// Posts a tick every 20 ms from a thread that sleeps in between.
  func startTicking() {
    let timer = Thread { [self] in
      while true {
        usleep(20_000)
        postSignals()
        post(.tick)
      }
    }
    timer.start()
  }

  private func postSignals() {
    let numbers = signalled.exchange(0, ordering: .relaxed)
    if numbers & (1 << UInt64(SIGHUP)) != 0 { post(.reload) }
    if numbers & (1 << UInt64(SIGINT) | 1 << UInt64(SIGTERM)) != 0 { post(.quit) }
  }

  /// Posts the lines of standard input; for each, call `lineDone`.
  func readLines() {
    let reader = Thread { [self] in
      var lines = LineSplitter()
      var block = [UInt8](repeating: 0, count: 4096)
      while true {
        let count = unsafe read(STDIN_FILENO, &block, block.count)
        if count < 0, errno == EINTR { continue }
        guard count > 0 else { break }
        for byte in block[..<count] { lines.take(byte).map(postLine) }
      }
      lines.end().map(postLine)
      post(.endOfLines)
    }
    reader.start()
  }

  /// Says that a line was attended to.
  func lineDone() { lineRoom.signal() }

  private func postLine(_ line: LineSplitter.Line) {
    lineRoom.wait()
    switch line {
    case .whole(let text): post(.line(text))
    case .tooLong: post(.endlessLine)
    }
  }
}

/// A bit for each signal that came and was not attended to yet: all that a handler may touch.
private let signalled = Atomic<UInt64>(0)
