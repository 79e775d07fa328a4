import CVectors
import Foundation

/// Why OpenBLAS cannot be used.
public enum BLASError: Error, Hashable, CustomStringConvertible {
  /// The library is not installed.
  case missing(library: String)
  /// The library lacks a function.
  case incomplete(library: String, function: String)

  /// The reason and the remedy.
  public var description: String {
    switch self {
    case .missing(let library):
      "training needs \(library), which is not installed; install it with `apt install libopenblas0`"
    case .incomplete(let library, let function):
      "training needs \(function), which this \(library) lacks; install another with `apt install libopenblas0`"
    }
  }
}

/// Access to OpenBLAS, which is only loaded for training.
@safe struct BLAS: Sendable {
  private typealias Multiply =
    @convention(c) (
      CInt, CInt, CInt, CInt, CInt, CInt, Float, UnsafePointer<Float>?, CInt,
      UnsafePointer<Float>?, CInt, Float, UnsafeMutablePointer<Float>?, CInt
    ) -> Void
  private typealias SetThreads = @convention(c) (CInt) -> Void

  private static let library = "libopenblas.so.0"
  private let sgemm: Multiply

  /// Loads the library; each call then runs on the caller's thread only.
  init() throws(BLASError) {
    unsafe setenv("OPENBLAS_NUM_THREADS", "1", 1)
    // OpenBLAS treats processors newer than itself as old ones.
    if training_has_wide_vectors() != 0 { unsafe setenv("OPENBLAS_CORETYPE", "SkylakeX", 0) }
    guard let handle = unsafe dlopen(Self.library, RTLD_NOW | RTLD_LOCAL) else {
      throw .missing(library: Self.library)
    }
    guard let multiply = unsafe dlsym(handle, "cblas_sgemm") else {
      throw .incomplete(library: Self.library, function: "cblas_sgemm")
    }
    guard let setThreads = unsafe dlsym(handle, "openblas_set_num_threads") else {
      throw .incomplete(library: Self.library, function: "openblas_set_num_threads")
    }
    unsafe sgemm = unsafeBitCast(multiply, to: Multiply.self)
    unsafe unsafeBitCast(setThreads, to: SetThreads.self)(1)
  }

  /// into = a · b, or into += a · b when `adding`.
  func multiply(_ a: Matrix, _ b: Matrix, into c: Matrix, adding: Bool = false) {
    run(a, turned: false, b, turned: false, into: c, adding: adding)
  }

  /// into = a · bᵀ, or into += a · bᵀ when `adding`.
  func multiply(_ a: Matrix, turned b: Matrix, into c: Matrix, adding: Bool = false) {
    run(a, turned: false, b, turned: true, into: c, adding: adding)
  }

  /// into = aᵀ · b, or into += aᵀ · b when `adding`.
  func multiply(turned a: Matrix, _ b: Matrix, into c: Matrix, adding: Bool = false) {
    run(a, turned: true, b, turned: false, into: c, adding: adding)
  }

  // The corresponding C function is `cblas_sgemm`.
  private func run(
    _ a: Matrix, turned aTurned: Bool, _ b: Matrix, turned bTurned: Bool, into c: Matrix,
    adding: Bool
  ) {
    let depth = aTurned ? a.rows : a.columns
    precondition((aTurned ? a.columns : a.rows) == c.rows, "result and first factor: equal rows")
    precondition((bTurned ? b.rows : b.columns) == c.columns, "result, second factor: columns")
    precondition((bTurned ? b.columns : b.rows) == depth, "equal inner sizes")
    guard c.rows > 0, c.columns > 0 else { return }
    let (rowMajor, plain, turned): (CInt, CInt, CInt) = (101, 111, 112)
    unsafe sgemm(
      rowMajor, aTurned ? turned : plain, bTurned ? turned : plain, CInt(c.rows),
      CInt(c.columns), CInt(depth), 1, a.base, CInt(a.stride), b.base, CInt(b.stride),
      adding ? 1 : 0, c.base, CInt(c.stride))
  }
}
