import ALSAAudio
import ALSASequencer
import Foundation
import JACKClient
import Shell
import Synchronization

/// Whatever the daemon has to attend to, in the order it happened.
enum DaemonEvent: Sendable {
  /// A few milliseconds have passed.
  case tick
  case line(String)
  /// A line that nobody would type, dropped whole.
  case endlessLine
  /// Ctrl-D on a terminal.
  case endOfFileTyped
  case endOfLines
  /// SIGHUP.
  case hangUp
  /// The terminal that it was controlled from is gone.
  case terminalGone
  /// It was stopped (Ctrl-Z), and goes on.
  case back
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

  /// Whether a recording could not be written whole.
  let recordingHasFailed = Atomic<Bool>(false)

  init() {
    let (stream, continuation) = AsyncStream.makeStream(of: DaemonEvent.self)
    self.stream = stream
    self.continuation = continuation
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
    let asked = Signals.requests()
    if asked.isBack { post(.back) }
    if asked.hangUp { post(.hangUp) }
    if asked.end { post(.quit) }
  }

  /// Posts the lines of standard input; for each, call `lineDone`.
  func readLines() {
    _ = LineInput(from: STDIN_FILENO) { [self] event in
      switch event {
      case .line(let line): postLine(line)
      case .endOfFileTyped: post(.endOfFileTyped)
      case .end: post(.endOfLines)
      case .hungUp: post(.terminalGone)
      }
    }
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
