import ALSAAudio
import ALSASequencer
import ControlSocket
import Foundation
import JACKClient
import LineEditing
import NSM
import RealTime
import Shell
import Synchronization

/// An event for the daemon's main loop.
enum DaemonEvent: Sendable {
  /// A few milliseconds have passed.
  case tick
  case line(String)
  /// A controller with lights asks for something.
  case surface(String)
  /// A client of the control socket asks for something.
  case request(ControlRequest)
  /// A client of the control socket has gone.
  case left(ClientID)
  /// A line of many commands is to be gone on with.
  case goOn
  /// A line too long to be typed, dropped whole.
  case endlessLine
  /// Ctrl-D on a terminal.
  case endOfFileTyped
  case endOfLines
  /// SIGHUP.
  case hangUp
  /// The controlling terminal was closed.
  case terminalGone
  /// The process was stopped (Ctrl-Z) and continued.
  case back
  case quit
  case jack(JACKEvent)
  case sequencer(SequencerEvent)
  case pcm(PCMEvent)
  case session(NSMEvent)
}

/// Merges events from threads, signals and standard input into one stream.
final class DaemonEvents: Sendable {
  let stream: AsyncStream<DaemonEvent>
  private let continuation: AsyncStream<DaemonEvent>.Continuation
  /// The maximum number of waiting lines; beyond it the writer blocks, so that memory stays
  /// bounded.
  private let lineRoom = DispatchSemaphore(value: 64)

  private let isTickWaiting = Atomic<Bool>(false)

  /// Whether writing a recording has failed.
  let recordingHasFailed = Atomic<Bool>(false)

  init() {
    let (stream, continuation) = AsyncStream.makeStream(of: DaemonEvent.self)
    self.stream = stream
    self.continuation = continuation
  }

  func post(_ event: DaemonEvent) { continuation.yield(event) }

  /// Posts a tick every 20 ms from a sleeping thread. Calls `attend` where one still waits, and every 2 ms while
  /// `watches` is true. False where the system has no thread left: then no signal is heard either.
  func startTicking(
    watches: @escaping @Sendable () -> Bool, attend: @escaping @Sendable () -> Void
  ) -> Bool {
    NamedThread.start("ghostnote-tick") { [self] in
      var pace = TickPace()
      while true {
        let nap = pace.nap(watches: watches())
        usleep(nap.microseconds)
        if !nap.endsInTick || !tick() { attend() }
      }
    }
  }

  /// Posts a tick; false where one still waits.
  private func tick() -> Bool {
    postSignals()
    guard !isTickWaiting.exchange(true, ordering: .relaxed) else { return false }
    post(.tick)
    return true
  }

  /// Reports that a tick is being processed.
  func tickBegan() { isTickWaiting.store(false, ordering: .relaxed) }

  private func postSignals() {
    let asked = Signals.requests()
    if asked.isBack { post(.back) }
    if asked.hangUp { post(.hangUp) }
    if asked.end { post(.quit) }
  }

  /// Posts the lines of standard input, on a terminal edited where that is possible, above which `output` writes; for
  /// each, call `lineDone`. What is typed on a terminal and `urgent` takes is not posted.
  func readLines(_ output: DaemonOutput, urgent: @escaping @Sendable (String) -> Bool) {
    let isEdited = output.edit { [self] event in
      switch event {
      case .line(let line): if !urgent(line) { postLine(.whole(line)) }
      case .endOfFile: post(.endOfFileTyped)
      case .hungUp: post(.terminalGone)
      // Ctrl-C ends this process, by its signal.
      case .interrupted: break
      }
    }
    if !isEdited { readPlainLines(from: STDIN_FILENO, urgent: urgent) }
  }

  /// Posts the lines of `file`; of a terminal those that `urgent` does not take.
  func readPlainLines(from file: Int32, urgent: @escaping @Sendable (String) -> Bool) {
    let isTyped = Terminal(file) != nil
    _ = LineInput(from: file) { [self] event in
      switch event {
      case .line(.whole(let line)) where isTyped && urgent(line): break
      case .line(let line): postLine(line)
      case .endOfFileTyped: post(.endOfFileTyped)
      case .end: post(.endOfLines)
      case .hungUp: post(.terminalGone)
      }
    }
  }

  /// Reports that a line was processed.
  func lineDone() { lineRoom.signal() }

  private func postLine(_ line: LineSplitter.Line) {
    lineRoom.wait()
    switch line {
    case .whole(let text): post(.line(text))
    case .tooLong: post(.endlessLine)
    }
  }
}
