import Commands
import MusicalTime
import NIOCore
import OSC

/// Reads what sensor apps send: TouchOSC, GyrOSC, ZIG SIM, Sensors2OSC and those that use the same addresses.
///
/// Units and gravity are known for some addresses; elsewhere they are guessed from a phone at rest, which
/// measures 0 without gravity, 1 in g and 9.8 in m/s², or set with `/ghostnote/motion`.
struct MotionReader: Sendable {
  /// What the numbers of an address are in.
  enum Unit: String, Sendable, Hashable {
    case g
    case metres = "m/s2"
  }

  /// What an address says of an acceleration.
  private struct Kind: Sendable, Hashable {
    /// Nil where apps differ.
    var unit: Unit?
    var hasGravity: Bool?
    /// The axis whose number it is; nil for all three.
    var axis: Int?
  }

  /// What is known of one phone.
  struct Source: Sendable {
    var unit: Unit?
    var hasGravity: Bool?
    /// The latest norms, in the app's unit.
    var norms: [Double] = []
    /// The latest numbers of the axes.
    var axes: [Double] = [0, 0, 0]
    var heard: Int64
  }

  /// m/s².
  static let gravity = 9.806_65
  /// Phones at a time; the one that was silent longest gives way.
  static let most = 16
  /// Samples at rest that a guess takes.
  static let rest = 20

  private var sources: [String: Source] = [:]

  /// How many phones are known.
  var count: Int { sources.count }

  /// The sample that a message completes: one, or none where an axis is to come or it is about something
  /// else; nil for an address that no sensor app has.
  mutating func take(
    _ message: OSCMessage, from peer: SocketAddress, at time: Int64
  ) -> [SensorReading]? {
    let parts = message.address.parts.map { $0.lowercased() }
    guard let kind = Self.kind(of: parts) else { return Self.isOther(parts) ? [] : nil }
    let numbers = message.arguments.prefix(3).compactMap(\.number).filter(\.isFinite)
    guard numbers.count >= (kind.axis == nil ? 3 : 1) else { return [] }
    let name = Self.name(peer)
    var source = sources[name] ?? Source(heard: time)
    source.unit = source.unit ?? kind.unit
    source.hasGravity = source.hasGravity ?? kind.hasGravity
    source.heard = time
    defer { keep(source, name) }
    if let axis = kind.axis {
      source.axes[axis] = numbers[0]
      guard axis == 2 else { return [] }
    } else {
      source.axes = numbers
    }
    source.learn()
    let factor = source.unit == .g ? Self.gravity : 1
    return [
      SensorReading(
        source: name, time: time, x: source.axes[0] * factor, y: source.axes[1] * factor,
        z: source.axes[2] * factor, hasGravity: source.hasGravity ?? true)
    ]
  }

  /// Sets what is not to be guessed: `g` or `m/s2`, and whether gravity is included.
  mutating func set(
    _ arguments: [OSCArgument], from peer: SocketAddress, at time: Int64
  ) throws(CommandError) {
    var source = sources[Self.name(peer)] ?? Source(heard: time)
    for argument in arguments {
      if case .string(let text) = argument {
        guard let unit = Unit(rawValue: text) else {
          throw CommandError(
            "motion: expected g, m/s2 or a drum, found \(text.quoted)", isUsage: true)
        }
        source.unit = unit
      } else if let flag = argument.number {
        source.hasGravity = flag != 0
      }
    }
    source.heard = time
    keep(source, Self.name(peer))
  }

  private mutating func keep(_ source: Source, _ name: String) {
    if sources[name] == nil, sources.count >= Self.most,
      let oldest = sources.min(by: { $0.value.heard < $1.value.heard })
    {
      sources[oldest.key] = nil
    }
    sources[name] = source
  }

  static func name(_ peer: SocketAddress) -> String {
    let text = peer.ipAddress ?? "\(peer)"
    // An IPv4 address that came in by a socket for both.
    let isMapped = text.hasPrefix("::ffff:") && text.contains(".")
    return isMapped ? String(text.dropFirst("::ffff:".count)) : text
  }

  // MARK: Addresses

  private static func kind(of parts: [String]) -> Kind? {
    switch parts.count {
    // TouchOSC Mk1: in g, as the phone lies.
    case 1 where parts[0] == "accxyz": return Kind(unit: .g, hasGravity: true)
    case 1 where parts[0] == "accelerometer": return Kind()
    case 1 where parts[0] == "linearacceleration": return Kind(unit: .metres, hasGravity: false)
    // GyrOSC sends Core Motion's user acceleration.
    case 2 where parts == ["gyrosc", "accel"]: return Kind(unit: .g, hasGravity: false)
    // OSCemote.
    case 2 where parts == ["acceleration", "xyz"]: return Kind(unit: .g)
    // ZIG SIM: a name of the phone's own comes first.
    case 2 where parts[1] == "accel": return Kind(unit: .g)
    // Sensors2OSC and syntien: one axis a message.
    case 2 where parts[0] == "accelerometer":
      return axis(parts[1]).map { Kind(unit: .metres, axis: $0) }
    case 2 where parts[0] == "linearacceleration":
      return axis(parts[1]).map { Kind(unit: .metres, hasGravity: false, axis: $0) }
    // ZIG SIM since version 1.3: /ZIGSIM/UUID/accel.
    case 3 where parts[0] == "zigsim" && parts[2] == "accel": return Kind(unit: .g)
    default: return nil
    }
  }

  private static func axis(_ name: String) -> Int? { ["x", "y", "z"].firstIndex(of: name) }

  /// Whether a sensor app sends it beside accelerations.
  private static func isOther(_ parts: [String]) -> Bool {
    let sensors: Set = [
      "gyro", "grav", "gravity", "comp", "compass", "mag", "magneticfield", "quaternion",
      "rotmatrix", "button", "gps", "alt", "touch", "deviceinfo", "orientation", "rotationvector",
      "pressure", "light", "proximity", "accelerometer", "linearacceleration", "gyroscope",
    ]
    return parts[0] == "gyrosc" || parts[0] == "zigsim" || sensors.contains(parts[0])
      || parts.count > 1 && sensors.contains(parts[1])
  }
}

extension MotionReader.Source {
  /// Guesses from a phone that is not moved.
  fileprivate mutating func learn() {
    norms.append((axes.reduce(0) { $0 + $1 * $1 }).squareRoot())
    if norms.count > MotionReader.rest { norms.removeFirst() }
    guard norms.count == MotionReader.rest, unit == nil || hasGravity == nil,
      let least = norms.min(), let most = norms.max()
    else { return }
    switch (least, most) {
    case (0.85..., ...1.15) where unit != .metres: (unit, hasGravity) = (.g, true)
    case (8.8..., ...10.8) where unit != .g: (unit, hasGravity) = (.metres, true)
    // At rest without gravity, which says nothing of the unit.
    case (_, ...0.1): hasGravity = false
    default: break
    }
  }
}
