import CVectors

/// Leaves out some of what it is given while training, and lets the rest grow as much.
///
/// Chance is a hash of a row's key and the element's number, so that the way back, and a training
/// that is resumed, leaves out the same.
struct Dropout {
  /// The share that is left out, 0 to under 1.
  let share: Float

  private var threshold: UInt32 { UInt32(Double(share) * 4_294_967_296) }

  /// What the rest is multiplied with.
  var scale: Float { Float(4_294_967_296 / (4_294_967_296 - Double(threshold))) }

  /// Forward and backward are the same; x: a dense row for each key.
  func apply(_ x: Matrix, keys: ArraySlice<UInt32>) {
    precondition(x.isDense && keys.count == x.rows)
    guard threshold > 0 else { return }
    unsafe keys.withUnsafeBufferPointer { keys in
      guard let keys = keys.baseAddress else { return }
      unsafe training_drop(x.base, x.rows, x.columns, keys, threshold)
    }
  }

  /// The keys of many rows, that of row n for number numbers[n].
  static func keys(seed: UInt64, numbers: some Sequence<Int>) -> [UInt32] {
    numbers.map { number in
      var chance = SplitMix(
        state: seed &+ UInt64(truncatingIfNeeded: number) &* 0x9E37_79B9_7F4A_7C15)
      return UInt32(truncatingIfNeeded: chance.next() >> 32)
    }
  }
}

/// A relu with dropout behind it.
struct DroppedRelu {
  let dropout: Dropout

  /// x: dense rows.
  func forward(_ x: Matrix, keys: ArraySlice<UInt32>?) {
    precondition(x.isDense)
    unsafe vectors_relu(x.base, x.rows * x.columns)
    if let keys { dropout.apply(x, keys: keys) }
  }

  /// From the gradient behind it to that before it; y: what came forward.
  func backward(_ dx: Matrix, y: Matrix) {
    precondition(dx.isDense && y.isDense && dx.rows == y.rows && dx.columns == y.columns)
    unsafe training_relu_back(dx.base, y.base, dx.rows * dx.columns, dropout.scale)
  }
}
