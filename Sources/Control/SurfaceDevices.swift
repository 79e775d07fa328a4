public import Commands

/// The controllers with lights, as the machine needs them. Thread-safe.
public protocol SurfaceDevices: Sendable {
  /// Does what is asked of them; throws, and changes nothing, where that cannot be.
  func perform(_ command: SurfaceCommand) throws(CommandError) -> Reply
}

/// No ports for controllers.
public struct NoSurfaces: SurfaceDevices {
  /// No ports.
  public init() {}

  public func perform(_ command: SurfaceCommand) throws(CommandError) -> Reply {
    throw CommandError(
      "surface: this session has no MIDI ports for controllers; start it without --midi none")
  }
}
