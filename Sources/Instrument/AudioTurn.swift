import Synchronization

/// Whose turn it is to drive the engine: one driver at a time, changed while others may be running.
///
/// Real-time: `enter` and `leave`; `give` waits for a block in progress to end and is not.
public struct AudioTurn: ~Copyable {
  private let holder = Atomic<Int>(0)
  private let isInside = Atomic<Bool>(false)

  init() {}

  /// Begins a block for `driver`; false when it is not its turn, and then there is no `leave`.
  @_noLocks func enter(_ driver: Int) -> Bool {
    // Both sides write first and read after, in one total order: never are both inside.
    guard holder.load(ordering: .sequentiallyConsistent) == driver else { return false }
    isInside.store(true, ordering: .sequentiallyConsistent)
    if holder.load(ordering: .sequentiallyConsistent) == driver { return true }
    isInside.store(false, ordering: .sequentiallyConsistent)
    return false
  }

  @_noLocks func leave() { isInside.store(false, ordering: .sequentiallyConsistent) }

  /// Gives the turn to `driver`, or to nobody with 0, once the block in progress has ended.
  func give(to driver: Int, whileWaiting pause: () -> Void) {
    guard holder.load(ordering: .sequentiallyConsistent) != driver else { return }
    holder.store(0, ordering: .sequentiallyConsistent)
    while isInside.load(ordering: .sequentiallyConsistent) { pause() }
    holder.store(driver, ordering: .sequentiallyConsistent)
  }
}
