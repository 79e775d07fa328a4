import Clock
import Commands
import MusicalTime
import Playback
import Rhythm
import Shell

extension SettingAnswer {
  /// How something is set, as its command is typed.
  init(
    _ setting: Command.Setting, of patch: Patch, status: MachineStatus, engine: EngineStatus
  ) {
    let name = setting.rawValue
    func onOff(_ isOn: Bool) -> SettingAnswer {
      SettingAnswer(name: name, word: isOn ? "on" : "off")
    }
    switch setting {
    case .tempo: self.init(name: name, value: patch.tempo(by: engine).bpm, unit: "bpm")
    case .loop: self = onOff(patch.pattern.loops)
    case .accent: self.init(name: name, value: Double(patch.pattern.accent), unit: "")
    case .groove: self.init(name: name, word: status.groove ?? "off")
    case .humanise: self.init(name: name, word: status.humanised ?? "off")
    case .record:
      let recording = status.recording
      self.init(name: name, word: recording.isOn ? "on, \(recording.mode)" : "off")
    case .metronome: self.init(name: name, word: patch.metronome.sounding.rawValue)
    case .countin:
      let bars = patch.metronome.countInBars
      self.init(name: name, value: Double(bars), unit: bars == 1 ? "bar" : "bars")
    case .drummer: self = onOff(patch.drummer.isOn)
    case .kit: self.init(name: name, word: status.kit.onOneLine)
    }
  }
}

extension Patch {
  /// The tempo that was set, or that a clock or the song has now.
  fileprivate func tempo(by engine: EngineStatus) -> Tempo {
    let isOwn = engine.leader == .internal && !(engine.isRolling && playsSong)
    return isOwn ? tempo : engine.tempo
  }
}
