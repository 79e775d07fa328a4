public import Commands
import MIDI
import MusicalTime
import Ports

extension SurfaceDesk {
  /// Does what a command asks for; throws, and changes nothing, where that cannot be.
  public mutating func perform(
    _ command: SurfaceCommand
  ) throws(CommandError) -> (reply: Reply, orders: SurfaceOrders) {
    isDirty = true
    switch command {
    case .list: return (listing, SurfaceOrders())
    case .use(let map, let port): return try use(map, port)
    case .auto:
      isAutomatic = true
      let orders = readMaps() + endLearning()
      beginUnused()
      return (.done, orders + connectWanted())
    case .off:
      isAutomatic = false
      chosen = [:]
      // What is learnt is connected, and used by no map.
      let learnt = ports.filter { isLearnt($1) && sessions[$0] == nil }.keys
      learning = nil
      var orders = close()
      orders.orders += learnt.map { .disconnect($0) }
      for case .disconnect(let port) in orders.orders { lose(port) }
      return (.done, orders)
    case .page(let page):
      for port in sessions.keys { sessions[port]?.show(page) }
      return (.done, SurfaceOrders())
    case .move(let way):
      for port in sessions.keys { sessions[port]?.move(way, scene) }
      return (.done, SurfaceOrders())
    case .learn(let port, let columns, let rows): return try learn(port, columns, rows)
    case .learnOff: return (.done, endLearning())
    }
  }

  /// Begins to use the ports that are connected already.
  private mutating func beginUnused() {
    for (port, name) in ports where sessions[port] == nil {
      if let map = map(for: name) { begin(port, map) }
    }
  }

  /// Maps with the devices that are used by them.
  private var listing: Reply {
    let (found, problems) = maps.all()
    var rows = found.map { name, map in
      let used = sessions.filter { $0.value.map.name == map.name }.keys
      return SurfaceMapRow(
        map: name, device: map.name, ports: used.compactMap { ports[$0]?.text }.sorted())
    }
    for (port, session) in sessions
    where !found.contains(where: { $0.map.name == session.map.name }) {
      rows.append(
        SurfaceMapRow(map: nil, device: session.map.name, ports: [ports[port]?.text ?? "JACK"]))
    }
    rows += problems.map { SurfaceMapRow(error: $0.description) }
    return .surfaces(rows)
  }

  private func connectWanted() -> SurfaceOrders {
    var orders = SurfaceOrders()
    orders.orders = ports.keys.filter { sessions[$0] == nil && isWanted($0) }.map { .connect($0) }
    return orders
  }

  private mutating func use(
    _ name: String, _ port: String?
  ) throws(CommandError) -> (Reply, SurfaceOrders) {
    let map: SurfaceMap
    do throws(SurfaceMapError) { map = try maps.map(name) } catch {
      throw CommandError("surface use: \(error)")
    }
    let pattern = port.map { NamePattern($0) }
    let fitting = ports.filter { _, name in
      pattern?.matches(client: name.client, port: name.port)
        ?? map.matches(client: name.client, port: name.port)
    }
    guard !fitting.isEmpty else { throw missing(port, of: name, in: "surface use \(name)") }
    var orders = SurfaceOrders()
    for (port, name) in fitting {
      chosen[name] = map
      // What is connected already is cleared by its old map, then shown by the new one.
      orders = orders + cleared(port)
      orders.orders.append(.connect(port))
      begin(port, map)
    }
    // What is used by a map is learnt no longer.
    if fitting.contains(where: { isLearnt($1) }) { orders = orders + endLearning() }
    return (.done, orders)
  }

  private func missing(
    _ port: String?, of map: String, in command: String
  ) -> CommandError {
    let there = Set(ports.values.map(\.text)).sorted().map { "“\($0)”" }
    let next = there.isEmpty ? "there are none" : "there are \(there.joined(separator: ", "))"
    let what = port.map { "no port matches \($0.quoted)" } ?? "no port is one of \(map)’s"
    return CommandError("\(command): \(what); \(next)")
  }

  // MARK: Learning

  private mutating func learn(
    _ port: String, _ columns: Int, _ rows: Int
  ) throws(CommandError) -> (Reply, SurfaceOrders) {
    guard let wizard = GridWizard(columns: columns, rows: rows) else {
      let most = PadGrid.sides.upperBound
      throw CommandError(
        "surface learn: expected up to \(most)x\(most) pads, found \(columns)x\(rows)")
    }
    let pattern = NamePattern(port)
    let fitting = ports.filter { pattern.matches(client: $1.client, port: $1.port) }.keys
    guard !fitting.isEmpty else {
      throw missing(port, of: "learn", in: "surface learn \(port) \(columns)x\(rows)")
    }
    var orders = endLearning()
    learning = Learning(
      wizard: wizard, port: pattern, used: Set(sessions.keys), connected: connectedPorts)
    for port in fitting { orders = orders + cleared(port) }
    orders.orders += fitting.map { .connect($0) }
    return (.text("press \(wizard.wanted); `surface learn off` ends it"), orders)
  }

  /// Ends learning: ports that were used are used again, and those that were connected to be learnt are disconnected.
  private mutating func endLearning() -> SurfaceOrders {
    guard let ended = learning else { return SurfaceOrders() }
    learning = nil
    var orders = SurfaceOrders()
    for (port, name) in ports
    where sessions[port] == nil && ended.port.matches(client: name.client, port: name.port) {
      if ended.used.contains(port) || isWanted(port) {
        if let map = map(for: name) { begin(port, map) }
      } else if !ended.connected.contains(port) {
        orders.orders.append(.disconnect(port))
        lose(port)
      }
    }
    return orders
  }

  /// Takes a press for the wizard; uses the grid as soon as it is known.
  mutating func learn(
    from message: ShortMessage, of port: SurfacePort, _ name: Name
  ) -> SurfaceOrders {
    var orders = SurfaceOrders()
    guard let key = SurfaceKey(message), message.kind != 0x80, message.data2 > 0,
      let outcome = learning?.wizard.take(key, velocity: message.data2)
    else { return orders }
    switch outcome {
    case .next(let words): orders.news = ["surface learn: now press \(words)"]
    case .refused(let reason):
      orders.news = ["surface learn: \(reason); begin again with the top left pad"]
    case .done(let grid):
      var map = SurfaceMap(name: name.client, grid: grid)
      map.ports = [NamePattern(Self.literal(name.text))]
      chosen[name] = map
      sessions[port] = SurfaceSession(map)
      orders = endLearning()
      orders.news = [saved(map, of: name)]
    }
    return orders
  }

  private func saved(_ map: SurfaceMap, of name: Name) -> String {
    let plain = String(
      name.client.lowercased().map { $0.isASCII && ($0.isLetter || $0.isNumber) ? $0 : "-" })
    // Those that cannot be read, too: they may be mended by hand.
    let taken = Set(maps.names)
    let names = [plain] + (2...taken.count + 2).map { "\(plain)-\($0)" }
    let file = names.first { !taken.contains($0) || isLearnt(map, before: $0) } ?? plain
    let first = maps.all().maps.first { $0.map.matches(client: name.client, port: name.port) }
    let hidden = first.map { $0.name < file } == true ? first : nil
    let next = hidden.map { "; the next session uses “\($0.name)”, unless it is removed" } ?? ""
    do throws(SurfaceMapError) {
      return
        "surface learn: \(name.text) is a grid; kept in \(try maps.save(map, as: file))\(next)"
    } catch {
      return "surface learn: \(name.text) is a grid until this session ends: \(error)"
    }
  }

  /// Whether the map of that name was learnt for the same ports, and is as it was written then.
  private func isLearnt(_ map: SurfaceMap, before name: String) -> Bool {
    guard let old = try? maps.map(name), old.ports == map.ports else { return false }
    var plain = SurfaceMap(name: old.name, grid: old.grid)
    (plain.ports, plain.lights, plain.buttonLights) = (map.ports, map.lights, map.buttonLights)
    return plain == old
  }

  /// The pattern that only this name matches.
  private static func literal(_ name: String) -> String {
    name.map { "*?[\\".contains($0) ? "\\\($0)" : String($0) }.joined()
  }
}
