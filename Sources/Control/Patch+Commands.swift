import Commands
import Rhythm

extension Patch {
  /// Makes the change that an editing command asks for; other commands change nothing.
  mutating func apply(_ action: Command.Action) throws(PatternError) {
    switch action {
    case .tempo(let tempo): self.tempo = tempo
    case .loop(let loops): pattern.loops = loops
    case .step(let voice, let step, let written):
      try pattern.set(step: step, of: voice, to: written)
    case .mute(let voice, let isMuted): try pattern.setMuted(isMuted, of: voice)
    case .solo(let voice, let isSoloed): try pattern.setSoloed(isSoloed, of: voice)
    case .clear(let voice):
      for lane in pattern.lanes where voice == nil || lane.voice == voice {
        pattern.removeLane(of: lane.voice)
      }
    case .level(let level): kit.level = level
    case .sound(let drum, let change): kit[drum].apply(change)
    case .kit(let soundFont, let program, let bank):
      // Where its drums are is of each SoundFont itself.
      if let soundFont, soundFont != kit.soundFont {
        (kit.soundFont, kit.bank, kit.keyMap) = (soundFont, 128, .generalMIDI)
      } else if soundFont != nil {
        kit.bank = 128
      }
      if let bank { kit.bank = bank }
      kit.program = program
    default: break
    }
  }
}

extension DrumSettings {
  mutating func apply(_ change: SoundChange) {
    switch change {
    case .level(let level): sound.level = level
    case .pan(let pan): sound.pan = pan
    case .tuning(let cents): sound.tuning = cents
    case .decay(let seconds): sound.decay = seconds
    case .output(let pair): sound.output = pair
    case .reverb(let share): sound.reverb = share
    case .delay(let share): sound.delay = share
    case .filter(let kind): sound.filter = kind
    case .cutoff(let hertz): sound.cutoff = hertz
    case .resonance(let decibels): sound.resonance = decibels
    case .choke(let group): chokeGroup = group
    case .velocityCurve(let curve): velocityCurve = curve
    case .source(let source): self.source = source
    }
  }
}
