public import Ports

/// What to be on the JACK server: names, ports and what to connect them to.
public struct JACKConfiguration: Sendable {
  /// The name asked for; another one is given where it is taken.
  public var clientName = "ghostnote"
  /// The server's name; nil means the one `$JACK_DEFAULT_SERVER` names, or "default".
  public var serverName: String?
  /// The audio outputs in order; a pair, or a pair a drum.
  public var audioOutputs = ["out_left", "out_right"]
  /// The input for notes and control, or nil for none.
  public var midiInput: String? = "midi_in"
  /// The input for nothing but clock and transport, or nil for none.
  public var clockInput: String? = "clock_in"
  /// The output for notes, or nil for none.
  public var notesOutput: String? = "midi_out"
  /// The output for the 24-PPQN clock, or nil for none.
  public var clockOutput: String? = "clock_out"
  /// Whether the outputs go to the first physical pair when nothing else is connected.
  public var connectsPhysicalOutputs = true
  /// The sources to connect to `midiInput`, now and whenever they appear.
  public var sources: [NamePattern] = []
  /// Where ALSA MIDI is in use as well: what sources its sequencer has at the moment, each by its
  /// "client:port". What a bridge shows of them here is then taken by no pattern. Thread-safe.
  public var alsaSources: (@Sendable () -> Set<String>)?

  /// What a monitor's `clockInput` is called: wires to such a port are not laid again for the next
  /// monitor, which is to hear what its own user asks for.
  public static let monitorInput = "monitor_in"

  /// Stereo and every MIDI port on the default server, with no source to connect.
  public init() {}

  /// The names of the pairs `drum_left`, `drum_right` for each of `drums`, in order.
  public static func pairs(for drums: [String]) -> [String] {
    drums.flatMap { ["\($0)_left", "\($0)_right"] }
  }
}

/// What happened between us and the JACK server.
public enum JACKEvent: Sendable, Hashable {
  /// We are on the server by the name `clientName`, at `sampleRate` frames a second and `period`
  /// frames a cycle.
  case up(clientName: String, sampleRate: Int, period: Int)
  /// The server went, or was not there when first looked for; it is looked for until `stop()`.
  case down(reason: String)
  /// The server has missed `total` deadlines since we began.
  case xrun(total: Int)
  /// A cycle has this many frames from now on.
  case periodChanged(Int)
  /// The server, which stays, plays at this rate from now on.
  case rateChanged(Int)
  /// One of our ports was connected, by us or by anybody.
  case connected(source: String, destination: String)
  /// One of our ports lost a connection.
  case disconnected(source: String, destination: String)
  /// JACK transport's bars and beats are ours to give, as was asked; or not, because somebody else
  /// gives them or has taken them over, or because we were told to leave them.
  case timebase(isOurs: Bool)
}

/// Fills one cycle: called on the audio thread with the context and a `JACKCycle`, which it reads
/// with `JACKCycle.at(_:)`.
///
/// It must be a free function that keeps the law of the audio thread. (A C function pointer cannot
/// name a Swift structure, hence the raw pointer.)
public typealias JACKHandler =
  @convention(c) @Sendable (
    _ context: UnsafeMutableRawPointer, _ cycle: UnsafeRawPointer
  ) -> Void
