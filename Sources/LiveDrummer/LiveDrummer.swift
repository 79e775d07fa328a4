import Foundation
public import Playback
import RealTime
public import Rhythm
import Synchronization

/// A drummer that plays along: generates bars ahead of the engine on a thread of its own, and is
/// steered from any other. Thread-safe. Real-time: no.
public final class LiveDrummer: Sendable {
  /// Bars kept ready after the one that is playing.
  public let lookahead: Int
  /// The range of `lookahead`.
  public static let lookaheads = 1...15

  /// Most bars that a steering call waits for.
  static let patience = 64

  private let part: Mutex<DrummerScheduler>
  private let loaded = Mutex<LoadedDrummer?>(nil)
  private let loadDrummer: @Sendable () throws(DrummerError) -> LoadedDrummer
  private let awake = DispatchSemaphore(value: 0)
  private let hasEnded = DispatchSemaphore(value: 0)
  private let thread = Mutex<ThreadState>(.notStarted)

  private enum ThreadState { case notStarted, running, ending }

  /// A part with `settings` and without a drummer: `load` finds one and `start` runs it.
  ///
  /// - Parameters:
  ///   - lookahead: bars kept ready after the one that is playing.
  ///   - loadDrummer: loads the drummer; called when it is first needed.
  public init(
    settings: DrummerSettings, lookahead: Int = 2, engine: consuming sending EngineDrummer,
    loadDrummer: @escaping @Sendable () throws(DrummerError) -> LoadedDrummer
  ) {
    self.lookahead = lookahead
    self.loadDrummer = loadDrummer
    part = Mutex(DrummerScheduler(settings: settings, lookahead: lookahead, engine: engine))
  }

  /// The drummer's name; nil before it is loaded.
  public var name: String? { loaded.withLock { $0?.name } }

  /// The styles that it knows; none before a drummer is loaded.
  public var styles: [String] { loaded.withLock { $0?.styles ?? [] } }

  /// Whether a drummer is loaded.
  public var isLoaded: Bool { loaded.withLock { $0 != nil } }

  /// Loads the drummer if it isn't yet; throws if there is none.
  @discardableResult public func load() throws(DrummerError) -> LoadedDrummer {
    if let drummer = loaded.withLock({ $0 }) { return drummer }
    let found = try loadDrummer()
    loaded.withLock { $0 = found }
    work { $0.load(found.beginning) }
    return found
  }

  /// Runs on a thread of its own until `stop`. Where the system has no thread left, bars are written only while
  /// the song is stopped.
  public func start() {
    let isNew = thread.withLock { state in
      defer { if case .notStarted = state { state = .running } }
      if case .notStarted = state { return true } else { return false }
    }
    guard isNew else { return }
    let hasBegun = NamedThread.start("ghostnote-drum") { [self] in
      run()
      hasEnded.signal()
    }
    // For `stop`.
    if !hasBegun { hasEnded.signal() }
  }

  /// Stops the thread; the engine keeps playing the bars it has.
  public func stop() {
    let wasRunning = thread.withLock { state in
      defer { state = .ending }
      if case .running = state { return true } else { return false }
    }
    guard wasRunning else { return }
    awake.signal()
    hasEnded.wait()
  }

  /// Does all pending work on the calling thread, at most `limit` bars.
  public func catchUp(atMost limit: Int = .max) {
    var left = limit
    while left > 0, part.withLock({ $0.attend() }) { left -= 1 }
  }

  /// Wakes the thread at once; otherwise it checks every 10 ms.
  public func wake() { awake.signal() }

  private func run() {
    while isRunning {
      // One bar at a time, so that steering calls need not wait for longer.
      while isRunning, part.withLock({ $0.attend() }) {}
      if part.withLock({ $0.isEverOn }) {
        _ = awake.wait(timeout: .now() + .milliseconds(10))
      } else {
        awake.wait()
      }
    }
  }

  private var isRunning: Bool {
    thread.withLock { if case .running = $0 { true } else { false } }
  }

  /// Reads something from the part.
  func ask<Answer: Sendable>(_ question: (inout DrummerScheduler) -> sending Answer) -> Answer {
    part.withLock { question(&$0) }
  }

  /// Changes something in the part. While the song is stopped, everything is ready on return,
  /// except for positions far into the song.
  func work<Answer: Sendable>(
    _ change: (inout DrummerScheduler) -> sending Answer
  ) -> Answer {
    let (answer, isSoonReady) = part.withLock { part in
      let answer = change(&part)
      return (answer, !part.now.isRolling && part.barsToWrite <= Self.patience)
    }
    if isSoonReady { catchUp(atMost: Self.patience) }
    wake()
    return answer
  }
}
