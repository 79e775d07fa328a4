import MusicalTime
import Rhythm

/// Commands about drums' filters and sends, and the effects that they lead to.
enum EffectRows {
  static let all: [CommandSpec] = [
    CommandSpec(
      sound: "reverb", \.reverb, .reverb, "SEND",
      does: "share of a drum sent to the reverb; without a number, show it",
      as: "reverb snare 0.3"),
    CommandSpec(
      editing: "reverb decay", .knob(.reverbDecay, "SECONDS"),
      does: "time in which the reverb falls by 60 dB", as: "reverb decay 2"
    ) { patch, seconds in patch.kit.effects.reverbDecay = seconds }.touching(.kit)
      .stream
      .faded(from: { $0.kit.effects.reverbDecay.asWritten }),
    CommandSpec(
      sound: "delay", \.delay, .delay, "SEND",
      does: "share of a drum sent to the delay",
      as: "delay clap 0.4"),
    CommandSpec(
      editing: "delay time", .of(DelayTime.self),
      does: "time between echoes: a note value, dotted with . and of a triplet with t, or beats",
      as: "delay time 1/8.", "delay time 1/8t", "delay time 3:4", "delay time 0.5"
    ) { patch, time in patch.kit.effects.delayTime = time }.touching(.kit),
    CommandSpec(
      editing: "delay feedback", .knob(.delayFeedback, "SHARE"),
      does: "share of an echo that is heard in the next one", as: "delay feedback 0.5"
    ) { patch, share in patch.kit.effects.delayFeedback = share }.touching(.kit)
      .stream
      .faded(from: { $0.kit.effects.delayFeedback.asWritten }),
    CommandSpec(
      editing: "delay tone", .knob(.delayTone, "HZ"),
      does: "low-pass that makes each echo duller than the one before; 20000 is none",
      as: "delay tone 3000"
    ) { patch, hertz in patch.kit.effects.delayTone = hertz }.touching(.kit).stream
      .faded(from: { $0.kit.effects.delayTone.asWritten }),
    CommandSpec(
      editing: "filter", .drum, .choice("a filter", DrumFilterKind.allCases.map { ($0.name, $0) }),
      does: "let through what of a drum is below or above its cutoff", as: "filter kick lowpass"
    ) { (patch: inout Patch, drum: Drum, kind: DrumFilterKind) in
      patch.kit[drum].sound.filter = kind
    }.touching(.kit).undone(naming: 1),
    CommandSpec(
      sound: "cutoff", \.cutoff, .cutoff, "HZ",
      does: "cutoff of a drum's filter",
      as: "cutoff kick 800"),
    CommandSpec(
      sound: "resonance", \.resonance, .resonance, "DB",
      does: "peak of a drum's filter at its cutoff",
      as: "resonance kick 6"),
  ]
}

extension DelayTime: CommandArgument {
  static var parameterShape: ParameterShape {
    ParameterShape(
      "NOTE|BEATS", "a note value",
      .text(words: ["1/4", "1/8", "1/8.", "1/8t", "1/16"], names: []))
  }

  static func read(_ words: inout ArgumentReader) throws(CommandError) -> Self {
    let text = try words.word("a note value")
    guard let time = DelayTime(text) else {
      throw words.error(
        "expected a note value as in 1/8, 1/8. or 1/8t, "
          + "or \(DelayTime.range.words(unit: "beats")) as in 3:4, found \(text.asFound)"
      )
    }
    return time
  }
}
