import Clock
import Commands
import MusicalTime
import Playback
import Rhythm

extension Machine {
  /// How something is set, as its command is typed.
  func answer(_ setting: Command.Setting) -> SettingAnswer {
    let name = setting.rawValue
    func onOff(_ isOn: Bool) -> SettingAnswer {
      SettingAnswer(name: name, word: isOn ? "on" : "off")
    }
    switch setting {
    case .tempo: return SettingAnswer(name: name, value: tempoNow.bpm, unit: "bpm")
    case .loop: return onOff(patch.pattern.loops)
    case .accent: return SettingAnswer(name: name, value: Double(patch.pattern.accent), unit: "")
    case .groove: return SettingAnswer(name: name, word: status().groove ?? "off")
    case .humanise: return SettingAnswer(name: name, word: status().humanised ?? "off")
    case .record:
      let status = status().recording
      return SettingAnswer(name: name, word: status.isOn ? "on, \(status.mode)" : "off")
    case .metronome: return SettingAnswer(name: name, word: patch.metronome.sounding.rawValue)
    case .countin:
      let bars = patch.metronome.countInBars
      return SettingAnswer(name: name, value: Double(bars), unit: bars == 1 ? "bar" : "bars")
    case .drummer: return onOff(patch.drummer.isOn)
    }
  }

  /// The tempo that was set, or that a clock or the song has now.
  private var tempoNow: Tempo {
    let now = engine.status()
    let isOwn = now.leader == .internal && !(now.isRolling && patch.playsSong)
    return isOwn ? patch.tempo : now.tempo
  }
}
