internal import Synchronization

/// Which priority a thread was given: told once by it, read by others. Thread-safe: yes.
public final class ThreadStanding: Sendable {
  /// What there is to know of it.
  public enum Priority: Sendable, Hashable {
    /// The thread has not said yet.
    case unknown
    /// It is scheduled like any other.
    case ordinary
    /// It has this priority under SCHED_FIFO.
    case realTime(Int32)

    /// Nil for an ordinary thread.
    public init(_ given: Int32?) { self = given.map { .realTime($0) } ?? .ordinary }

    /// In words, for `status`.
    public var words: String? {
      switch self {
      case .unknown: nil
      case .ordinary: "no real-time priority"
      case .realTime(let priority): "real-time priority \(priority)"
      }
    }
  }

  private let priority = Atomic<Int>(-1)

  public init() {}

  public var value: Priority {
    let value = priority.load(ordering: .acquiring)
    return value < 0 ? .unknown : value == 0 ? .ordinary : .realTime(Int32(value))
  }

  public func set(_ given: Int32?) { priority.store(Int(given ?? 0), ordering: .releasing) }
}
