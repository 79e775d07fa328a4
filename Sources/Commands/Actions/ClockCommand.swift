public import Clock
public import MusicalTime
public import Ports

/// One thing that can be asked of the clock.
public enum ClockCommand: Sendable, Hashable {
  /// Say which clock leads, and how well it is followed.
  case status
  /// Choose who may lead.
  case source(ClockSource)
  /// Whether tempo and beat are taken from the clock that leads.
  case followTempo(Bool)
  /// Whether Start, Continue, Stop and position are taken from the clock that leads.
  case followTransport(Bool)
  /// Let what is followed be heard so much later than its clock says.
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
    switch text {
    case "": return nil
    case "internal": self = .internal
    case "midi": self = .midi
    case "jack": self = .jack
    case "auto": self = .auto
    case "link": self = .link
    default: self = .port(NamePattern(text))
    }
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
