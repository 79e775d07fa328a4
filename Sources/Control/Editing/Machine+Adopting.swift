import Commands
import LiveDrummer
import Playback
import Rhythm

extension Machine {
  func edit(_ command: Command) throws(CommandError) {
    var edited = patch
    do throws(PatternError) { try edited.apply(command.action) } catch {
      throw CommandError(error.description)
    }
    var request = KitRequest.ifChanged
    if case .kit(let soundFont, _, _) = command.action {
      request = soundFont == nil ? .again : .named
    }
    try change(
      command.undoName, to: edited, isStream: command.spec.isStream, kit: request)
  }

  /// Makes a change of the patch under that name.
  func edit(
    _ name: String, isStream: Bool = false, _ edit: (inout Patch) throws(CommandError) -> Void
  ) throws(CommandError) {
    var edited = patch
    try edit(&edited)
    try change(name, to: edited, isStream: isStream)
  }

  /// Makes `next` the document: loads its kit where that changed, then plays it, where nothing is
  /// said in place of what it was.
  func adopt(
    _ next: Patch, from file: String?, kit request: KitRequest = .ifChanged,
    as entrance: SwitchRequest? = nil
  ) throws(CommandError) {
    // Asked first, because a kit that is installed cannot be taken back.
    guard engine.room >= Self.mostMessages else { throw Self.busy }
    let kitChanges =
      request != .ifChanged || next.kit.soundFont != patch.kit.soundFont
      || next.kit.program != patch.kit.program || next.kit.bank != patch.kit.bank
      || next.kit.keyMap != patch.kit.keyMap || next.kit.sources != patch.kit.sources
      // Drums with effects are sounded apart, which takes a kit prepared for it.
      || (next.kit.hasEffects && !kits.separatesDrums)
      // A relative path means another file beside another patch.
      || ((next.kit.soundFont != nil || !next.kit.sources.isEmpty) && file != path)
    let loaded = try CommandError.wrapping { () throws(KitPlayerError) in
      kitChanges ? try kits.load(next.kit, of: file, isAskedFor: request == .named) : kitName
    }
    if next.tempo != patch.tempo { try send(.tempo(next.tempo)) }
    // What is not touched is not made again: a level or a tempo compiles nothing.
    if entrance != nil || !next.playsLike(patch, section: arrangement.loopedSection) {
      guard publish(next, as: entrance) else { throw Self.busy }
    }
    if next.metronome != patch.metronome { try send(.metronome(metronome(of: next))) }
    if kitChanges || next.kit != patch.kit { kits.apply(next.kit) }
    kitName = loaded
    let playable = next.playableDrummer
    if playable != patch.playableDrummer { drummer.steer(playable, always: true) }
    // What is selected is of one pattern, wherever that is moved and whatever it is called.
    if next.selected != patch.selected, next.pattern.name != patch.pattern.name { selection = nil }
    if next.input != patch.input { engine.setInput(played(next).input) }
    patch = next
  }

  /// Why a kit is loaded.
  enum KitRequest {
    /// Only where the patch says another.
    case ifChanged
    /// As asked for, changed or not: a MIDI program change may have been heard since.
    case again
    /// The same, and the SoundFont was named.
    case named
  }
}
