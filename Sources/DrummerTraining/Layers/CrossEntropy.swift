import CVectors

/// Softmax and cross-entropy loss.
struct CrossEntropy {
  /// The loss of each row, in nats.
  private(set) var losses: [Float]
  /// Of each row: 1 if the target was the most likely value.
  private(set) var right: [UInt8]

  /// For at most `rows` rows.
  init(rows: Int) {
    losses = Array(repeating: 0, count: rows)
    right = Array(repeating: 0, count: rows)
  }

  /// Computes the losses of dense logits and replaces the logits by the gradient of `scale` times
  /// their sum.
  mutating func forwardAndBackward(_ logits: Matrix, targets: [Int32], scale: Float) {
    precondition(logits.isDense && logits.rows == targets.count && targets.count <= losses.count)
    precondition(targets.allSatisfy { $0 >= 0 && $0 < logits.columns })
    unsafe targets.withUnsafeBufferPointer { targets in
      unsafe losses.withUnsafeMutableBufferPointer { losses in
        unsafe right.withUnsafeMutableBufferPointer { right in
          guard let target = targets.baseAddress, let loss = losses.baseAddress,
            let right = right.baseAddress
          else { return }
          unsafe training_cross_entropy(
            logits.base, target, loss, right, logits.rows, logits.columns, scale)
        }
      }
    }
  }
}
