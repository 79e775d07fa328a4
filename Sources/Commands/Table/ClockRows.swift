public import Clock
public import MusicalTime
import Playback
public import Ports
import Rhythm
import Sequencing
import Shell

/// One thing that can be asked of the clock.
public enum ClockCommand: Sendable, Hashable {
  /// Say which clock leads, and how well it is followed.
  case status
  /// Let what is followed be heard that much later, or (negative) earlier, than it is now.
  case nudge(HostTime.Interval)
  /// Change a setting.
  case set(ClockSetting)
}

/// A setting of the clock, with what it is to be.
public enum ClockSetting: Sendable, Hashable {
  /// Who may lead.
  case source(ClockSource)
  /// Whether tempo and beat are taken from the clock that leads.
  case followTempo(Bool)
  /// Whether Start, Continue, Stop and position are taken from the clock that leads.
  case followTransport(Bool)
  /// By how much what is followed is heard later than its clock says.
  case offset(HostTime.Interval)
  /// Whether clock and transport are sent.
  case send(Bool)
  /// Whether clock is sent while stopped too.
  case sendWhileStopped(Bool)
  /// Whether JACK transport gets bar, beat and tempo from us if no other client gives them.
  case timebase(Bool)
  /// What to do when the clock that leads falls silent.
  case lost(ClockSettings.LostPolicy)
}

/// Who may lead, as it is typed.
public enum ClockSource: Sendable, Hashable {
  /// Our own tempo.
  case `internal`
  /// MIDI clock from whichever input ticks first.
  case midi
  /// JACK transport.
  case jack
  /// MIDI clock, else JACK transport, else our own tempo.
  case auto
  /// The beat that another program reports, as `ghostnote-link` does Ableton Link's.
  case link
  /// MIDI clock from the ports that a pattern matches, and from no other.
  case port(NamePattern)

  /// The source that `text` names, a port's unless it is one of the words; nil if it is empty.
  public init?(_ text: String) {
    switch text.lowercased() {
    case "": return nil
    case "internal": self = .internal
    case "midi": self = .midi
    case "jack": self = .jack
    case "auto": self = .auto
    case "link": self = .link
    default: self = .port(NamePattern(text))
    }
  }

  /// Every source that is a word.
  static let words = ["internal", "midi", "jack", "link", "auto"]

  /// The word that a port's pattern is nearly, as `interanl` is; nil where it is like none of them.
  public var wordMeant: String? {
    guard case .port(let pattern) = self else { return nil }
    return Spelling.nearest(to: pattern.text, among: Self.words)
  }

  /// The word or the pattern that names it.
  public var text: String {
    switch self {
    case .internal: "internal"
    case .midi: "midi"
    case .jack: "jack"
    case .auto: "auto"
    case .link: "link"
    case .port(let pattern): pattern.text
    }
  }
}

extension ClockSettings.LostPolicy {
  /// The policy called `name`, or nil.
  public init?(name: String) {
    switch name {
    case "hold": self = .hold
    case "stop": self = .stop
    case "internal": self = .internal
    default: return nil
    }
  }

  /// The word for it.
  public var name: String {
    switch self {
    case .hold: "hold"
    case .stop: "stop"
    case .internal: "internal"
    }
  }
}

extension HostTime.Interval {
  /// An offset typed in milliseconds, to the nearest tenth.
  public init(offsetMilliseconds: Double) {
    let grains = (offsetMilliseconds / ClockSettings.offsetGrain).rounded()
    let grain = (ClockSettings.offsetGrain * 1_000_000).rounded()
    self.init(nanoseconds: Int64(grains * grain))
  }

  /// Milliseconds, for people and files.
  public var milliseconds: Double { Double(nanoseconds) / 1_000_000 }
}

/// Commands about the clock that is followed or sent.
enum ClockRows {
  static let all: [CommandSpec] = [
    CommandSpec("clock status", does: "which clock leads, and how well it is followed") {
      .clock(.status)
    }.query,
    CommandSpec(
      "clock source", .of(ClockSource.self),
      does: "what may lead; NAME is a pattern of client:port", as: "clock source midi",
      "clock source 'TD-17*'"
    ) { .clock(.set(.source($0))) }.touching(.clock),
    CommandSpec(
      engine: "follow", .number("a beat", "BEAT", in: BeatLine.beatRange),
      .labelled("at", .of(HostTime.self)),
      .labelled(
        "tempo",
        .number("beats a minute", "BPM", in: ClosedRange(Tempo.measuredRange), unit: "bpm")),
      .labelled("bar", .number("beats", "BEATS", in: BeatLine.barRange, unit: "beats")),
      .optional(.motion, standard: .free),
      does: "report a beat to follow, for programs such as ghostnote-link: `clock source link`",
      as: "follow 17.25 at 81234570000000 tempo 120 bar 4 rolling"
    ) { beat, time, tempo, bar, motion in
      .line(BeatLine(beat, at: time, bpm: tempo, bar: bar, motion))
    }.touching(.transport).stream.urgent,
    CommandSpec(
      "clock follow tempo", .onOff, does: "take tempo and beat from the clock that leads",
      as: "clock follow tempo on"
    ) { .clock(.set(.followTempo($0))) }.touching(.clock),
    CommandSpec(
      "clock follow transport", .onOff, does: "take Start, Stop and position from it",
      as: "clock follow transport off"
    ) { .clock(.set(.followTransport($0))) }.touching(.clock),
    CommandSpec(
      "clock offset", .milliseconds,
      does: "hear what is followed that much later, or (negative) earlier", as: "clock offset 2.5"
    ) { .clock(.set(.offset($0))) }.touching(.clock),
    CommandSpec(
      "nudge", .milliseconds, does: "move what is followed later, or earlier, by that much more",
      as: "nudge -1.5"
    ) { .clock(.nudge($0)) }.touching(.clock),
    CommandSpec("clock send", .onOff, does: "send clock", as: "clock send on") {
      .clock(.set(.send($0)))
    }.touching(.clock),
    CommandSpec(
      "clock send stopped", .onOff, does: "send clock while stopped too",
      as: "clock send stopped on"
    ) { .clock(.set(.sendWhileStopped($0))) }.touching(.clock),
    CommandSpec(
      "clock send timebase", .onOff, does: "give JACK bar, beat and tempo",
      as: "clock send timebase on"
    ) { .clock(.set(.timebase($0))) }.touching(.clock),
    CommandSpec(
      "clock lost", .lostPolicy, does: "what to do when the clock that leads stops arriving",
      as: "clock lost hold"
    ) { .clock(.set(.lost($0))) }.touching(.clock),
  ]
}

extension Parameter where Value == HostTime.Interval {
  fileprivate static var milliseconds: Self {
    Parameter<Double>.number("milliseconds", "MS", in: ClockSettings.offsetRange, unit: "ms")
      .map { HostTime.Interval(offsetMilliseconds: $0) }
  }
}

extension ClockSource: CommandArgument {
  static var parameterShape: ParameterShape {
    ParameterShape(
      "internal|midi|jack|link|auto|NAME", "a source",
      .text(words: ClockSource.words, names: [.port]))
  }

  static func read(_ words: inout ArgumentReader) throws(CommandError) -> Self {
    guard let source = ClockSource(try words.word("a source")) else {
      throw words.error("a source is missing")
    }
    return source
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
