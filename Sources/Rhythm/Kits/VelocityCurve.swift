/// How hard a hit sounds for how hard it was struck. Compile it to `table` before playing.
public enum VelocityCurve: Sendable, Hashable {
  /// As struck.
  case linear
  /// A light touch sounds louder: 64 becomes 80.
  case soft
  /// Only a firm stroke sounds loud, the mirror of `soft`: 64 becomes 48.
  case hard
  /// Every stroke the same.
  case fixed(Velocity)
  /// One's own curve.
  case table(VelocityTable)

  /// The velocity that sounds when `velocity` is struck.
  public func callAsFunction(_ velocity: Velocity) -> Velocity {
    let struck = Int(velocity.value)
    return switch self {
    case .linear: velocity
    case .soft: Velocity(clamping: 127 - Self.bent(127 - struck))
    case .hard: Velocity(clamping: Self.bent(struck))
    case .fixed(let always): always
    case .table(let table): Velocity(clamping: Int(table.values[struck]))
    }
  }

  /// 128 entries by MIDI velocity; entry 0 is 0, the others are 1 to 127.
  public var table: [UInt8] {
    [0] + (1...127).map { self(Velocity(clamping: $0)).value }
  }

  /// Half way between the straight line and its square.
  private static func bent(_ value: Int) -> Int { value * (value + 127) / 254 }
}

/// A velocity curve point by point.
public struct VelocityTable: Sendable, Hashable {
  /// 128 entries by MIDI velocity; entry 0 is 0, the others are 1 to 127.
  public let values: [UInt8]

  /// 128 entries, or nil for any other count or an entry after the first outside 1 to 127; the first is no hit and is taken as 0.
  public init?(exactly values: [Int]) {
    guard values.count == 128, values.dropFirst().allSatisfy({ (1...127).contains($0) })
    else { return nil }
    self.values = [0] + values.dropFirst().map { UInt8($0) }
  }
}
