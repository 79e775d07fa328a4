internal import RealTime
internal import Synchronization

/// A counter written by one thread and read by others. Thread-safe: yes.
struct Counter: ~Copyable, Sendable {
  private let count = Atomic<Int>(0)

  var value: Int { count.load(ordering: .relaxed) }

  func add(_ amount: Int = 1) { count.add(amount, ordering: .relaxed) }
}

/// A number set by one thread and consumed by another. Thread-safe: yes.
struct Number: ~Copyable, Sendable {
  private let number = Atomic<Int>(0)

  func set(_ value: Int) { number.store(value, ordering: .releasing) }

  /// Returns the number set since the last call, else 0.
  func take() -> Int { number.exchange(0, ordering: .acquiring) }
}

/// A Boolean written by one thread and read by others. Thread-safe: yes.
struct Flag: ~Copyable, Sendable {
  private let state = Atomic<Bool>(false)

  var isSet: Bool { state.load(ordering: .acquiring) }

  func set(_ isSet: Bool) { state.store(isSet, ordering: .releasing) }
}

/// State shared between the pump's thread and other threads.
final class SequencerCounters: Sendable {
  let closing = Flag()
  let active = Flag()
  let attentive = Flag()
  let expectsOutput = Flag()
  let standing = ThreadStanding()
  /// 0 until a priority other than the configuration's is requested.
  let wantedPriority = Number()
  let received = Counter()
  let sent = Counter()
  let sysExDropped = Counter()
  let inputDropped = Counter()
  let overruns = Counter()
  let outputDropped = Counter()
  let outputDelayed = Counter()
  let clockMoved = Counter()
}

/// Counters since the start.
public struct SequencerStatistics: Sendable, Hashable {
  /// Messages received and passed on.
  public var received = 0
  /// Messages and notes sent to the kernel.
  public var sent = 0
  /// System-exclusive messages dropped, or parts of them.
  public var sysExDropped = 0
  /// Messages dropped because the ring to the engine was full.
  public var inputDropped = 0
  /// Overruns of the kernel's input pool.
  public var overruns = 0
  /// Messages that the kernel rejected.
  public var outputDropped = 0
  /// Messages that had to wait for space in the kernel.
  public var outputDelayed = 0
  /// The sum of all corrections of the queue's clock relative to the host's.
  public var clockMovedNanoseconds = 0

  init(_ counters: SequencerCounters) {
    received = counters.received.value
    sent = counters.sent.value
    sysExDropped = counters.sysExDropped.value
    inputDropped = counters.inputDropped.value
    overruns = counters.overruns.value
    outputDropped = counters.outputDropped.value
    outputDelayed = counters.outputDelayed.value
    clockMovedNanoseconds = counters.clockMoved.value
  }
}
