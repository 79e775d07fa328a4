import ArgumentParser
import MusicalTime
import Rhythm

/// A number, or with its sign a number of hundredths, as amounts in a session; the range is the
/// option's own.
@Sendable func share(_ text: String) throws -> Double {
  let isPercent = text.hasSuffix("%")
  guard let number = Double(isPercent ? String(text.dropLast()) : text) else {
    throw ValidationError("expected \(Amount.words()), found \(text.asFound)")
  }
  return isPercent ? number / 100 : number
}
