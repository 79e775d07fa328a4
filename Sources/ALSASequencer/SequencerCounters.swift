internal import RealTime
internal import Synchronization

/// A number that one thread counts and others read. Thread-safe: yes.
struct Counter: ~Copyable, Sendable {
  private let count = Atomic<Int>(0)

  var value: Int { count.load(ordering: .relaxed) }

  func add(_ amount: Int = 1) { count.add(amount, ordering: .relaxed) }
}

/// A number that one thread sets and another takes once. Thread-safe: yes.
struct Number: ~Copyable, Sendable {
  private let number = Atomic<Int>(0)

  func set(_ value: Int) { number.store(value, ordering: .releasing) }

  /// What was set since the last time, else 0.
  func take() -> Int { number.exchange(0, ordering: .acquiring) }
}

/// A yes or no that one thread sets and others read. Thread-safe: yes.
struct Flag: ~Copyable, Sendable {
  private let state = Atomic<Bool>(false)

  var isSet: Bool { state.load(ordering: .acquiring) }

  func set(_ isSet: Bool) { state.store(isSet, ordering: .releasing) }
}

/// What the pump's thread and everybody else both look at.
final class SequencerCounters: Sendable {
  let closing = Flag()
  let active = Flag()
  let attentive = Flag()
  let expectsOutput = Flag()
  let standing = ThreadStanding()
  /// 0 as long as it is the configuration's.
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

/// Counts since the client began.
public struct SequencerStatistics: Sendable, Hashable {
  /// Messages that came in and were passed on.
  public var received = 0
  /// Messages and notes handed to the kernel.
  public var sent = 0
  /// System-exclusive messages dropped, or pieces of them.
  public var sysExDropped = 0
  /// Messages dropped because the engine had not taken those before.
  public var inputDropped = 0
  /// Times that more came than the kernel keeps for us.
  public var overruns = 0
  /// Messages that the kernel did not take.
  public var outputDropped = 0
  /// Messages that had to wait for room in the kernel.
  public var outputDelayed = 0
  /// How far the queue's clock has been moved against the host's, all moves together.
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
