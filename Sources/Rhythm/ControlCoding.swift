/// How the values of a MIDI controller are to be read.
public enum ControlCoding: String, Sendable, Hashable, Codable, CaseIterable {
  /// A position of 0 to 127.
  case absolute
  /// A position of 14 bits: the controller has the upper seven, the one 32 higher the lower.
  case fourteenBits = "14bit"
  /// An endless encoder: 1 is a step up and 127 one down (two's complement).
  case twosComplement = "relative-twos"
  /// An endless encoder: 65 is a step up and 63 one down (binary offset).
  case offset = "relative-offset"
  /// An endless encoder: 1 is a step up and 65 one down (sign bit).
  case signBit = "relative-sign"

  /// The controllers that can have the upper bits of a position of 14.
  public static let upperControllers: ClosedRange<UInt8> = 0...31

  /// The steps that an encoder was turned by, −64 to 63; nil for a position.
  public func steps(_ value: UInt8) -> Int? {
    let value = Int(value & 127)
    return switch self {
    case .absolute, .fourteenBits: nil
    case .twosComplement: value < 64 ? value : value - 128
    case .offset: value - 64
    case .signBit: value < 64 ? value : 64 - value
    }
  }

  /// How a controller is coded that sent these values one after the other while it was turned or moved: a
  /// position hardly ever stays the same from one message to the next, an encoder's steps do.
  public init(of values: [UInt8]) {
    let repeats = zip(values, values.dropFirst()).contains { $0 == $1 }
    self = .absolute
    guard repeats else { return }
    if values.allSatisfy({ (1...15).contains($0) || $0 >= 113 }) {
      self = .twosComplement
    } else if values.allSatisfy({ (49...79).contains($0) }) {
      self = .offset
    } else if values.allSatisfy({ (1...15).contains($0) || (65...79).contains($0) }) {
      self = .signBit
    }
  }
}
