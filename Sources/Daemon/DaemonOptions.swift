public import Commands
public import Control
public import MusicalTime
public import Sequencing

/// Where the sound goes.
public enum AudioChoice: Sendable, Hashable {
  /// JACK where it runs, else a sound card, else silence until JACK appears.
  case automatic
  case jack
  case alsa
  /// Nowhere; the monotonic clock sets the pace.
  case silent
  /// Into a WAV file at this path, paced by the monotonic clock.
  case wav(String)
}

/// Which MIDI systems are used.
public struct MIDIChoice: Sendable, Hashable {
  public var usesALSA: Bool
  public var usesJACK: Bool

  public init(usesALSA: Bool, usesJACK: Bool) {
    self.usesALSA = usesALSA
    self.usesJACK = usesJACK
  }

  /// Both systems.
  public static let all = MIDIChoice(usesALSA: true, usesJACK: true)
}

/// Where command lines come from, besides the control socket.
public enum ControlChoice: String, Sendable, CaseIterable {
  /// Standard input where it is a terminal.
  case auto
  case stdin
  case none
}

/// What a daemon is started with; as `ghostnote run` describes its options.
public struct DaemonOptions: Sendable {
  /// The name where none is given.
  public static let standardName = "Ghostnote"

  /// A patch file or a factory patch's name; nil for an empty bar.
  public var patch: String?
  /// The daemon's name: of its ALSA client, its control socket and its unsaved edits.
  public var name = standardName
  /// The name as the kernel keeps it.
  public var clientName = standardName
  public var midi = MIDIChoice.all
  public var audio = AudioChoice.automatic
  public var alsaDevice = "default"
  /// Frames a second, where there is a choice.
  public var rate = 48_000
  /// Frames a period, where there is a choice.
  public var period = 128
  /// Sources to connect whenever they appear.
  public var sources: [NamePattern] = []
  /// The channel listened to, 0 to 15, or 255 for any.
  public var channel: UInt8 = 9
  /// Whether live notes leave by `out` too.
  public var passesThru = true
  public var clock = ClockSetup()
  /// How much later than our sound our clock leaves.
  public var clockSendOffset = HostTime.Interval(nanoseconds: 0)
  public var drummer: DrummerChoice
  /// Whether each drum has a pair of JACK outputs.
  public var separateOuts = false
  /// Whether JACK's outputs are left unconnected.
  public var noAutoconnect = false
  public var soundFont: String?
  public var control = ControlChoice.auto
  /// Whether it begins to play at once.
  public var play = false
  /// Whether it plays what an earlier session did not save.
  public var recover = false
  /// Beats a minute, instead of the patch's.
  public var bpm: Double?
  /// How many bars it plays; nil for no end.
  public var bars: Int?
  /// Whether the pattern is drawn.
  public var grid = false

  /// The options' standard values, with `drummer`.
  public init(drummer: DrummerChoice) { self.drummer = drummer }

  /// What is asked of the drummer at the start.
  public struct DrummerChoice: Sendable {
    /// What lasts, as commands; each goes before what the patch says.
    public var commands: [DrummerCommand] = []
    /// A MIDI file that the drummer hears before it begins, or `pattern` for the patch's.
    public var prime: String?
    /// Bars that are kept ready, 1 to 15.
    public var lookahead = 2
    /// Finds the drummer.
    public var audition: @Sendable () throws(CommandError) -> TrainedDrummer

    /// No commands, two bars ahead, and the drummer that `audition` finds.
    public init(audition: @escaping @Sendable () throws(CommandError) -> TrainedDrummer) {
      self.audition = audition
    }
  }
}
