import Commands
public import PatchFiles
public import Rhythm
import Synchronization

/// A fake kit player that loads nothing and records its calls.
public final class FakeKitPlayer: KitPlayer {
  private let told = Mutex<(loaded: [KitDescription], applied: [KitDescription])>(([], []))
  private let asked = Mutex<[KitRequest]>([])
  private let missing: String
  private let dropped = Mutex(0)

  /// Refuses the SoundFont named `missing`.
  public init(missing: String = "missing.sf2") { self.missing = missing }

  /// The kits loaded, first to last.
  public var loaded: [KitDescription] { told.withLock { $0.loaded } }
  /// Why each of them was.
  public var requests: [KitRequest] { asked.withLock { $0 } }
  /// The kits whose settings were applied, first to last.
  public var applied: [KitDescription] { told.withLock { $0.applied } }

  /// What it says it dropped.
  public var droppedHits: Int {
    get { dropped.withLock { $0 } }
    set { dropped.withLock { $0 = newValue } }
  }

  /// As the last kit that was loaded needs it.
  public var separatesDrums: Bool { loaded.last?.hasEffects ?? false }

  /// Records the kit and returns its program and SoundFont; throws for the missing one.
  public func load(
    _ kit: KitDescription, of patch: String?, as request: KitRequest
  ) throws(KitPlayerError) -> String {
    guard kit.soundFont != missing else { throw KitPlayerError("\(missing): no such file") }
    told.withLock { $0.loaded.append(kit) }
    asked.withLock { $0.append(request) }
    return "kit \(kit.program) of \(kit.soundFont ?? "the first SoundFont")"
  }

  /// Records the kit.
  public func apply(_ kit: KitDescription) { told.withLock { $0.applied.append(kit) } }

  /// Does nothing.
  public func collect() {}
}

/// A fake patch store: patches in memory, by path.
public final class InMemoryPatchStore: PatchStore {
  private let patches: Mutex<[String: Patch]>

  /// A store of `patches`; other names are not found.
  public init(_ patches: [String: Patch] = [:]) { self.patches = Mutex(patches) }

  /// Stores or (nil) removes a patch.
  public func put(_ patch: Patch?, at path: String) { patches.withLock { $0[path] = patch } }

  /// The patch at `path`.
  public subscript(path: String) -> Patch? { patches.withLock { $0[path] } }

  public func load(_ name: String) throws(PatchError) -> (patch: Patch, path: String) {
    guard let patch = self[name] else {
      throw PatchError(file: name, .notFound(nearest: nil, folders: ["memory"]))
    }
    return (patch, name)
  }

  /// The path that it is.
  public func destination(of name: String) throws(PatchError) -> String { name }

  /// The kit unchanged.
  public func kit(
    _ kit: KitDescription, movedFrom former: String?, to path: String
  ) -> KitDescription { kit }

  /// Refused below `/full/`, which stands for a full disk.
  public func save(_ patch: Patch, to path: String) throws(PatchError) {
    guard !path.hasPrefix("/full/") else {
      throw PatchError(file: path, .unwritable("the disk is full"))
    }
    put(patch, at: path)
  }
}
