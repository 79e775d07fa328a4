import ArgumentParser
import FluidSynthesizer
import MusicalTime
import RemoteArguments

extension Kit {
  /// Refuses what `--rate` cannot be.
  static func check(rate: Int) throws(ValidationError) {
    try rates.check(rate, of: "--rate", unit: "Hz", because: "; FluidSynth renders no other")
  }
}
