/// One argument of an OSC message: the types of OSC 1.0 and 1.1 that carry values, and arrays.
public enum OSCArgument: Sendable, Hashable {
  /// Type tag `i`.
  case int32(Int32)
  /// Type tag `f`.
  case float32(Float)
  /// Type tag `s`. Characters from a NUL on are not sent.
  case string(String)
  /// Type tag `b`.
  case blob([UInt8])
  /// Type tag `h`.
  case int64(Int64)
  /// Type tag `t`.
  case timeTag(OSCTimeTag)
  /// Type tag `d`.
  case double(Double)
  /// Type tags `T` and `F`.
  case bool(Bool)
  /// Type tag `N`.
  case null
  /// Type tag `I`: something happens, without a value.
  case impulse
  /// Type tags `[` and `]` around those of the elements.
  case array([OSCArgument])

  /// The number it is; nil for what is none.
  public var number: Double? {
    switch self {
    case .int32(let value): Double(value)
    case .float32(let value): Double(value)
    case .int64(let value): Double(value)
    case .double(let value): value
    case .bool(let value): value ? 1 : 0
    default: nil
    }
  }

  /// The type tag, or those of an array with its brackets.
  public var tag: String {
    switch self {
    case .int32: "i"
    case .float32: "f"
    case .string: "s"
    case .blob: "b"
    case .int64: "h"
    case .timeTag: "t"
    case .double: "d"
    case .bool(let value): value ? "T" : "F"
    case .null: "N"
    case .impulse: "I"
    case .array(let elements): "[" + elements.map(\.tag).joined() + "]"
    }
  }
}

extension OSCArgument: ExpressibleByStringLiteral, ExpressibleByIntegerLiteral,
  ExpressibleByFloatLiteral, ExpressibleByBooleanLiteral
{
  public init(stringLiteral value: String) { self = .string(value) }
  public init(integerLiteral value: Int32) { self = .int32(value) }
  public init(floatLiteral value: Float) { self = .float32(value) }
  public init(booleanLiteral value: Bool) { self = .bool(value) }
}
