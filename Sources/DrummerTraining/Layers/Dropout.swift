import CVectors

/// Dropout: sets random elements to 0 during training and scales the others.
///
/// The mask is a hash of a row's key and the element's index, so that the backward pass, and a
/// resumed training, use the same mask.
struct Dropout {
  /// The dropout rate, 0 to below 1.
  let share: Float

  private var threshold: UInt32 { UInt32(Double(share) * 4_294_967_296) }

  /// The factor of the remaining elements.
  var scale: Float { Float(4_294_967_296 / (4_294_967_296 - Double(threshold))) }

  /// Forward and backward are the same; x: dense, one row per key.
  func apply(_ x: Matrix, keys: ArraySlice<UInt32>) {
    precondition(x.isDense && keys.count == x.rows)
    guard threshold > 0 else { return }
    unsafe keys.withUnsafeBufferPointer { keys in
      guard let keys = keys.baseAddress else { return }
      unsafe training_drop(x.base, x.rows, x.columns, keys, threshold)
    }
  }

  /// Keys of rows: row n gets the hash of numbers[n].
  static func keys(seed: UInt64, numbers: some Sequence<Int>) -> [UInt32] {
    numbers.map { number in
      var chance = SplitMix(
        state: seed &+ UInt64(truncatingIfNeeded: number) &* 0x9E37_79B9_7F4A_7C15)
      return UInt32(truncatingIfNeeded: chance.next() >> 32)
    }
  }
}

/// A ReLU followed by dropout.
struct DroppedRelu {
  let dropout: Dropout

  /// x: dense rows.
  func forward(_ x: Matrix, keys: ArraySlice<UInt32>?) {
    precondition(x.isDense)
    unsafe vectors_relu(x.base, x.rows * x.columns)
    if let keys { dropout.apply(x, keys: keys) }
  }

  /// dx: the gradient of the output, becomes that of the input; y: the output of `forward`.
  func backward(_ dx: Matrix, y: Matrix) {
    precondition(dx.isDense && y.isDense && dx.rows == y.rows && dx.columns == y.columns)
    unsafe training_relu_back(dx.base, y.base, dx.rows * dx.columns, dropout.scale)
  }
}
