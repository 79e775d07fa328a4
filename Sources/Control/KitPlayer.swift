public import Commands
public import Rhythm

/// Whatever sounds the drums, as the machine needs it; the synthesizer's overlay is behind it.
public protocol KitPlayer: Sendable {
  /// Loads the SoundFont and drum kit that `kit` names and lets it sound in place of the last one;
  /// answers what it loaded, in words. Leaves the last one sounding when it throws.
  ///
  /// A relative path is looked up first beside `patch`, the file that `kit` stands in. What was just
  /// asked for by `isAskedFor` goes before a SoundFont that the command line named.
  func load(
    _ kit: KitDescription, of patch: String?, isAskedFor: Bool
  ) throws(CommandError) -> String
  /// Levels, pans, tunings and decays for the kit that sounds.
  func apply(_ kit: KitDescription)
  /// Frees what the audio thread has done with.
  func collect()
  /// The keys that the kit which sounds has sounds on.
  var keys: KeySet { get }
  /// Strokes that the synthesizer dropped because too many came at once.
  var droppedHits: Int { get }
}

extension KitPlayer {
  /// All, where nobody looks.
  public var keys: KeySet { .all }
  /// Nothing is dropped where nothing is sounded.
  public var droppedHits: Int { 0 }
}

/// Where patches come from and go to.
public protocol PatchStore: Sendable {
  /// Reads a patch by path or factory name; answers it with the path it was found at.
  func load(_ name: String) throws(CommandError) -> (patch: Patch, path: String)
  /// Where a patch that is saved as `name`, a path or a patch's name, goes.
  func destination(of name: String) throws(CommandError) -> String
  /// The kit of the patch that was read at `former` as it is to be written at `path`: a SoundFont that
  /// is named from where the patch was is found from there as well.
  func kit(_ kit: KitDescription, movedFrom former: String?, to path: String) -> KitDescription
  /// Writes a patch, leaving what was there when it fails.
  func save(_ patch: Patch, to path: String) throws(CommandError)
}
