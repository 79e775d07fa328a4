import ArgumentParser
import FluidSynthesizer

extension Kit {
  /// Refuses what `--rate` cannot be.
  static func check(rate: Int) throws(ValidationError) {
    guard rates.contains(rate) else {
      throw ValidationError(
        "--rate \(rate): \(rates.lowerBound) to \(rates.upperBound), which is what FluidSynth renders"
      )
    }
  }
}
