import Synchronization

/// Whose turn it is to drive the engine: one driver at a time, changed while others may be running.
///
/// Real-time: `enter` and `leave`; `give` waits for a block in progress to end and is not.
public struct AudioTurn: ~Copyable {
  /// Who has the turn, and whether it is inside a block: one word, so that both change together.
  private let word = Atomic<Int>(0)

  private static var inside: Int { @_noLocks get { 1 &<< 8 } }

  init() {}

  /// Begins a block for `driver`, above 0; false when it is not its turn, and then there is no `leave`.
  @_noLocks func enter(_ driver: Int) -> Bool {
    word.compareExchange(
      expected: driver, desired: driver | Self.inside, ordering: .acquiringAndReleasing
    ).exchanged
  }

  @_noLocks func leave() { word.bitwiseAnd(~Self.inside, ordering: .acquiringAndReleasing) }

  /// Gives the turn to `driver`, or to nobody with 0, once the block in progress has ended.
  func give(to driver: Int, whileWaiting pause: () -> Void) {
    guard word.load(ordering: .acquiring) & ~Self.inside != driver else { return }
    // Nobody may enter from here on, and whoever is inside stays so until it leaves.
    word.bitwiseAnd(Self.inside, ordering: .acquiringAndReleasing)
    while word.load(ordering: .acquiring) != 0 { pause() }
    word.store(driver, ordering: .releasing)
  }
}
