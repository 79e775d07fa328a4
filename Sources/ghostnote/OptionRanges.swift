import ArgumentParser
import MusicalTime
import RemoteArguments
import Rhythm

extension Knob {
  /// Refuses a value of `option` outside the range.
  func check(_ value: Double?, of option: String) throws(ValidationError) {
    try range.check(value, of: option, unit: unit)
  }
}

extension Amount {
  /// Refuses a value of `option` that is not a part of a whole.
  static func check(_ value: Double?, of option: String) throws(ValidationError) {
    guard let value, !range.contains(value) else { return }
    throw ValidationError("\(option): expected \(words()), found \(value.written)")
  }
}
