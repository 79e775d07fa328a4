public import Commands
public import Control
public import Rhythm
import Synchronization

/// A kit player that loads nothing and remembers what it was told.
public final class ToldKitPlayer: KitPlayer {
  private let told = Mutex<(loaded: [KitDescription], applied: [KitDescription])>(([], []))
  private let missing: String

  /// Refuses the SoundFont named `missing`.
  public init(missing: String = "missing.sf2") { self.missing = missing }

  /// The kits loaded, first to last.
  public var loaded: [KitDescription] { told.withLock { $0.loaded } }
  /// The kits whose settings were applied, first to last.
  public var applied: [KitDescription] { told.withLock { $0.applied } }

  /// Remembers the kit and names its program and SoundFont, or refuses the missing one.
  public func load(
    _ kit: KitDescription, of patch: String?, isAskedFor: Bool
  ) throws(CommandError) -> String {
    guard kit.soundFont != missing else { throw CommandError("\(missing): not there") }
    told.withLock { $0.loaded.append(kit) }
    return "kit \(kit.program) of \(kit.soundFont ?? "the first SoundFont")"
  }

  public func apply(_ kit: KitDescription) { told.withLock { $0.applied.append(kit) } }

  public func collect() {}
}

/// Patches in memory, by path.
public final class Shelf: PatchStore {
  private let patches: Mutex<[String: Patch]>

  /// Holds `patches`; any other name is not found.
  public init(_ patches: [String: Patch] = [:]) { self.patches = Mutex(patches) }

  /// Puts a patch in place of what was there.
  public func put(_ patch: Patch?, at path: String) { patches.withLock { $0[path] = patch } }

  /// What lies at `path`.
  public subscript(path: String) -> Patch? { patches.withLock { $0[path] } }

  public func load(_ name: String) throws(CommandError) -> (patch: Patch, path: String) {
    guard let patch = self[name] else { throw CommandError("\(name): no such patch") }
    return (patch, name)
  }

  /// The path that it is.
  public func destination(of name: String) throws(CommandError) -> String { name }

  /// As it is.
  public func kit(
    _ kit: KitDescription, movedFrom former: String?, to path: String
  ) -> KitDescription { kit }

  /// Refused below `/full/`, which stands for a full disk.
  public func save(_ patch: Patch, to path: String) throws(CommandError) {
    guard !path.hasPrefix("/full/") else { throw CommandError("\(path): no room") }
    put(patch, at: path)
  }
}
