import Clock
import MusicalTime
import Playback

/// Which clock leads and how well it is followed, for people and for programs.
public struct ClockStatus: Sendable, Hashable, Codable {
  /// Whose beat is followed.
  public var leader: Leader
  /// The device that MIDI clock comes from, which the shell adds.
  public var device: String?
  /// Whether JACK transport's bars and beats are ours to give, where that was asked for and JACK has
  /// answered, which the shell adds.
  public var isTimebaseOurs: Bool?
  /// Whether there is MIDI clock.
  public var presence: Presence
  /// Start or Continue was heard, but no clock after it yet.
  public var isArmed: Bool
  /// Beats a minute of the clock that leads.
  public var tempoBPM: Double
  /// How far the last tick came after the smoothed line; negative when early.
  public var phaseErrorMS: Double
  /// Standard deviation of the ticks about the line.
  public var jitterMS: Double
  /// The largest distance of a tick from it.
  public var largestJitterMS: Double
  /// Ticks taken in.
  public var ticks: Int64
  /// Ticks that must have been sent and never came.
  public var ticksLost: Int64
  /// Ticks that were none: doubled, or of an impossible tempo.
  public var ticksDropped: Int64
  /// Times that the line was laid anew.
  public var relocks: Int64
  /// What was asked for.
  public var settings: Settings

  /// Who leads, in words.
  public enum Leader: String, Sendable, Hashable, Codable {
    case `internal` = "internal"
    case midi = "MIDI clock"
    case jack = "JACK transport"

    init(_ leader: ClockLeader) {
      switch leader {
      case .internal: self = .internal
      case .midi: self = .midi
      case .jack: self = .jack
      }
    }
  }

  /// Whether there is MIDI clock, in a word.
  public enum Presence: String, Sendable, Hashable, Codable {
    case absent, seeking, locked, lost

    init(_ presence: ClockHealth.Presence) {
      switch presence {
      case .absent: self = .absent
      case .seeking: self = .seeking
      case .locked: self = .locked
      case .lost: self = .lost
      }
    }
  }

  init(_ engine: EngineStatus, setup: ClockSetup) {
    let health = engine.clockHealth
    leader = Leader(engine.leader)
    presence = Presence(health.presence)
    isArmed = engine.isArmed
    tempoBPM = (leader == .midi ? health.tempo : engine.tempo).bpm
    phaseErrorMS = health.phaseError.milliseconds
    jitterMS = health.jitter.milliseconds
    largestJitterMS = health.largestJitter.milliseconds
    ticks = health.ticks
    ticksLost = health.ticksLost
    ticksDropped = health.ticksDropped
    relocks = health.relocks
    settings = Settings(setup)
  }
}

extension ClockStatus {
  /// What was asked of the clock, in the words of the command line.
  public struct Settings: Sendable, Hashable, Codable {
    /// `internal`, `midi`, `jack`, `auto`, or the pattern of the port that may lead.
    public var source: String
    /// Whether tempo and beat are taken from the clock that leads.
    public var followsTempo: Bool
    /// Whether Start, Continue, Stop and position are.
    public var followsTransport: Bool
    /// By how much what is followed is heard later than its clock says.
    public var offsetMS: Double
    /// `hold`, `stop` or `internal`.
    public var lost: String
    /// Whether clock and transport are sent.
    public var sends: Bool
    /// Whether clock is sent while stopped too.
    public var sendsWhileStopped: Bool
    /// Whether JACK transport gets bar, beat and tempo from us where nobody else gives them.
    public var isTimebase: Bool

    init(_ setup: ClockSetup) {
      source = setup.source.text
      followsTempo = setup.settings.followsTempo
      followsTransport = setup.settings.followsTransport
      offsetMS = setup.settings.offset.milliseconds
      lost = setup.settings.lost.name
      sends = setup.settings.sends
      sendsWhileStopped = setup.settings.sendsWhileStopped
      isTimebase = setup.settings.isTimebase
    }

    /// Whether a MIDI clock's messages are heeded, its ticks or its Start and Stop.
    var hearsMIDI: Bool { source != "internal" && source != "jack" }

    /// Whether MIDI clock may lead, for which its ticks must be followed.
    var mayLetMIDILead: Bool { hearsMIDI && followsTempo }
  }
}
