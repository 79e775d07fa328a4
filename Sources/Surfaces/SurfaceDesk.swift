public import MIDI
public import MusicalTime
public import Ports

/// All controllers with lights: which ports they are, by which map each is used, and what they ask for.
///
/// It only decides: its owner reports what happens to ports, and carries out what is returned.
public struct SurfaceDesk: Sendable {
  /// A port's name in two parts.
  struct Name: Sendable, Hashable {
    var client: String
    var port: String

    var text: String { "\(client):\(port)" }
  }

  /// A grid that is being learnt: the ports that it may be on, and how those were before.
  struct Learning: Sendable {
    var wizard: GridWizard
    let port: NamePattern
    /// Ports that a map was used for, and those that were connected, in either direction.
    let used: Set<SurfacePort>
    let connected: Set<SurfacePort>
  }

  /// What controllers show.
  public private(set) var scene = SurfaceScene()
  /// Whether a device may show something else than it should.
  var isDirty = true
  let maps: SurfaceMaps
  /// Sources that are asked for as instruments: they are used as controllers only when that is asked for.
  private let instruments: [NamePattern]
  /// Whether every controller that a map fits is used.
  var isAutomatic: Bool
  var ports: [SurfacePort: Name] = [:]
  var sessions: [SurfacePort: SurfaceSession] = [:]
  /// The maps that were asked for, by the names of ports.
  var chosen: [Name: SurfaceMap] = [:]
  /// The directions in which ports are connected.
  private var inputs: Set<SurfacePort> = []
  private var outputs: Set<SurfacePort> = []
  /// A grid that is being learnt.
  var learning: Learning?
  private var known: [SurfaceMap] = []

  /// No ports; `instruments` are the patterns of sources for notes.
  public init(
    maps: SurfaceMaps = SurfaceMaps(), instruments: [NamePattern] = [], isAutomatic: Bool = true
  ) {
    self.maps = maps
    self.instruments = instruments
    self.isAutomatic = isAutomatic
  }

  /// Whether a controller is connected.
  public var isUsed: Bool { !sessions.isEmpty }

  /// Whether a device is connected that may send.
  public var isHeard: Bool { !inputs.isEmpty }

  /// Reads the maps; returns what is wrong with any.
  public mutating func readMaps() -> SurfaceOrders {
    let (found, problems) = maps.all()
    known = found.map(\.map)
    var orders = SurfaceOrders()
    orders.news = problems.map { "surface map \($0)" }
    return orders
  }

  /// Shows another scene; `change` returns whether there is anything new in it.
  public mutating func show(_ change: (inout SurfaceScene) -> Bool) {
    if change(&scene) { isDirty = true }
  }

  // MARK: Ports

  /// A port has appeared, or has another name.
  public mutating func appeared(_ port: SurfacePort, client: String, port name: String)
    -> SurfaceOrders
  {
    ports[port] = Name(client: client, port: name)
    var orders = SurfaceOrders()
    if isWanted(port), sessions[port] == nil { orders.orders = [.connect(port)] }
    return orders
  }

  /// A port has gone with its connections.
  public mutating func vanished(_ port: SurfacePort) -> SurfaceOrders {
    var orders = released(port, andTold: false)
    inputs.remove(port)
    outputs.remove(port)
    if let name = ports.removeValue(forKey: port), orders.isRelease {
      orders.news.append("surface: \(name.text) is gone")
    }
    return orders
  }

  /// A port was connected, by us or by another program: `toDevice` is the direction of lights.
  public mutating func connected(_ port: SurfacePort, toDevice: Bool) -> SurfaceOrders {
    if toDevice { outputs.insert(port) } else { inputs.insert(port) }
    isDirty = true
    var orders = SurfaceOrders()
    if sessions[port] != nil {
      // What was sent before did not arrive.
      if toDevice { sessions[port]?.restart() }
    } else if let name = ports[port], !isLearnt(name) {
      if let map = map(for: name) {
        sessions[port] = SurfaceSession(map)
        orders.news = ["surface: \(name.text) is used as \(map.name)"]
      } else {
        orders.news = [
          "surface: no map fits \(name.text): `surface use MAP PORT`, or `surface learn PORT`"
        ]
      }
    }
    return orders
  }

  /// Messages to a port were lost: what it shows is not known, and everything is sent again.
  public mutating func lostMessages(to port: SurfacePort) {
    sessions[port]?.restart()
    isDirty = true
  }

  /// A port was disconnected in one direction.
  public mutating func disconnected(_ port: SurfacePort, toDevice: Bool) -> SurfaceOrders {
    if toDevice { outputs.remove(port) } else { inputs.remove(port) }
    guard !inputs.contains(port), !outputs.contains(port) else { return SurfaceOrders() }
    return released(port, andTold: false)
  }

  /// The ports that are connected in either direction.
  var connectedPorts: Set<SurfacePort> { inputs.union(outputs) }

  /// Whether a port is to be connected without being asked for.
  func isWanted(_ port: SurfacePort) -> Bool {
    guard let name = ports[port] else { return false }
    if chosen[name] != nil { return true }
    guard isAutomatic else { return false }
    return known.contains { $0.matches(client: name.client, port: name.port) }
      && !instruments.contains { $0.matches(client: name.client, port: name.port) }
  }

  /// Whether the wizard waits for presses on that port.
  func isLearnt(_ name: Name) -> Bool {
    learning?.port.matches(client: name.client, port: name.port) == true
  }

  /// The map by which a port is used; nil where none fits.
  func map(for name: Name) -> SurfaceMap? {
    chosen[name] ?? known.first { $0.matches(client: name.client, port: name.port) }
  }

  /// Begins to use a port that is connected; another one when it is.
  mutating func begin(_ port: SurfacePort, _ map: SurfaceMap) {
    guard inputs.contains(port) || outputs.contains(port) else { return }
    sessions[port] = SurfaceSession(map)
  }

  /// Counts a port as disconnected before that is reported, so that it is not used meanwhile; those of JACK
  /// are the user's to disconnect.
  mutating func lose(_ port: SurfacePort) {
    guard port != .jack else { return }
    inputs.remove(port)
    outputs.remove(port)
  }

  /// Ends the use of a port, which stays connected, and clears the device.
  mutating func cleared(_ port: SurfacePort) -> SurfaceOrders {
    var orders = released(port, andTold: true)
    orders.orders.removeAll { $0 == .disconnect(port) }
    return orders
  }

  /// Ends the use of a port; a device that is there is cleared first.
  mutating func released(_ port: SurfacePort, andTold isThere: Bool) -> SurfaceOrders {
    var orders = SurfaceOrders()
    guard var session = sessions.removeValue(forKey: port) else { return orders }
    orders.isRelease = true
    let (messages, lines) = session.close()
    if isThere { orders.orders = messages.map { .send($0, to: port) } + [.disconnect(port)] }
    orders.lines = lines
    return orders
  }

  // MARK: Music

  /// Takes a message of a device.
  public mutating func received(
    _ message: ShortMessage, from port: SurfacePort, at time: HostTime
  ) -> SurfaceOrders {
    var orders = SurfaceOrders()
    isDirty = true
    if let name = ports[port], isLearnt(name) { return learn(from: message, of: port, name) }
    orders.lines = sessions[port]?.received(message, at: time, scene) ?? []
    return orders
  }

  /// What controllers are to be sent at `now`.
  public mutating func messages(at now: HostTime) -> SurfaceOrders {
    var orders = SurfaceOrders()
    guard isDirty || scene.isMoving(at: now) else { return orders }
    isDirty = false
    for port in sessions.keys where outputs.contains(port) {
      let messages = sessions[port]?.messages(showing: scene, at: now) ?? []
      orders.orders += messages.map { .send($0, to: port) }
      if sessions[port]?.isComplete == false { isDirty = true }
    }
    return orders
  }

  /// Clears and releases all devices.
  public mutating func close() -> SurfaceOrders {
    sessions.keys.reduce(SurfaceOrders()) { $0 + released($1, andTold: true) }
  }
}
