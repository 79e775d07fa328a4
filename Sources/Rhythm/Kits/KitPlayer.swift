/// Sounds a kit, as the machine needs it; the synthesizer's overlay does.
public protocol KitPlayer: Sendable {
  /// Loads the SoundFont and drum kit that `kit` names and lets it sound in place of the last one;
  /// returns what it loaded, in words. Leaves the last one sounding when it throws.
  ///
  /// A relative path is looked up first beside `patch`, the file that `kit` stands in. A SoundFont that
  /// was `.named` goes before one that the command line named.
  func load(
    _ kit: KitDescription, of patch: String?, as request: KitRequest
  ) throws(KitPlayerError) -> String
  /// Levels, pans, tunings and decays for the kit that sounds.
  func apply(_ kit: KitDescription)
  /// Frees what the audio thread has done with.
  func collect()
  /// The keys that have sounds in the loaded kit.
  var keys: KeySet { get }
  /// Whether drums of the loaded kit can have effects of their own.
  var separatesDrums: Bool { get }
  /// Strokes that the synthesizer dropped because too many came at once.
  var droppedHits: Int { get }
}

extension KitPlayer {
  /// All, if the player does not know.
  public var keys: KeySet { .all }
  /// Nothing is dropped where nothing is sounded.
  public var droppedHits: Int { 0 }
}

/// Why a kit was not loaded.
public struct KitPlayerError: Error, Hashable, CustomStringConvertible {
  /// One sentence: what is wrong, and what to do.
  public let description: String

  /// `description` is one sentence: what is wrong, and what to do.
  public init(_ description: String) { self.description = description }
}
