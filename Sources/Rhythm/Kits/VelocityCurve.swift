/// Maps the velocity of a hit to the velocity that sounds. Compile it to `table` before playing.
public enum VelocityCurve: Sendable, Hashable {
  /// Unchanged.
  case linear
  /// Soft hits sound louder: 64 becomes 80.
  case soft
  /// Only hard hits sound loud, the mirror image of `soft`: 64 becomes 48.
  case hard
  /// Every hit has the same velocity.
  case fixed(Velocity)
  /// A custom curve.
  case table(VelocityTable)

  /// The velocity that sounds for `velocity`.
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
    [0] + Velocity.range.map { self(Velocity(clamping: $0)).value }
  }

  /// Half way between the linear and the quadratic curve.
  private static func bent(_ value: Int) -> Int { value * (value + 127) / 254 }
}

/// A custom velocity curve, given point by point.
public struct VelocityTable: Sendable, Hashable {
  /// 128 entries by MIDI velocity; entry 0 is 0, the others are 1 to 127.
  public let values: [UInt8]

  /// How many entries there are.
  public static let count = Velocity.range.upperBound + 1

  /// Nil unless there are 128 entries and all but the first are 1 to 127; the first is stored as 0.
  public init?(exactly values: [Int]) {
    guard values.count == Self.count, values.dropFirst().allSatisfy(Velocity.range.contains)
    else { return nil }
    self.values = [0] + values.dropFirst().map { UInt8($0) }
  }
}
