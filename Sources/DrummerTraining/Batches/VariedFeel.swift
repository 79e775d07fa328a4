import Drummer
import Foundation

/// What a variation makes of velocities and offsets, with the curve as tables.
struct VariedFeel {
  private let shift: Int
  /// By velocity bin, and by velocity.
  private let bins: [Int]
  private let shares: [Float]

  init(_ variation: FeelVariation) {
    let gamma = variation.gamma
    shift = variation.shift
    let fullForce = Vocabulary.velocityCount - 1
    bins = (0...fullForce + 1).map { bin in
      guard gamma != 1, bin < fullForce else { return bin }
      let velocity = 127 * pow(Double(4 * bin + 2) / 127, gamma)
      return Int(min(max(velocity / 4, 0), Double(fullForce - 1)))
    }
    shares = (0...127).map { velocity in
      gamma == 1 ? Float(velocity) / 127 : Float(pow(Double(velocity) / 127, gamma))
    }
  }

  /// The velocity bin of a hit of bin `bin`, 0 to 31; 32 stands for no hit and stays.
  ///
  /// 31 is full force: it stays too, and no other bin becomes it.
  func bin(_ bin: Int) -> Int { bins[bin] }

  /// An offset, 0 to 23; 24 stands for no hit and stays.
  func offset(_ offset: Int) -> Int {
    let count = Vocabulary.ticksPerStep
    return offset == count ? offset : min(max(offset + shift, 0), count - 1)
  }

  /// A velocity, 0 to 127, on the curve, as a share of 127; only 127 itself stays.
  func velocityShare(_ velocity: UInt8) -> Float { shares[Int(velocity)] }

  /// An offset, 0 to 23, as a share of half a sixteenth: −1 is half a sixteenth early.
  func offsetShare(_ offset: UInt8) -> Float {
    let half = Float(Vocabulary.ticksPerStep / 2)
    return (Float(self.offset(Int(offset))) - half) / half
  }

  /// The value of one attribute of a hit.
  func value(_ attribute: Attribute, of token: Token) -> Int {
    switch attribute {
    case .step, .drum: token[attribute]
    case .offset: offset(Int(token.offset))
    case .velocity: bin(Int(token.velocity))
    }
  }

  /// The feature at `index` of a `DrumMemory` or a `PositionHistory`: in both, velocities and
  /// offsets are followed by a number that does not depend on them.
  func feature(_ value: UInt8, at index: Int) -> Int {
    switch index % 3 {
    case 0: bin(Int(value))
    case 1: offset(Int(value))
    default: Int(value)
    }
  }
}
