import CVectors

/// Softmax and −ln of the probability of what came.
struct CrossEntropy {
  /// Of each row: nats.
  private(set) var losses: [Float]
  /// Of each row: 1 where what came was the likeliest.
  private(set) var right: [UInt8]

  /// For so many rows at most.
  init(rows: Int) {
    losses = Array(repeating: 0, count: rows)
    right = Array(repeating: 0, count: rows)
  }

  /// Judges dense logits, which become the gradient of `scale` times the sum of losses.
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
