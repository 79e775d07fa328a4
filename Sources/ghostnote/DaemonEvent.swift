import ALSAAudio
import ALSASequencer
import Dispatch
import Foundation
import JACKClient

/// Whatever the daemon has to attend to, in the order it happened.
enum DaemonEvent: Sendable {
  /// A few milliseconds have passed.
  case tick
  case line(String)
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

  init() {
    let (stream, continuation) = AsyncStream.makeStream(of: DaemonEvent.self)
    self.stream = stream
    self.continuation = continuation
  }

  /// Posts what signals ask for as long as the answer is kept.
  func listenToSignals() -> [any DispatchSourceSignal] {
    [(SIGINT, DaemonEvent.quit), (SIGTERM, .quit), (SIGHUP, .reload)].map { number, event in
      signal(number, SIG_IGN)
      let source = DispatchSource.makeSignalSource(signal: number, queue: .global())
      source.setEventHandler { [self] in post(event) }
      source.resume()
      return source
    }
  }

  func post(_ event: DaemonEvent) { continuation.yield(event) }

  /// Posts a tick every 20 ms from a thread that sleeps in between.
  func startTicking() {
    let timer = Thread { [self] in
      while true {
        usleep(20_000)
        post(.tick)
      }
    }
    timer.start()
  }

  /// Posts the lines of standard input.
  func readLines() {
    let reader = Thread { [self] in
      while let line = readLine() { post(.line(line)) }
      post(.endOfLines)
    }
    reader.start()
  }
}
