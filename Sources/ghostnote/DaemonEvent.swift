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

  /// Notes what signals ask for from now on, for the next tick to post.
  ///
  /// Not with a dispatch source: a signal that comes before its thread has taken it up is ignored.
  func listenToSignals() {
    signalled.store(0, ordering: .relaxed)
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

  /// Posts the lines of standard input.
  func readLines() {
    let reader = Thread { [self] in
      while let line = readLine() { post(.line(line)) }
      post(.endOfLines)
    }
    reader.start()
  }
}

/// A bit for each signal that came and was not attended to yet: all that a handler may touch.
private let signalled = Atomic<UInt64>(0)
