public import Commands
import Foundation
public import Playback
public import Rhythm
import Synchronization

/// A drummer who plays along: invents bars on a thread of its own, ahead of the engine, and is
/// steered from any other. Thread-safe. Real-time: no.
public final class LiveDrummer: Sendable {
  /// Bars kept ready behind the one that is played.
  public let lookahead: Int

  /// Bars that whoever steers may wait for.
  static let patience = 64

  private let part: Mutex<DrummerPart>
  private let hired = Mutex<TrainedDrummer?>(nil)
  private let audition: @Sendable () throws(CommandError) -> TrainedDrummer
  private let awake = DispatchSemaphore(value: 0)
  private let hasEnded = DispatchSemaphore(value: 0)
  private let thread = Mutex<Life>(.unborn)

  private enum Life { case unborn, running, ending }

  /// A seat for a drummer who plays by `settings` once it is hired, and works once it is started.
  ///
  /// - Parameters:
  ///   - lookahead: bars kept ready behind the one that is played, 1 to 15.
  ///   - audition: finds the drummer, when it is needed for the first time.
  public init(
    settings: DrummerSettings, lookahead: Int = 2, engine: consuming sending EngineDrummer,
    audition: @escaping @Sendable () throws(CommandError) -> TrainedDrummer
  ) {
    self.lookahead = lookahead
    self.audition = audition
    part = Mutex(DrummerPart(settings: settings, lookahead: lookahead, engine: engine))
  }

  /// What the drummer is called; nil before there is one.
  public var name: String? { hired.withLock { $0?.name } }

  /// Whether there is one.
  public var isHired: Bool { hired.withLock { $0 != nil } }

  /// Finds the drummer where that was not done before; throws why there is none.
  @discardableResult public func hire() throws(CommandError) -> TrainedDrummer {
    if let drummer = hired.withLock({ $0 }) { return drummer }
    let found = try audition()
    hired.withLock { $0 = found }
    work { $0.hire(found.beginning) }
    return found
  }

  /// Works on a thread of its own from now on, until `stop`.
  public func start() {
    let isNew = thread.withLock { life in
      defer { if case .unborn = life { life = .running } }
      if case .unborn = life { return true } else { return false }
    }
    guard isNew else { return }
    let worker = Thread { [self] in
      run()
      hasEnded.signal()
    }
    worker.name = "ghostnote-drum"
    worker.start()
  }

  /// Ends the thread; what the engine has it plays on.
  public func stop() {
    let wasRunning = thread.withLock { life in
      defer { life = .ending }
      if case .running = life { return true } else { return false }
    }
    guard wasRunning else { return }
    awake.signal()
    hasEnded.wait()
  }

  /// Does everything that is to be done now on the calling thread, `limit` bars at most.
  public func catchUp(atMost limit: Int = .max) {
    var left = limit
    while left > 0, part.withLock({ $0.attend() }) { left -= 1 }
  }

  /// Lets the thread look at once instead of within 10 ms.
  public func wake() { awake.signal() }

  private func run() {
    while isRunning {
      // A bar at a time, so that whoever steers need not wait for longer.
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

  /// Looks at something of the part.
  func ask<Answer: Sendable>(_ question: (inout DrummerPart) -> sending Answer) -> Answer {
    part.withLock { question(&$0) }
  }

  /// Changes something of the part; while the song rests everything is ready when this returns,
  /// but for places far into it.
  func work<Answer: Sendable>(
    _ change: (inout DrummerPart) -> sending Answer
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
