public import Ports

/// The client name, ports and connections on the JACK server.
public struct JACKConfiguration: Sendable {
  /// The requested name; the server assigns another one if it is taken.
  public var clientName = "ghostnote"
  /// The server's name; nil means `$JACK_DEFAULT_SERVER`, or "default".
  public var serverName: String?
  /// The audio outputs in order; one pair, or one pair per drum.
  public var audioOutputs = ["out_left", "out_right"]
  /// The input for notes and control, or nil for none.
  public var midiInput: String? = "midi_in"
  /// The input for clock and transport only, or nil for none.
  public var clockInput: String? = "clock_in"
  /// The output for notes, or nil for none.
  public var notesOutput: String? = "midi_out"
  /// The output for the 24-PPQN clock, or nil for none.
  public var clockOutput: String? = "clock_out"
  /// What goes by the ports `surface_in` and `surface_out`; nil for none.
  public var surface: JACKSurface?
  /// Whether unconnected outputs are connected to the first physical pair.
  public var connectsPhysicalOutputs = true
  /// The sources to connect to `midiInput`, now and whenever they appear.
  public var sources: [NamePattern] = []
  /// If ALSA MIDI is in use as well: the current sources in ALSA's sequencer, each as
  /// "client:port". Patterns do not match the bridged copies of these ports. Thread-safe.
  public var alsaSources: (@Sendable () -> Set<String>)?

  /// The names of the ports of controllers with lights.
  public static let surfaceInput = "surface_in"
  /// The port by which controllers' lights are set.
  public static let surfaceOutput = "surface_out"
  /// The name of a monitor's `clockInput`: connections to a port with this name are not restored
  /// for the next monitor, whose user chooses its own.
  public static let monitorInput = "monitor_in"

  /// Stereo and every MIDI port on the default server, with no source to connect.
  public init() {}

  /// The port names `drum_left`, `drum_right` for each of `drums`, in order.
  public static func pairs(for drums: [String]) -> [String] {
    drums.flatMap { ["\($0)_left", "\($0)_right"] }
  }
}

/// An event on the connection to the JACK server.
public enum JACKEvent: Sendable, Hashable {
  /// The client is connected as `clientName`, at `sampleRate` Hz with `period` frames per cycle.
  case up(clientName: String, sampleRate: Int, period: Int)
  /// The server went away, or was not found at first; reconnecting is tried until `stop()`.
  case down(reason: String)
  /// The server has had `total` xruns since the session began.
  case xrun(total: Int)
  /// The number of frames per cycle changed.
  case periodChanged(Int)
  /// The running server changed its sample rate.
  case rateChanged(Int)
  /// One of our ports was connected, by us or by another program.
  case connected(source: String, destination: String)
  /// One of our ports lost a connection.
  case disconnected(source: String, destination: String)
  /// One of our outputs was connected to one of our own inputs, which would feed us what we send, and was
  /// disconnected.
  case removedFeedback(source: String, destination: String)
  /// We became timebase master, as requested; or we are not, because another client is or has taken
  /// over, or because we were asked to stop.
  case timebase(isOurs: Bool)
}

/// Fills one cycle: called on the audio thread with the context and a `JACKCycle`, to be read with
/// `JACKCycle.at(_:)`.
///
/// It must be a free function that follows the rules of the audio thread. (A C function pointer
/// cannot have a Swift structure as argument, hence the raw pointer.)
public typealias JACKHandler =
  @convention(c) @Sendable (
    _ context: UnsafeMutableRawPointer, _ cycle: UnsafeRawPointer
  ) -> Void
