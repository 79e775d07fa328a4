/// What a sequencer client reports to its owner, on the client's thread.
public enum SequencerEvent: Sendable, Hashable {
  /// One of our ports was connected, by us or by another program; names are "client:port".
  case connected(source: String, destination: String)
  /// One of our ports lost a connection.
  case disconnected(source: String, destination: String)
  /// A requested connection failed.
  case refused(source: String, destination: String, reason: String)
  /// Messages were lost since the last such report.
  case dropped(count: Int, Loss)
  /// The kernel's sequencer became unavailable: nothing more will be received or sent.
  case down(reason: String)

  /// The reason for lost messages.
  public enum Loss: Sendable, Hashable {
    /// System-exclusive messages, which the instrument does not use.
    case sysEx
    /// The ring to the engine was full.
    case inputFull
    /// The kernel's input pool overflowed; the count is of overflows, not of messages.
    case overrun
    /// The kernel had no space for outgoing messages, or rejected them.
    case output
  }
}
