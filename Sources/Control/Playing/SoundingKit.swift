import Commands
import LiveDrummer
import Rhythm

/// The kit that sounds.
struct SoundingKit: Sendable {
  private let kits: any KitPlayer
  /// What is loaded, in words.
  private(set) var name: String

  /// `kits` has loaded `name`.
  init(_ kits: any KitPlayer, name: String) {
    self.kits = kits
    self.name = name
  }

  /// Keys that have sounds.
  var keys: KeySet { kits.keys }
  /// Strokes that the synthesizer dropped.
  var droppedHits: Int { kits.droppedHits }

  /// Loads the kit of a patch in a file, where it was asked for or is another than that of `former` in its file;
  /// returns what `apply` lets sound.
  func load(
    _ next: KitDescription, from file: String?, insteadOf former: KitDescription,
    from formerFile: String?, _ request: KitRequest
  ) throws(CommandError) -> Loaded {
    let isOther = isOther(next, from: file, than: former, from: formerFile, request)
    guard isOther else { return Loaded(kit: next, name: name, isOther: next != former) }
    do throws(KitPlayerError) {
      return Loaded(kit: next, name: try kits.load(next, of: file, as: request), isOther: true)
    } catch {
      throw CommandError(Self.expectation(of: next, request) + error.description)
    }
  }

  /// What an error begins with where a SoundFont's name is a number: a program may have been meant.
  private static func expectation(of kit: KitDescription, _ request: KitRequest) -> String {
    guard request == .named, kit.soundFont.flatMap({ Double($0) }) != nil else { return "" }
    return "a program is \(Knob.program.rangeInWords); "
  }

  /// A kit that is ready, and has no levels yet.
  struct Loaded {
    fileprivate let kit: KitDescription
    fileprivate let name: String
    fileprivate let isOther: Bool
  }

  /// Gives the drums of the loaded kit their levels, and all else that is set.
  mutating func apply(_ loaded: Loaded) {
    if loaded.isOther { kits.apply(loaded.kit) }
    name = loaded.name
  }

  /// Frees what the audio thread has done with.
  func collect() { kits.collect() }

  private func isOther(
    _ next: KitDescription, from file: String?, than former: KitDescription,
    from formerFile: String?, _ request: KitRequest
  ) -> Bool {
    request != .ifChanged || next.soundFont != former.soundFont
      || next.program != former.program || next.bank != former.bank
      || next.keyMap != former.keyMap || next.sources != former.sources
      // Drums with effects are sounded apart, which takes a kit prepared for it.
      || (next.hasEffects && !kits.separatesDrums)
      // A relative path means another file beside another patch.
      || ((next.soundFont != nil || !next.sources.isEmpty) && file != formerFile)
  }
}
