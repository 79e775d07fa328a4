import Commands
import Rhythm

extension Patch {
  /// What it comes to to play another SoundFont (nil keeps it) and drum kit.
  func outcome(
    ofKit soundFont: String?, program: UInt8, bank: UInt16?, as name: String
  ) -> CommandOutcome {
    var next = self
    // Where its drums are is of each SoundFont itself.
    if let soundFont, soundFont != kit.soundFont {
      (next.kit.soundFont, next.kit.bank, next.kit.keyMap) = (soundFont, 128, .generalMIDI)
    } else if soundFont != nil {
      next.kit.bank = 128
    }
    if let bank { next.kit.bank = bank }
    next.kit.program = program
    return .change(
      PatchChange(name, to: next, kit: soundFont == nil ? .again : .named), .done)
  }
}
