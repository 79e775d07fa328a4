public import Ports

/// A port that a controller is, or could be, connected by.
public enum SurfacePort: Sendable, Hashable {
  /// A port of ALSA's sequencer.
  case alsa(Wiring.Address)
  /// Whatever is connected to the ports of JACK.
  case jack
}

/// What is to be done with ports and the session; nothing of it is done yet.
public struct SurfaceOrders: Sendable, Hashable {
  /// What is to be done with a port.
  public enum Order: Sendable, Hashable {
    /// Connect it both ways.
    case connect(SurfacePort)
    case disconnect(SurfacePort)
    /// One MIDI message.
    case send([UInt8], to: SurfacePort)
  }

  /// In this order.
  public var orders: [Order] = []
  /// Lines of commands.
  public var lines: [String] = []
  /// What a person may want to know.
  public var news: [String] = []

  /// Whether a controller was released.
  var isRelease = false

  /// Nothing.
  public init() {}

  static func + (a: Self, b: Self) -> Self {
    var both = a
    both.orders += b.orders
    both.lines += b.lines
    both.news += b.news
    both.isRelease = a.isRelease || b.isRelease
    return both
  }
}
