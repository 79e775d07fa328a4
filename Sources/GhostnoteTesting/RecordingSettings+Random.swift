public import Rhythm

extension RecordingSettings {
  /// Random recording settings.
  public static func random(using chance: inout SplitMix64) -> RecordingSettings {
    RecordingSettings(
      mode: Mode.allCases.randomElement(using: &chance) ?? .overdub,
      quantising: chance.once(in: 2) ? 0 : .random(in: Knob.quantising.range, using: &chance))
  }
}

extension MetronomeSettings {
  /// Random metronome settings.
  public static func random(using chance: inout SplitMix64) -> MetronomeSettings {
    var settings = MetronomeSettings()
    settings.sounding = Sounding.allCases.randomElement(using: &chance) ?? .off
    settings.output = Output.allCases.randomElement(using: &chance) ?? .audio
    if chance.once(in: 2) {
      settings.level = .random(in: Knob.metronomeLevel.floats, using: &chance)
    }
    if let drum = Drum.all.randomElement(using: &chance) { settings.accent = Voice(drum) }
    if let voice = Voice(note: Int.random(in: Voice.notes, using: &chance), channel: 3) {
      settings.beat = voice
    }
    settings.countInBars = .random(in: Knob.countIn.wholeRange, using: &chance)
    return settings
  }
}
