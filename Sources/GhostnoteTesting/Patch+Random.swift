public import MusicalTime
public import Rhythm

extension Patch {
  /// A random valid patch, usually small.
  public static func random(using chance: inout SplitMix64) -> Patch {
    let names = ["Rock", "", "a \"b\" \\ c", "Süße\n\tTrömmel 🥁", "x\u{1}y"]
    var patch = Patch(
      name: names.randomElement(using: &chance) ?? "",
      tempo: .random(using: &chance), pattern: .random(using: &chance),
      kit: chance.once(in: 80) ? .random(using: &chance) : KitDescription(),
      input: chance.once(in: 80) ? .random(using: &chance) : .standard,
      drummer: chance.once(in: 20) ? .random(using: &chance) : DrummerSettings())
    if chance.once(in: 5) { patch.addPatterns(using: &chance) }
    if chance.once(in: 8) { patch.groove = .random(using: &chance) }
    if chance.once(in: 4) { patch.seed = .random(in: 0...UInt64.max, using: &chance) }
    patch.mutedGroups = Set(Lane.muteGroups.filter { _ in chance.once(in: 12) })
    if chance.once(in: 12) {
      let number = Int.random(in: 0..<SavedSelection.count, using: &chance)
      patch.savedSelections[number] = .random(using: &chance)
    }
    if chance.once(in: 12) {
      let amount = Double(Int.random(in: 0...100, using: &chance)) / 100
      patch.recording = RecordingSettings(mode: .replace, quantising: amount)
      patch.metronome = .random(using: &chance)
    }
    if chance.once(in: 8) {
      patch.humanising = Humanising(
        style: "funk", amount: .random(in: Knob.humanising.range, using: &chance))
    }
    if chance.once(in: 8) { patch.recording = .random(using: &chance) }
    if chance.once(in: 8) { patch.metronome = .random(using: &chance) }
    return patch
  }

  private mutating func addPatterns(using chance: inout SplitMix64) {
    let names = ["", "Intro", "Verse \"1\"", "Süß; ja", "main"].shuffled(using: &chance)
    let count = Int.random(in: 1...3, using: &chance)
    let several = names.prefix(count).map { name in
      var pattern = Pattern.random(using: &chance)
      pattern.name = name
      return pattern
    }
    try? setPatterns(several, selected: Int.random(in: 0..<count, using: &chance))
    let sections = (0..<Int.random(in: 0...3, using: &chance)).map { _ in
      Section(
        pattern: names[Int.random(in: 0..<count, using: &chance)],
        repeats: .random(in: Section.repeatCounts, using: &chance),
        tempo: chance.once(in: 2) ? nil : .random(using: &chance),
        tempi: chance.once(in: 3) ? .random(using: &chance) : [],
        groove: chance.once(in: 3) ? .random(using: &chance) : nil)
    }
    try? setSong(Song(sections: sections, loops: .random(using: &chance)))
    playsSong = .random(using: &chance)
  }
}

extension [TempoChange] {
  /// A few tempo changes, none at beat 0.
  fileprivate static func random(using chance: inout SplitMix64) -> [TempoChange] {
    var beat = Beats.zero
    return (0..<Int.random(in: 1...4, using: &chance)).map { _ in
      beat = beat + Beats(units: .random(in: 1...5_000_000, using: &chance))
      return TempoChange(beat: beat, tempo: .random(using: &chance))
    }
  }
}

extension SavedSelection {
  /// A few markers, or the hits of one or two lanes.
  public static func random(using chance: inout SplitMix64) -> SavedSelection {
    let name = ["", "fill \"1\""].randomElement(using: &chance) ?? ""
    if chance.once(in: 2) {
      let markers = (0..<Int64.random(in: 1...4, using: &chance)).map {
        Marker(Beats($0, over: 7), amplitude: chance.once(in: 2) ? 1 : 0.25)
      }
      return SavedSelection(name: name, .markers(markers))
    }
    let hits = [Voice(.kick), Voice(.snare)].flatMap { voice in
      (0..<4).compactMap { marker in
        chance.once(in: 2) ? nil : Hit(voice, marker: marker, .random(using: &chance))
      }
    }
    return SavedSelection(name: name, .hits(hits))
  }
}

extension Tempo {
  /// A random tempo, to the millionth.
  public static func random(using chance: inout SplitMix64) -> Tempo {
    let (slowest, fastest) = (Int(Tempo.range.lowerBound), Int(Tempo.range.upperBound))
    let microbpm = Int.random(in: slowest * 1_000_000...fastest * 1_000_000, using: &chance)
    return Tempo(clampingBPM: Double(microbpm) / 1_000_000)
  }
}

extension KitDescription {
  /// A random kit; each drum differs from the standard with probability 1/2.
  public static func random(using chance: inout SplitMix64) -> KitDescription {
    var kit = KitDescription(
      soundFont: chance.once(in: 2) ? nil : "Kits/Mein \"Set\".sf2",
      program: UInt8.random(in: Knob.program.bytes, using: &chance),
      level: Float.random(in: Knob.masterLevel.floats, using: &chance))
    if chance.once(in: 2) { kit.effects = .random(using: &chance) }
    kit.bank =
      [128, 128, 0, UInt16(Knob.bank.range.upperBound)].randomElement(using: &chance) ?? 128
    let maps = [KeyMap("gm"), KeyMap("avl"), KeyMap("kick2=36 bongo=127")]
    kit.keyMap = maps.compactMap { $0 }.randomElement(using: &chance) ?? .generalMIDI
    for drum in Drum.all where chance.once(in: 2) {
      kit[drum].sound.level = Float.random(in: Knob.level.floats, using: &chance)
      kit[drum].sound.pan = Float.random(in: Knob.pan.floats, using: &chance)
      kit[drum].sound.tuning = Float.random(in: Knob.tuning.floats, using: &chance)
      kit[drum].sound.decay = Float.random(in: Knob.decay.floats, using: &chance)
      kit[drum].sound.output = UInt8.random(in: Knob.output.bytes, using: &chance)
      kit[drum].sound.reverb = Float.random(in: Knob.reverb.floats, using: &chance)
      kit[drum].sound.delay = Float.random(in: Knob.delay.floats, using: &chance)
      kit[drum].sound.filter = DrumFilterKind.allCases.randomElement(using: &chance) ?? .off
      kit[drum].sound.cutoff = Float.random(in: Knob.cutoff.floats, using: &chance)
      kit[drum].sound.resonance = Float.random(in: Knob.resonance.floats, using: &chance)
      kit[drum].chokeGroup = [nil, "hats", "cymbals"].randomElement(using: &chance) ?? nil
      kit[drum].velocityCurve = .random(using: &chance)
      kit[drum].source =
        [nil, DrumSource("a b.sf2"), DrumSource("/x:y.sf3:0:12:60")]
        .randomElement(using: &chance) ?? nil
    }
    return kit
  }
}

extension KitEffects {
  /// Random effects.
  public static func random(using chance: inout SplitMix64) -> KitEffects {
    var effects = KitEffects()
    effects.reverbDecay = Float.random(in: Knob.reverbDecay.floats, using: &chance)
    effects.delayFeedback = Float.random(in: Knob.delayFeedback.floats, using: &chance)
    effects.delayTone = Float.random(in: Knob.delayTone.floats, using: &chance)
    let times = ["1/8", "1/16.", "1/4t", "5:7", "2.5"]
    effects.delayTime = times.randomElement(using: &chance).flatMap { DelayTime($0) } ?? .standard
    return effects
  }
}

extension VelocityCurve {
  /// A random velocity curve.
  public static func random(using chance: inout SplitMix64) -> VelocityCurve {
    let values = [0] + Velocity.range.map { _ in Int.random(in: Velocity.range, using: &chance) }
    let fixed = Velocity(clamping: Int.random(in: Velocity.range, using: &chance))
    let curves: [VelocityCurve] = [
      .linear, .soft, .hard, .fixed(fixed),
      VelocityTable(exactly: values).map { .table($0) } ?? .linear,
    ]
    return curves.randomElement(using: &chance) ?? .linear
  }
}

extension InputMap {
  /// Random notes and controls.
  public static func random(using chance: inout SplitMix64) -> InputMap {
    var map = InputMap(notes: [:], controls: [])
    for note in UInt8(0)..<128 where chance.once(in: 12) {
      map.notes[note] = Drum.all.randomElement(using: &chance)
    }
    for number in UInt8(0)..<128 where chance.once(in: 16) {
      let actions: [ControlAction] = [
        .play, .stop, .continue, .toggle, .panic,
        .tempo(from: .random(using: &chance), to: .random(using: &chance)),
        .level(from: Double.random(in: Knob.masterLevel.range, using: &chance), to: 0),
        .fill, .muteGroup(.random(in: Lane.muteGroups, using: &chance)),
        .pattern(.number(.random(in: 0..<Patch.mostPatterns, using: &chance)), at: .loopEnd),
        .pattern(.name("a \"b\""), at: .now), .pattern(.next, at: .bar),
        .pattern(.previous, at: .beat),
      ]
      let trigger: ControlAssignment.Trigger =
        chance.once(in: 2) ? .note(number) : .controller(number)
      map.controls.append(
        ControlAssignment(
          trigger, actions.randomElement(using: &chance) ?? .play,
          channel: chance.once(in: 2) ? nil : .random(in: 0...15, using: &chance),
          coding: ControlCoding.allCases.randomElement(using: &chance) ?? .absolute))
    }
    for channel in UInt8(0)...15 where chance.once(in: 16) {
      map.controls.append(
        ControlAssignment(
          .pitchBend, .tempo(from: .random(using: &chance), to: .random(using: &chance)),
          channel: channel))
    }
    let programs = PatternPrograms(
      channel: .random(in: 0...15, using: &chance), at: .bar,
      isSent: .random(using: &chance))
    if chance.once(in: 2), let programs { map.programs = .pattern(programs) }
    return map
  }
}

extension DrummerSettings {
  /// Random drummer settings.
  public static func random(using chance: inout SplitMix64) -> DrummerSettings {
    var settings = DrummerSettings()
    settings.isOn = .random(using: &chance)
    settings.style = ["", "funk", "Süße \"Art\""].randomElement(using: &chance) ?? ""
    if chance.once(in: 2) {
      settings.blend = StyleBlend(
        style: "jazz", amount: .random(in: Knob.blend.range, using: &chance))
    }
    settings.density = .random(in: Knob.density.range, using: &chance)
    if chance.once(in: 2) { settings.loudness = .random(in: Knob.loudness.range, using: &chance) }
    settings.wildness = Double.random(in: 0...100, using: &chance).rounded() / 100
    settings.fillEvery = .random(in: Knob.fillEvery.wholeRange, using: &chance)
    if chance.once(in: 2) {
      settings.drums = DrumSet(Drum.all.filter { _ in Bool.random(using: &chance) })
    }
    settings.feel = TempoFeel.allCases.randomElement(using: &chance) ?? .normal
    settings.seed = chance.once(in: 2) ? .random(in: 0..<1 << 53, using: &chance) : 7
    settings.listening = chance.once(in: 2) ? 0 : .random(in: Knob.listening.range, using: &chance)
    settings.answerBars = .random(in: Knob.answerBars.wholeRange, using: &chance)
    return settings
  }
}

extension Knob {
  /// The range as drums and effects have it.
  var floats: ClosedRange<Float> { Float(range.lowerBound)...Float(range.upperBound) }

  /// The range in numbers of MIDI.
  fileprivate var bytes: ClosedRange<UInt8> {
    UInt8(wholeRange.lowerBound)...UInt8(wholeRange.upperBound)
  }
}
