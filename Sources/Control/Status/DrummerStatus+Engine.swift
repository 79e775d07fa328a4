import Commands
import Playback
import Rhythm

extension DrummerStatus {
  init(
    name: String?, settings: DrummerSettings, bar: Int, doing: Doing, engine: EngineStatus
  ) {
    self.init()
    self.name = name
    isOn = settings.isOn
    style = settings.style
    blend = settings.blend.map { "\($0.style) \($0.amount)" }
    density = settings.density
    loudness = settings.loudness
    wildness = settings.wildness
    fillEvery = settings.fillEvery
    drums = settings.drums.map { drums in
      Drum.all.filter { drums.contains($0) }.map(\.name)
    }
    feel = settings.feel.rawValue
    seed = settings.seed
    listening = settings.listening
    answerBars = settings.answerBars
    self.bar = bar
    self.doing = doing
    starvedBars = engine.starvedBars
    awaitedBars = engine.awaitedBars
  }
}
