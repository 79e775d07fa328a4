/// A time signature, such as 6/8. Real-time: yes.
public struct Meter: BitwiseCopyable, Sendable, Hashable {
  /// Counts in a bar (the numerator).
  public let count: UInt8
  /// The note value that is counted (the denominator): 1, 2, 4, 8, 16, 32, 64 or 128.
  public let unit: UInt8

  /// The range of `count`.
  public static let counts = 1...255
  /// The range of `unit`.
  public static let units = 1...128

  /// A bar of `count` notes of 1/`unit`; nil if `count` or `unit` is out of range.
  public init?(count: Int, unit: Int) {
    guard Self.counts.contains(count), Self.units.contains(unit), unit & (unit - 1) == 0 else {
      return nil
    }
    self.count = UInt8(count)
    self.unit = UInt8(unit)
  }

  @_noLocks private init(uncheckedCount count: UInt8, unit: UInt8) {
    self.count = count
    self.unit = unit
  }

  /// 4/4, the meter of a Standard MIDI File without a time signature.
  public static var fourFour: Meter { @_noLocks get { Meter(uncheckedCount: 4, unit: 4) } }

  /// The length of the note that is counted; exact.
  public var pulse: Beats {
    @_noLocks get { Beats(units: 4 &* Beats.unitsPerBeat / Int64(unit)) }
  }

  /// The length of a bar; exact.
  public var barLength: Beats {
    @_noLocks get { Beats(units: Int64(count) &* 4 &* Beats.unitsPerBeat / Int64(unit)) }
  }
}

extension Meter: CustomStringConvertible {
  /// As written: `6/8`.
  public var description: String { "\(count)/\(unit)" }

  /// Parses `6/8`, or `6-8` as in file names; nil for anything else.
  public init?(_ text: some StringProtocol) {
    let numbers = text.split(omittingEmptySubsequences: false) { $0 == "/" || $0 == "-" }
    guard numbers.count == 2, let count = Int(numbers[0]), let unit = Int(numbers[1]) else {
      return nil
    }
    self.init(count: count, unit: unit)
  }
}
