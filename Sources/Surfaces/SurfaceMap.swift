public import Commands
public import Ports

/// What is known of a kind of controller: its ports, pads, buttons, and how its lights are set.
public struct SurfaceMap: Sendable, Hashable {
  /// The device's name.
  public var name: String
  /// The ports that it is connected by without being asked for; none where only `surface use` does.
  public var ports: [NamePattern] = []
  /// Ports that match `ports` and are not to be used.
  public var otherPorts: [NamePattern] = []
  /// Messages that make it listen to us, such as a change of its mode.
  public var open: [[UInt8]] = []
  /// Messages that make it as it was.
  public var close: [[UInt8]] = []
  public var grid: PadGrid
  public var lights = LightCode.plain
  /// How the lights of the buttons are set.
  public var buttonLights = LightCode.plainButtons
  /// What the buttons do; none of them is a pad of the grid.
  public var buttons: [SurfaceKey: ButtonUse] = [:]

  /// A grid without buttons, whose lights are on or off.
  public init(name: String, grid: PadGrid) {
    self.name = name
    self.grid = grid
  }

  /// Whether a port of that name is one that the device is used by.
  public func matches(client: String, port: String) -> Bool {
    ports.contains { $0.matches(client: client, port: port) }
      && !otherPorts.contains { $0.matches(client: client, port: port) }
  }
}

/// What a button does.
public enum ButtonUse: Sendable, Hashable {
  case up, down, left, right
  case page(SurfacePage)
  /// The page after the one that is shown.
  case nextPage
  /// Commands when it is pressed and when it is released.
  case line(press: String, release: String?)
}
