public import Rhythm

/// What can be asked of recording, the metronome and the count-in.
public enum RecordingCommand: Sendable, Hashable {
  /// Let strokes of the hand become steps, or no longer.
  case record(Bool)
  case mode(RecordingSettings.Mode)
  /// How far strokes are moved to the pattern's own grid, in per cent (`Knob.quantising`).
  case quantise(Double)
  /// Take the steps of a drum out as the song comes by, for as long as it is held.
  case erase(Drum, Bool)
  /// When the metronome clicks.
  case metronome(MetronomeSettings.Sounding)
  /// dB.
  case metronomeLevel(Float)
  case metronomeOutput(MetronomeSettings.Output)
  /// What the first beat of a bar sounds, and what the others do.
  case metronomeSound(accent: Voice, beat: Voice)
  /// Bars counted in before the song begins (`Knob.countIn`).
  case countIn(Int)

  /// Makes the change of the patch that it asks for, if it does.
  public func apply(to patch: inout Patch) {
    switch self {
    case .record, .erase: break
    case .mode(let mode): patch.recording.mode = mode
    case .quantise(let amount): patch.recording.quantise(by: amount)
    case .metronome(let sounding): patch.metronome.sounding = sounding
    case .metronomeLevel(let level): patch.metronome.level = level
    case .metronomeOutput(let output): patch.metronome.output = output
    case .metronomeSound(let accent, let beat):
      (patch.metronome.accent, patch.metronome.beat) = (accent, beat)
    case .countIn(let bars): patch.metronome.countInBars = bars
    }
  }
}

/// Commands about recording, the metronome and the count-in.
enum RecordingRows {
  static let all: [CommandSpec] = [
    CommandSpec(
      "record", .recording,
      does:
        "make steps of what is played; `overdub` beside those that are there, `replace` in their place, once it is on",
      as: "record on", "record replace"
    ) { .recording($0) }.access(.play).undone(naming: 1)
      .showing(inSession: { session in
        let recording = session.status.recording
        return SettingAnswer(
          name: "record", word: recording.isOn ? "on, \(recording.mode)" : "off")
      }),
    CommandSpec(
      "record quantise", .quantising,
      does: "how far strokes are moved to the pattern's own grid", as: "record quantise 50%"
    ) { .recording(.quantise($0)) }.alias("record quantize").stream,
    CommandSpec(
      "record erase", .drum, .onOff,
      does: "take a drum's steps out as they come by, as long as it is on",
      as: "record erase kick on"
    ) { .recording(.erase($0, $1)) }.access(.play).touching(.music).undone(as: "erase", naming: 1),
    CommandSpec(
      "metronome",
      .choice("on, off or record", MetronomeSettings.Sounding.inOrder.map { ($0.rawValue, $0) }),
      does: "click, or click only while recording", as: "metronome on"
    ) { .recording(.metronome($0)) }.touching(.clicks).undone(naming: 1)
      .showing(from: { SettingAnswer(name: "metronome", word: $0.metronome.sounding.rawValue) }),
    CommandSpec(
      "metronome level", .knob(.metronomeLevel, "DB"), does: "level of the metronome",
      as: "metronome level -6"
    ) { .recording(.metronomeLevel($0)) }.touching(.clicks).stream,
    CommandSpec(
      "metronome sound", .voice, .voice,
      does: "what a bar's first beat sounds, and what the others do",
      as: "metronome sound cowbell sidestick"
    ) { .recording(.metronomeSound(accent: $0, beat: $1)) }.touching(.clicks),
    CommandSpec(
      "metronome output", .choice("audio, midi or both"), does: "where it is heard",
      as: "metronome output both"
    ) { .recording(.metronomeOutput($0)) }.touching(.clicks),
    CommandSpec(
      "countin", .knob(.countIn, "BARS", "a number of bars"),
      does: "bars that click before the song begins", as: "countin 1"
    ) { .recording(.countIn($0)) }.touching(.clicks)
      .showing(from: { patch in
        let bars = patch.metronome.countInBars
        return SettingAnswer(
          name: "countin", value: Double(bars), unit: bars == 1 ? "bar" : "bars")
      }),
  ]
}

extension MetronomeSettings.Sounding {
  /// As they are offered.
  fileprivate static var inOrder: [Self] { [.on, .off, .recording] }
}

extension Parameter where Value == RecordingCommand {
  fileprivate static var recording: Self {
    let modes = RecordingSettings.Mode.allCases.map { ($0.rawValue, RecordingCommand.mode($0)) }
    return choice(
      "on, off or what to change", [("on", .record(true)), ("off", .record(false))] + modes)
  }
}

extension Parameter where Value == Double {
  /// Per cent, from an amount or `off`.
  fileprivate static var quantising: Self {
    Parameter<Double?>.either(.amount("an amount"), or: "off").map { ($0 ?? 0) * 100 }
  }
}
