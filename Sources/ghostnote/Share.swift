import ArgumentParser

/// A number, or with its sign a number of hundredths, as amounts in a session; the range is the
/// option's own.
@Sendable func share(_ text: String) throws -> Double {
  let isPercent = text.hasSuffix("%")
  guard let number = Double(isPercent ? String(text.dropLast()) : text) else {
    throw ValidationError("expected 0 to 1 or 0% to 100%")
  }
  return isPercent ? number / 100 : number
}
