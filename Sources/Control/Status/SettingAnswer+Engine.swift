import Clock
import Commands
import MusicalTime
import Playback
import Rhythm
import Shell

extension SettingAnswer {
  /// How something is set that the patch alone does not tell.
  init(
    _ setting: Command.Setting, of patch: Patch, status: MachineStatus, engine: EngineStatus
  ) {
    let name = setting.rawValue
    switch setting {
    case .tempo: self.init(name: name, value: patch.tempo(by: engine).bpm, unit: "bpm")
    case .groove: self.init(name: name, word: status.groove ?? "off")
    case .humanise: self.init(name: name, word: status.humanised ?? "off")
    case .record:
      let recording = status.recording
      self.init(name: name, word: recording.isOn ? "on, \(recording.mode)" : "off")
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
