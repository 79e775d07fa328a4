public import Commands
public import MIDI
public import MusicalTime

/// A connected controller: what its pads and buttons ask for, and what is sent to it.
public struct SurfaceSession: Sendable {
  /// What is known of the device.
  public let map: SurfaceMap
  /// The page and the part of it that is shown.
  public private(set) var view: SurfaceView
  private let pads: [SurfaceKey]
  private let buttons: [(key: SurfaceKey, use: ButtonUse)]
  private let lights: [SurfaceKey: Int]
  private var sender: LightSender
  /// Whether the device shows all that was to be shown the last time.
  public private(set) var isComplete = false
  /// Keys that are held, with what is done when they are released.
  private var held: [SurfaceKey: String?] = [:]

  /// A device whose lights are not known; the first messages open it and set all of them.
  public init(_ map: SurfaceMap) {
    self.map = map
    view = SurfaceView(columns: map.grid.columns, rows: map.grid.rows)
    pads = map.grid.positions.map { map.grid.key(of: $0) }
    buttons = map.buttons.map { ($0.key, $0.value) }.sorted { $0.key.number < $1.key.number }
    let keys = pads + buttons.map(\.key)
    lights = Dictionary(uniqueKeysWithValues: zip(keys, keys.indices))
    sender = LightSender(lights: keys.count, opening: map.open)
  }

  /// Shows another page.
  public mutating func show(_ page: SurfacePage) { view.page = page }

  /// Shows what there is that way, where there is more.
  mutating func move(_ way: SurfaceMove, _ scene: SurfaceScene) {
    let uses: [SurfaceMove: ButtonUse] = [.up: .up, .down: .down, .left: .left, .right: .right]
    if let use = uses[way] { view.turn(use, scene) }
  }

  /// Sends everything again to a device that was connected again.
  public mutating func restart() { sender.restart(opening: map.open) }

  /// Takes a message of the device; returns the command lines that it asks for.
  public mutating func received(
    _ message: ShortMessage, at time: HostTime, _ scene: SurfaceScene
  ) -> [String] {
    guard let key = SurfaceKey(message), let light = lights[key] else { return [] }
    let isPress = message.kind != 0x80 && message.data2 > 0
    guard isPress else { return released(key, light) }
    guard held[key] == nil else { return [] }
    held[key] = .some(nil)
    guard light >= pads.count else {
      let velocity = map.grid.hasVelocity ? Int(message.data2) : SurfaceView.plainVelocity
      return view.pressed(map.grid.position(light), velocity: velocity, at: time, scene)
    }
    let use = buttons[light - pads.count].use
    guard case .line(let press, let release) = use else {
      view.turn(use, scene)
      return []
    }
    held[key] = .some(release)
    return [press]
  }

  /// A device may have changed the light of a pad while it was held.
  private mutating func released(_ key: SurfaceKey, _ light: Int) -> [String] {
    sender.forget(light)
    guard let line = held.removeValue(forKey: key) else { return [] }
    return line.map { [$0] } ?? []
  }

  /// What to send now, so that the device shows `scene`.
  public mutating func messages(showing scene: SurfaceScene, at now: HostTime) -> [[UInt8]] {
    let wanted = wanted(showing: scene, at: now)
    defer { isComplete = sender.isDone(wanted) }
    return sender.messages(at: now, wanted)
  }

  /// Whether the device shows all of `scene`.
  public func isDone(showing scene: SurfaceScene, at now: HostTime) -> Bool {
    sender.isDone(wanted(showing: scene, at: now))
  }

  /// What releases the device: all lights off, and its own mode again. What is done when a button is
  /// released, which is held, is done now.
  public mutating func close() -> (messages: [[UInt8]], lines: [String]) {
    let lines = held.values.compactMap { $0 }.sorted()
    held = [:]
    let off =
      pads.map { map.lights.message(nil, on: $0) }
      + buttons.map { map.buttonLights.message(nil, on: $0.key) }
    return (sender.clear(off) + map.close, lines)
  }

  private func wanted(showing scene: SurfaceScene, at now: HostTime) -> [ShortMessage] {
    let picture = view.picture(of: scene, at: now)
    let pads = zip(pads, picture.lights).map { map.lights.message($1, on: $0) }
    return pads
      + buttons.map { map.buttonLights.message(view.light(of: $0.use, scene), on: $0.key) }
  }
}
