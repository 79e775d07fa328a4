import Clock

/// Which clock leads and how well it is followed, for people and for programs.
public struct ClockStatus: Sendable, Hashable, Codable {
  /// Whose beat is followed.
  public var leader = Leader.internal
  /// The device that MIDI clock comes from, which the shell adds.
  public var device: String?
  /// Whether JACK transport's bars and beats are ours to give, where that was asked for and JACK has
  /// answered, which the shell adds.
  public var isTimebaseOurs: Bool?
  /// Whether there is MIDI clock.
  public var presence = Presence.absent
  /// Start or Continue was heard, but no clock after it yet; or the bar of Ableton Link is awaited.
  public var isArmed = false
  /// Beats a minute of the clock that leads.
  public var tempoBPM = 120.0
  /// How far the last tick came after the smoothed line; negative when early.
  public var phaseErrorMS = 0.0
  /// Standard deviation of the ticks about the line.
  public var jitterMS = 0.0
  /// The largest distance of a tick from it.
  public var largestJitterMS = 0.0
  /// Ticks taken in.
  public var ticks: Int64 = 0
  /// Ticks that must have been sent and never came.
  public var ticksLost: Int64 = 0
  /// Ticks that were none: doubled, or of an impossible tempo.
  public var ticksDropped: Int64 = 0
  /// Times that the follower gave up its line and began another.
  public var relocks: Int64 = 0
  /// What was asked for.
  public var settings = Settings()
  /// Where the song is; in the reply to `clock status` only.
  public var position: Position?

  /// Where the song is, for programs that share its beat.
  public struct Position: Sendable, Hashable, Codable {
    /// The beat heard at `time`, or while stopped the one that `continue` takes up.
    public var beat: Double
    /// When it is heard: nanoseconds of `CLOCK_MONOTONIC`.
    public var time: Int64
    /// Whether the song moves.
    public var isRolling: Bool
    /// Beats in the bar that is played.
    public var bar: Double
    /// How often a tempo was asked for while another program's beat led, and the last one.
    public var asked: Int
    public var askedBPM: Double?
    /// How often the song came to its end by itself; no person asked for that stop.
    public var endings: Int64

    /// A position at `beat`.
    public init(
      beat: Double, time: Int64, isRolling: Bool, bar: Double, asked: Int, askedBPM: Double?,
      endings: Int64
    ) {
      (self.beat, self.time, self.isRolling, self.bar) = (beat, time, isRolling, bar)
      (self.asked, self.askedBPM, self.endings) = (asked, askedBPM, endings)
    }
  }

  /// Who leads, in words.
  public enum Leader: String, Sendable, Hashable, Codable {
    case `internal` = "internal"
    case midi = "MIDI clock"
    case jack = "JACK transport"
    case link = "Ableton Link"
  }

  /// Whether there is MIDI clock, in a word.
  public enum Presence: String, Sendable, Hashable, Codable {
    case absent, seeking, locked, lost
  }

  /// Our own tempo leads, as it does from the beginning.
  public init() {}
}

extension ClockStatus {
  /// What was asked of the clock, in the words of the command line.
  public struct Settings: Sendable, Hashable, Codable {
    /// `internal`, `midi`, `jack`, `link`, `auto`, or the pattern of the port that may lead.
    public var source = "internal"
    /// Whether tempo and beat are taken from the clock that leads.
    public var followsTempo = true
    /// Whether Start, Continue, Stop and position are.
    public var followsTransport = true
    /// By how much what is followed is heard later than its clock says.
    public var offsetMS = 0.0
    /// `hold`, `stop` or `internal`.
    public var lost = "hold"
    /// Whether clock and transport are sent.
    public var sends = true
    /// Whether clock is sent while stopped too.
    public var sendsWhileStopped = false
    /// Whether JACK transport gets bar, beat and tempo from us if no other client gives them.
    public var isTimebase = false

    /// As from the beginning.
    public init() {}

    /// Whether a MIDI clock's messages are used, its ticks or its Start and Stop.
    public var hearsMIDI: Bool { !["internal", "jack", "link"].contains(source) }

    /// Whether MIDI clock may lead, for which its ticks must be followed.
    public var mayLetMIDILead: Bool { hearsMIDI && followsTempo }
  }
}
