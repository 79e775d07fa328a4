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

  /// Values that count a few steps up without an offset, and those that count a few down by a sign bit.
  private static let stepsUp: ClosedRange<UInt8> = 1...15
  private static let signedSteps: ClosedRange<UInt8> = 65...79

  /// The steps that an encoder was turned by, −64 to 63; nil for a position.
  ///
  /// What would be 49 steps down or more at once, which no hand turns, is of an encoder with a sign bit that was taken
  /// for another while it was turned one way only: they are read as that encoder's. One that was taken for `offset` is
  /// only read right upwards.
  public func steps(_ value: UInt8) -> Int? {
    let value = value & 127
    let number = Int(value)
    return switch self {
    case .absolute, .fourteenBits: nil
    case .twosComplement where Self.signedSteps.contains(value): 64 - number
    case .twosComplement: number < 64 ? number : number - 128
    case .offset where Self.stepsUp.contains(value): number
    case .offset: number - 64
    case .signBit: number < 64 ? number : 64 - number
    }
  }

  /// How a controller is coded that sent these values one after the other while it was turned or moved: a
  /// position hardly ever stays the same from one message to the next, an encoder's steps do.
  public init(of values: [UInt8]) {
    self = .absolute
    guard Self.repeats(values) else { return }
    if values.allSatisfy({ Self.stepsUp.contains($0) || $0 >= 113 }) {
      self = .twosComplement
    } else if values.allSatisfy({ (49...79).contains($0) }) {
      self = .offset
    } else if values.allSatisfy({ Self.stepsUp.contains($0) || Self.signedSteps.contains($0) }) {
      self = .signBit
    }
  }

  /// Whether these values can be of an encoder that was turned one way only, and mean something else by another
  /// coding: which one it is shows when it is turned the other way.
  public static func isAmbiguous(_ values: [UInt8]) -> Bool {
    repeats(values)
      && (values.allSatisfy({ stepsUp.contains($0) })
        || values.allSatisfy({ signedSteps.contains($0) }))
  }

  private static func repeats(_ values: [UInt8]) -> Bool {
    zip(values, values.dropFirst()).contains { $0 == $1 }
  }
}
