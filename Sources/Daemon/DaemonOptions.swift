import ALSASequencer
public import Commands
public import Control
import JACKClient
public import LiveDrummer
public import MusicalTime
import NSM
public import Ports

/// The audio output.
public enum AudioChoice: Sendable, Hashable {
  /// JACK if it runs, else a sound card, else silence until JACK appears.
  case automatic
  case jack
  case alsa
  /// No output; paced by the monotonic clock.
  case silent
  /// A WAV file at this path, paced by the monotonic clock.
  case wav(String)

  /// Whether JACK may be used, and so JACK MIDI, its transport and its clock.
  public var mayBeJACK: Bool { self == .automatic || self == .jack }
}

/// The MIDI systems in use.
public struct MIDIChoice: Sendable, Hashable {
  /// Whether ALSA's sequencer is used.
  public var usesALSA: Bool
  /// Whether JACK MIDI is used.
  public var usesJACK: Bool

  /// The systems in use.
  public init(usesALSA: Bool, usesJACK: Bool) {
    self.usesALSA = usesALSA
    self.usesJACK = usesJACK
  }

  /// Both systems.
  public static let all = MIDIChoice(usesALSA: true, usesJACK: true)
}

/// The source of command lines, besides the control socket.
public enum ControlChoice: String, Sendable, CaseIterable {
  /// Standard input if it is a terminal.
  case auto
  case stdin
  case none
}

/// The daemon's start options; `ghostnote run --help` describes them.
public struct DaemonOptions: Sendable {
  /// The default name.
  public static let standardName = "Ghostnote"

  /// A patch file or the name of a factory patch; nil for an empty bar.
  public var patch: String?
  /// The name of the ALSA client, the control socket and the unsaved edits.
  public var name = standardName
  /// The name shortened to the kernel's limit.
  public var clientName = standardName
  /// The JACK client's name.
  public var jackName = JACKConfiguration().clientName
  /// The session manager's session that this one is part of.
  public private(set) var session: ManagedSession?
  /// The MIDI systems.
  public var midi = MIDIChoice.all
  /// The audio output.
  public var audio = AudioChoice.automatic
  /// The ALSA sound device.
  public var alsaDevice = "default"
  /// Sample rate in hertz, where it can be chosen.
  public var rate = 48_000
  /// Frames per period, where it can be chosen.
  public var period = 128
  /// Sources to connect to, whenever they appear.
  public var sources: [NamePattern] = []
  /// The MIDI input channel 0 to 15, or 255 for all.
  public var channel: UInt8 = 9
  /// Whether live notes are also sent on `out`.
  public var passesThru = true
  /// The clock settings.
  public var clock = ClockSetup()
  /// The delay of our clock output relative to our sound.
  public var clockSendOffset = HostTime.Interval(nanoseconds: 0)
  /// The drummer's start options.
  public var drummer: DrummerChoice
  /// Whether each drum has its own pair of JACK outputs.
  public var separateOuts = false
  /// The outputs that are played: a pair, or one for each drum.
  var outputs: Int { separateOuts ? 52 : 2 }
  /// Whether JACK's outputs stay unconnected.
  public var noAutoconnect = false
  /// The SoundFont, instead of the patch's.
  public var soundFont: String?
  /// The voices that sound at once at most; nil for as many as the machine can play.
  public var polyphony: Int?
  /// The source of command lines.
  public var control = ControlChoice.auto
  /// Whether playback starts immediately.
  public var play = false
  /// Whether unsaved edits of an earlier session are restored.
  public var recover = false
  /// The tempo in beats per minute, instead of the patch's.
  public var bpm: Double?
  /// The number of bars to play; nil for no limit.
  public var bars: Int?
  /// Whether the pattern is drawn.
  public var grid = false

  /// The default options, with `drummer`.
  public init(drummer: DrummerChoice) { self.drummer = drummer }

  /// Plays the project of `session`, under the names that it gives.
  public mutating func join(_ session: ManagedSession) {
    let id = session.project.clientID
    self.session = session
    name = id
    jackName = id
    clientName = (try? ClientName(id))?.text ?? Self.standardName
  }

  /// The drummer's start options.
  public struct DrummerChoice: Sendable {
    /// Settings as commands; they take precedence over the patch.
    public var commands: [DrummerCommand] = []
    /// A MIDI file that the drummer hears first, or `pattern` for the patch's.
    public var prime: String?
    /// Bars generated ahead, 1 to 15.
    public var lookahead = 2
    /// Finds the drummer.
    public var loadDrummer: @Sendable () throws(DrummerError) -> LoadedDrummer

    /// No commands, two bars ahead, and the drummer that `loadDrummer` finds.
    public init(loadDrummer: @escaping @Sendable () throws(DrummerError) -> LoadedDrummer) {
      self.loadDrummer = loadDrummer
    }
  }
}
