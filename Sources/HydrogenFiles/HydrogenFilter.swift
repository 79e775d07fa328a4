import MusicalTime
import SampleKits

/// The low-pass filter of an instrument: two integrators in a loop, once a frame.
///
/// Source: `Note::compute_lr_values` of Hydrogen.
struct HydrogenFilter: Sendable, Hashable {
  /// 0 to 1: the share of the difference that passes in a frame.
  var cutoff: Double
  /// 0 to below 1.
  var resonance: Double

  /// The rates at which Hydrogen runs, and so those of recordings that it filters as we do.
  static let rates = 44_100...48_000
  /// The same as notices show it: `44.1 to 48 kHz`.
  static var ratesInWords: String {
    let (lowest, highest) = (Double(rates.lowerBound) / 1_000, Double(rates.upperBound) / 1_000)
    return "\(lowest.written) to \(highest.written) kHz"
  }
  /// With 1 it would ring without end.
  private static let mostResonance = 0.99
}

extension HydrogenFilter {
  /// Nil where an instrument has none, or one that changes nothing.
  init?(_ element: XMLElement) throws(HydrogenError) {
    guard element.flag("filterActive") ?? false else { return nil }
    cutoff = min(max(try element.number("filterCutoff") ?? 1, 0), 1)
    resonance = min(max(try element.number("filterResonance") ?? 0, 0), Self.mostResonance)
    if cutoff == 1, resonance == 0 { return nil }
  }

  /// `samples` filtered.
  func filtered(_ samples: [Float]) -> [Float] {
    var (band, low) = (0.0, 0.0)
    return samples.map { sample in
      band = resonance * band + cutoff * (Double(sample) - low)
      low += cutoff * band
      return Float(low)
    }
  }
}
