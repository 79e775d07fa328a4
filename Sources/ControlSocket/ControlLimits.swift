/// Bounds that keep one client from what the others and the music need.
public struct ControlLimits: Sendable {
  /// Clients at a time.
  public var clients = 64
  /// Bytes that may wait to be sent to a client before hits, levels, bars ahead and log lines are dropped,
  /// and its requests wait.
  public var queue = 262_144
  /// Bytes of sound that may wait for a listener: 200 ms of 48 kHz in stereo.
  public var sound = 38_400
  /// Requests of one client that are carried out within a window.
  public var requests = 256
  /// Requests of all clients within a window.
  public var allRequests = 1_024
  /// A window in nanoseconds: a tick of the daemon's.
  public var window: Int64 = 20_000_000
  /// Nanoseconds without taking anything after which a client may lose its place to a new one.
  public var patience: Int64 = 10_000_000_000

  /// The daemon's limits.
  public init() {}
}
