/// Why a training ended that should not have.
public enum TrainingError: Error, Hashable, CustomStringConvertible {
  case blas(BLASError)
  /// The loss or a gradient was no number.
  case notFinite(epoch: Int, step: Int)
  /// There is nothing to learn from, or to validate with.
  case noHits(split: String)
  /// A checkpoint cannot be gone on from.
  case checkpoint(path: String, reason: String)

  public var description: String {
    switch self {
    case .blas(let error): error.description
    case .notFinite(let epoch, let step):
      "epoch \(epoch), step \(step): the loss is no number any more; the best model until then is kept: try a lower --rate or another --seed"
    case .noHits(let split):
      "no hit to be found in the pieces for \(split); `ghostnote corpus show` says what was read"
    case .checkpoint(let path, let reason):
      "\(path): cannot be resumed from: \(reason)"
    }
  }
}
