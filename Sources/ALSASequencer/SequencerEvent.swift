/// What a sequencer client tells the one who made it, from its own thread.
public enum SequencerEvent: Sendable, Hashable {
  /// One of our ports was connected, by us or by anybody; names are "client:port".
  case connected(source: String, destination: String)
  /// One of our ports lost a connection.
  case disconnected(source: String, destination: String)
  /// A connection that was asked for could not be made.
  case refused(source: String, destination: String, reason: String)
  /// Messages were lost since the last such report.
  case dropped(count: Int, Loss)
  /// The kernel's sequencer is no longer to be reached: nothing more will come or go.
  case down(reason: String)

  /// Where messages were lost.
  public enum Loss: Sendable, Hashable {
    /// System-exclusive messages, which the instrument has no use for.
    case sysEx
    /// The engine had not taken what came before.
    case inputFull
    /// More came than the kernel keeps for us; the count is of times, not of messages.
    case overrun
    /// The kernel had no room for what was to be sent, or did not take it.
    case output
  }
}
