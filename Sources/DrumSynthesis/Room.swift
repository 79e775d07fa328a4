/// A small, dark drum room: a feedback delay network of four damped lines.
struct Room {
  /// Seconds to lose 60 dB.
  var sixty: Double
  /// How much of the room is mixed in.
  var level: Double
  /// Which recording: neighbours hear the room from other places, so that left and right differ.
  var take = 0

  /// The lengths of the lines in frames, for each place.
  private static let places = [[397, 491, 613, 739], [421, 467, 647, 701], [379, 509, 587, 773]]

  /// The dry sound with its room around it, no longer than the dry sound.
  func around(_ dry: Signal) -> Signal {
    let lengths = Self.places[take % Self.places.count]
    var lines = lengths.map { [Double](repeating: 0, count: $0) }
    let gains = lengths.map { length in
      ExactMath.exp2(-9.965_784_284_662_087 * Double(length) / (sixty * Signal.rate))
    }
    var damped = [0.0, 0.0, 0.0, 0.0]
    var result = dry
    for n in dry.samples.indices {
      var heard = 0.0
      for line in 0..<4 {
        let out = lines[line][n % lengths[line]]
        damped[line] += 0.45 * (out * gains[line] - damped[line])
        heard += damped[line]
      }
      let shared = 0.5 * heard
      for line in 0..<4 {
        // The Householder matrix preserves the energy and mixes all four lines.
        lines[line][n % lengths[line]] = damped[line] - shared + dry.samples[n]
      }
      result.samples[n] += level * 0.5 * heard
    }
    return result
  }
}
