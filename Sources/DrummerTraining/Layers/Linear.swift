import CVectors

/// y = x · wᵀ + b, for w of outputs × inputs.
struct Linear {
  let weight: Matrix
  /// 1 × outputs.
  let bias: Matrix

  /// x: rows × inputs, y: rows × outputs, dense.
  func forward(_ x: Matrix, into y: Matrix, _ blas: BLAS) {
    precondition(y.isDense && bias.columns == y.columns)
    unsafe training_fill(y.base, bias.base, nil, y.rows, y.columns)
    blas.multiply(x, turned: weight, into: y, adding: true)
  }

  /// Computes dx from dy; adds the gradients of weights and bias to `gradient`, which has the same
  /// shape.
  func backward(_ dy: Matrix, x: Matrix, into dx: Matrix, gradient: Linear, _ blas: BLAS) {
    precondition(dy.isDense)
    unsafe training_add_columns(gradient.bias.base, dy.base, dy.rows, dy.columns)
    blas.multiply(turned: dy, x, into: gradient.weight, adding: true)
    blas.multiply(dy, weight, into: dx)
  }
}
