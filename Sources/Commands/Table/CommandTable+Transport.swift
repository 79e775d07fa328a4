import Clock
import MusicalTime
import Rhythm
import Sequencing

extension CommandTable {
  static let transport: [CommandSpec] = [
    CommandSpec("play", does: "play from the beginning") { .play }
      .alias("start").access(.play).touching(.transport).urgent,
    CommandSpec("stop", does: "stop; `continue` goes on from here") { .stop }
      .access(.play).touching(.transport).urgent,
    CommandSpec("continue", does: "go on from where it stopped") { .continue }
      .access(.play).touching(.transport).urgent,
    CommandSpec("toggle", does: "play or stop") { .toggle }
      .access(.play).touching(.transport).urgent,
    CommandSpec("panic", does: "silence everything at once") { .panic }
      .access(.play).urgent,
    CommandSpec("locate", .position, does: "move to a beat, the first is 1", as: "locate 5") {
      .locate($0)
    }.access(.play).touching(.transport),
    CommandSpec(
      "tempo", .tempo, does: "set the tempo; without a number, show it", as: "tempo 96"
    ) { .tempo($0) }.touching(.tempo).stream.showing(.tempo),
    CommandSpec("tap", does: "set the tempo by tapping: repeat it on the beat") { .tap }
      .touching(.tempo).undone(as: "tempo").stream,
    CommandSpec(
      "loop", .onOff, does: "repeat the pattern, or stop at its end", as: "loop off"
    ) { .loop($0) }.touching(.music).showing(.loop),
  ]

  static let clock: [CommandSpec] = [
    CommandSpec("clock status", does: "which clock leads, and how well it is followed") {
      .clock(.status)
    }.query,
    CommandSpec(
      "clock source", .clockSource,
      does: "what may lead; NAME is a pattern of client:port", as: "clock source midi",
      "clock source 'TD-17*'"
    ) { .clock(.source($0)) }.touching(.clock),
    CommandSpec(
      "follow", .number("a beat", "BEAT", in: BeatLine.beatRange),
      .labelled("at", .hostTime),
      .labelled("tempo", .number("beats a minute", "BPM", in: BeatLine.tempoRange)),
      .labelled("bar", .number("beats", "BEATS", in: BeatLine.barRange)),
      .optional(.motion, standard: .free),
      does: "report a beat to follow, for programs such as ghostnote-link: `clock source link`",
      as: "follow 17.25 at 81234570000000 tempo 120 bar 4 rolling"
    ) { beat, time, tempo, bar, motion in
      .follow(BeatLine(beat, at: time, bpm: tempo, bar: bar, motion))
    }.access(.play).touching(.transport).stream.urgent,
    CommandSpec(
      "clock follow tempo", .onOff, does: "take tempo and beat from the clock that leads",
      as: "clock follow tempo on"
    ) { .clock(.followTempo($0)) }.touching(.clock),
    CommandSpec(
      "clock follow transport", .onOff, does: "take Start, Stop and position from it",
      as: "clock follow transport off"
    ) { .clock(.followTransport($0)) }.touching(.clock),
    CommandSpec(
      "clock offset", .milliseconds,
      does: "hear what is followed that much later, or (negative) earlier", as: "clock offset 2.5"
    ) { .clock(.offset($0)) }.touching(.clock),
    CommandSpec(
      "nudge", .milliseconds, does: "move what is followed later, or earlier, by that much more",
      as: "nudge -1.5"
    ) { .nudge($0) }.touching(.clock),
    CommandSpec("clock send", .onOff, does: "send clock", as: "clock send on") { .clock(.send($0)) }
      .touching(.clock),
    CommandSpec(
      "clock send stopped", .onOff, does: "send clock while stopped too",
      as: "clock send stopped on"
    ) { .clock(.sendWhileStopped($0)) }.touching(.clock),
    CommandSpec(
      "clock send timebase", .onOff, does: "give JACK bar, beat and tempo",
      as: "clock send timebase on"
    ) { .clock(.timebase($0)) }.touching(.clock),
    CommandSpec(
      "clock lost", .lostPolicy, does: "what to do when the clock that leads stops arriving",
      as: "clock lost hold"
    ) { .clock(.lost($0)) }.touching(.clock),
  ]
}

extension Parameter where Value == Beats {
  /// A beat from the beginning, which people count from 1.
  fileprivate static var position: Self {
    let range = 1...10_000_000.0
    let shape = ParameterShape(
      "BEAT", "a beat",
      .range(lowest: range.lowerBound, highest: range.upperBound, unit: "", isWhole: false))
    return Self(shape) { words throws(CommandError) in
      let beat = try words.number("a beat", in: range)
      return Beats(units: Int64(((beat - 1) * Double(Beats.unitsPerBeat)).rounded()))
    }
  }
}

extension Parameter where Value == HostTime.Interval {
  fileprivate static var milliseconds: Self {
    let range = ClockSettings.offsetRange
    let shape = ParameterShape(
      "MS", "milliseconds",
      .range(lowest: range.lowerBound, highest: range.upperBound, unit: "ms", isWhole: false))
    return Self(shape) { words throws(CommandError) in
      HostTime.Interval(offsetMilliseconds: try words.number("milliseconds", in: range))
    }
  }
}

extension Parameter where Value == ClockSource {
  fileprivate static var clockSource: Self {
    let shape = ParameterShape(
      "internal|midi|jack|link|auto|NAME", "a source",
      .text(words: ["internal", "midi", "jack", "link", "auto"], names: [.port]))
    return Self(shape) { words throws(CommandError) in
      guard let source = ClockSource(try words.word("a source")) else {
        throw words.error("a source is missing")
      }
      return source
    }
  }
}

extension Parameter where Value == BeatLine.Motion {
  /// Whether the program that reports a beat plays; nothing where it does not share that.
  fileprivate static var motion: Self {
    choice("stopped or rolling", [("stopped", .stopped), ("rolling", .rolling)])
  }
}

extension BeatLine {
  fileprivate static let beatRange = -10_000_000.0...10_000_000
  fileprivate static let tempoRange = 1.0...999
  fileprivate static let barRange = 0.25...1_024

  /// A line through `beat`, as a program writes it.
  fileprivate init(
    _ beat: Double, at time: HostTime, bpm: Double, bar: Double, _ motion: Motion
  ) {
    func beats(_ value: Double) -> Beats {
      Beats(units: Int64((value * Double(Beats.unitsPerBeat)).rounded()))
    }
    let tempo = Tempo(measuredMicrobpm: Int64((bpm * 1_000_000).rounded()))
    self.init(beat: beats(beat), at: time, tempo: tempo, bar: beats(bar), motion: motion)
  }
}

extension Parameter where Value == ClockSettings.LostPolicy {
  fileprivate static var lostPolicy: Self {
    choice(
      "hold, stop or internal", [("hold", .hold), ("stop", .stop), ("internal", .internal)])
  }
}
