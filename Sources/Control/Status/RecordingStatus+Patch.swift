import Commands
import Rhythm

extension RecordingStatus {
  init(_ patch: Patch, isOn: Bool, erased: Set<Voice>, isCountingIn: Bool) {
    self.init()
    self.isOn = isOn
    mode = patch.recording.mode.rawValue
    quantise = patch.recording.quantising
    self.erased = erased.map(\.description).sorted()
    metronome = patch.metronome.sounding.rawValue
    countInBars = patch.metronome.countInBars
    self.isCountingIn = isCountingIn
  }
}
