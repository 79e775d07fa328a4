import Synchronization

/// Controls which driver runs the engine: one at a time, changed while drivers are running.
///
/// Real-time: `enter` and `leave`; `give` waits for the current block to end and is not.
public struct AudioTurn: ~Copyable {
  /// The current driver, and whether it is inside a block: one word, so that both change
  /// atomically.
  private let word = Atomic<Int>(0)

  private static var inside: Int { @_noLocks get { 1 &<< 8 } }

  init() {}

  /// Begins a block for `driver` (above 0); false if another driver is active, and then `leave`
  /// must not be called.
  @_noLocks func enter(_ driver: Int) -> Bool {
    word.compareExchange(
      expected: driver, desired: driver | Self.inside, ordering: .acquiringAndReleasing
    ).exchanged
  }

  @_noLocks func leave() { word.bitwiseAnd(~Self.inside, ordering: .acquiringAndReleasing) }

  /// Makes `driver` the active one (0 for none), once the current block has ended.
  func give(to driver: Int, whileWaiting pause: () -> Void) {
    guard word.load(ordering: .acquiring) & ~Self.inside != driver else { return }
    // From here on no driver can enter; one that is inside a block stays until it leaves.
    word.bitwiseAnd(Self.inside, ordering: .acquiringAndReleasing)
    while word.load(ordering: .acquiring) != 0 { pause() }
    word.store(driver, ordering: .releasing)
  }
}
