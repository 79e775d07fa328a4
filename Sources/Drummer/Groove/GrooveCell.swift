/// How one drum is played on one sixteenth of the bar in a `GrooveTemplate`.
public struct GrooveCell: BitwiseCopyable, Sendable, Hashable {
  /// The share of bars with a hit here: 255 is all.
  public var share: UInt8 = 0
  /// The share of its hits at full force (velocity 124 and more): 255 is all.
  public var fullForce: UInt8 = 0
  /// Mean and standard deviation of the other hits' velocities.
  public var velocity: UInt8 = 64
  /// The standard deviation of the other hits' velocities.
  public var velocitySpread: UInt8 = 24
  /// The mean offset in eighths of a tick of 1/96 beat; 128 is on the sixteenth.
  public var offset: UInt8 = 128
  /// The standard deviation of the offset in eighths of a tick.
  public var offsetSpread: UInt8 = 24

  /// The number of values in a file.
  static let width = 6

  /// Never played.
  init() {}

  /// The values as they are stored: `width` of them.
  init(_ values: some Collection<UInt8>) {
    var rest = values.makeIterator()
    share = rest.next() ?? 0
    fullForce = rest.next() ?? 0
    velocity = rest.next() ?? 64
    velocitySpread = rest.next() ?? 24
    offset = rest.next() ?? 128
    offsetSpread = rest.next() ?? 24
  }

  /// The values in the order of a file.
  var values: [UInt8] { [share, fullForce, velocity, velocitySpread, offset, offsetSpread] }
}

extension GrooveCell {
  /// The share of bars with a hit, 0 to 1.
  var frequency: Float { Float(share) / 255 }
  /// The share of hits at full force, 0 to 1.
  var fullForceShare: Float { Float(fullForce) / 255 }
  /// The mean of all its velocities, in bins of four.
  var meanBin: Float {
    let top = fullForceShare
    return top * Float(Vocabulary.velocityCount - 1) + (1 - top) * (Float(velocity) - 1.5) / 4
  }
  /// The mean offset, 0 to 23 ticks; 12 is on the sixteenth.
  var meanOffset: Float { (Float(offset) - 128) / 8 + 12 }
}
