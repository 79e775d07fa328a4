/// A number as errors, help and files write it.
public protocol WrittenNumber: Comparable {
  /// As in `16`, `0.2` or `1/64`: without a fraction that says nothing.
  var written: String { get }
}

extension Int: WrittenNumber {
  public var written: String { String(self) }
}

extension UInt8: WrittenNumber {
  public var written: String { String(self) }
}

extension Double: WrittenNumber {
  public var written: String {
    self == rounded() && abs(self) <= 0x1p53 ? String(Int64(self)) : String(self)
  }
}

extension Beats: WrittenNumber {
  public var written: String { fraction }
}

extension ClosedRange where Bound: WrittenNumber {
  /// Both ends: `1–16`, `20–300 bpm`, or with a sign `-60 – 12 dB`.
  public func words(unit: String = "") -> String {
    let (lowest, highest) = (lowerBound.written, upperBound.written)
    // A dash between blanks cannot be read as a second minus.
    let dash = lowest.hasPrefix("-") ? " – " : "–"
    return lowest + dash + highest + (unit.isEmpty ? "" : " \(unit)")
  }

  /// What an error says of a number outside: `expected 1–16, found 17`, `expected a clip of 1–16, found 17`.
  public func expected(_ what: String = "", unit: String = "", found: Bound) -> String {
    expected(what, unit: unit, found: found.written)
  }

  /// The same of a text, which stands in quotation marks unless it is a number.
  public func expected(_ what: String = "", unit: String = "", found text: String) -> String {
    let start = what.isEmpty ? "expected " : "expected \(what) of "
    return start + words(unit: unit) + ", found " + text.asFound
  }
}

extension ClosedRange<Double> {
  /// The same ends.
  public init(_ range: ClosedRange<Int>) {
    self = Double(range.lowerBound)...Double(range.upperBound)
  }
}

extension String {
  /// As errors show what they found: a number as it is, anything else in quotation marks.
  public var asFound: String { Double(self) == nil ? quoted : shortened }
}
