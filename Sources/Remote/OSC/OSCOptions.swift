/// What is taken by OSC.
public struct OSCOptions: Sendable {
  /// The UDP port; 0 for one that is free.
  public var port: Int
  /// Who may send besides this machine.
  public var peers = PeerList()
  /// What is done with the accelerations that phones send.
  var motion: @Sendable (SensorReading) -> Void = { _ in }

  /// A port for this machine only.
  public init(port: Int) { self.port = port }
}

/// The port for OSC could not be opened.
public struct OSCPortError: Error, CustomStringConvertible {
  public let description: String
}
