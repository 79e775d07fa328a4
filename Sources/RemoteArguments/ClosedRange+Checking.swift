public import ArgumentParser
public import MusicalTime

extension ClosedRange where Bound: WrittenNumber {
  /// Refuses a value of `option` outside: `--bars: expected 1–16, found 17`.
  public func check(
    _ value: Bound?, of option: String, unit: String = "", because reason: String = ""
  ) throws(ValidationError) {
    guard let value, !contains(value) else { return }
    throw ValidationError("\(option): " + expected(unit: unit, found: value) + reason)
  }
}
