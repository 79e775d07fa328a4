import Foundation
public import PatchFiles
public import Rhythm
import Synchronization

/// A fake patch store whose `load` waits until the test opens it.
public final class SlowShelf: PatchStore {
  private let shelf: InMemoryPatchStore
  private let isOpen = Atomic<Bool>(false)
  private let isAsked = Atomic<Bool>(false)

  /// A store of `patches`; other names are not found.
  public init(_ patches: [String: Patch]) { shelf = InMemoryPatchStore(patches) }

  /// Whether a `load` is waiting.
  public var isWaiting: Bool {
    isAsked.load(ordering: .sequentiallyConsistent)
      && !isOpen.load(ordering: .sequentiallyConsistent)
  }

  /// Lets every `load` go on.
  public func open() { isOpen.store(true, ordering: .sequentiallyConsistent) }

  /// The patch at that path, once the store is open.
  public func load(_ name: String) throws(PatchError) -> (patch: Patch, path: String) {
    isAsked.store(true, ordering: .sequentiallyConsistent)
    while !isOpen.load(ordering: .sequentiallyConsistent) { usleep(1_000) }
    return try shelf.load(name)
  }

  /// The path that it is.
  public func destination(of name: String) throws(PatchError) -> String { name }

  /// The kit unchanged.
  public func kit(
    _ kit: KitDescription, movedFrom former: String?, to path: String
  ) -> KitDescription { kit }

  /// Stores the patch.
  public func save(_ patch: Patch, to path: String) throws(PatchError) {
    try shelf.save(patch, to: path)
  }
}
