import MusicalTime
import Rhythm

extension Patch {
  /// The value of the setting that a command of these words sets, without their last one; nil where it is
  /// not one that a fader is to pick up.
  func setting(_ words: [String]) -> Double? {
    switch words.count {
    case 1:
      switch words[0] {
      case "tempo": return tempo.bpm
      case "level": return Double(kit.level)
      default: return nil
      }
    case 2 where words[0] == "drummer": return drummer.setting(words[1])
    case 2 where words == ["reverb", "decay"]:
      return Double(kit.effects.reverbDecay)
    case 2 where words == ["delay", "feedback"]: return Double(kit.effects.delayFeedback)
    case 2 where words == ["delay", "tone"]: return Double(kit.effects.delayTone)
    case 2: return Drum(name: words[1]).flatMap { kit[$0].sound.setting(words[0]) }
    default: return nil
    }
  }
}

extension DrumSound {
  fileprivate func setting(_ word: String) -> Double? {
    switch word {
    case "level": Double(level)
    case "pan": Double(pan)
    case "tuning": Double(tuning)
    case "decay": Double(decay)
    case "reverb": Double(reverb)
    case "delay": Double(delay)
    case "cutoff": Double(cutoff)
    case "resonance": Double(resonance)
    default: nil
    }
  }
}

extension DrummerSettings {
  fileprivate func setting(_ word: String) -> Double? {
    switch word {
    case "density": density
    case "loudness": loudness
    case "wildness": wildness
    case "listen": listening
    default: nil
    }
  }
}
