internal import Synchronization

/// The priority a thread was given: written once by the thread, read by others. Thread-safe: yes.
public final class ThreadStanding: Sendable {
  /// What is known about the priority.
  public enum Priority: Sendable, Hashable {
    /// The thread has not reported yet.
    case unknown
    /// Normal scheduling.
    case ordinary
    /// SCHED_FIFO with this priority.
    case realTime(Int32)

    /// `given` is nil for a thread with normal scheduling.
    public init(_ given: Int32?) { self = given.map { .realTime($0) } ?? .ordinary }

    /// The text shown by `status`; nil while unknown.
    public var words: String? {
      switch self {
      case .unknown: nil
      case .ordinary: "no real-time priority"
      case .realTime(let priority): "real-time priority \(priority)"
      }
    }
  }

  private let priority = Atomic<Int>(-1)

  /// A priority that is not known yet.
  public init() {}

  /// The priority, or `unknown`.
  public var value: Priority {
    let value = priority.load(ordering: .acquiring)
    return value < 0 ? .unknown : value == 0 ? .ordinary : .realTime(Int32(value))
  }

  /// Reports the priority of the calling thread; nil for normal scheduling.
  public func set(_ given: Int32?) { priority.store(Int(given ?? 0), ordering: .releasing) }
}
