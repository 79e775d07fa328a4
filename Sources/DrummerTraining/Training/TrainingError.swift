public import Drummer

/// Why training failed.
public enum TrainingError: Error, Hashable, CustomStringConvertible {
  /// OpenBLAS cannot be loaded.
  case blas(BLASError)
  /// The size of the classic network is out of range.
  case classicDesign(ClassicDesignError)
  /// The loss or a gradient is NaN or infinite.
  case notFinite(epoch: Int, step: Int)
  /// The training or validation pieces have no hits.
  case noHits(split: String)
  /// Training cannot resume from this checkpoint.
  case checkpoint(path: String, reason: String)
  /// The state in the middle of an epoch is too large for a checkpoint.
  case longCheckpoint(bytes: Int, most: Int)

  /// The reason and the remedy.
  public var description: String {
    switch self {
    case .blas(let error): error.description
    case .classicDesign(let error): error.description
    case .notFinite(let epoch, let step):
      "epoch \(epoch), step \(step): the loss is not finite; the best model so far is kept: try a lower --rate or another --seed"
    case .noHits(let split):
      "no hits in the \(split) pieces; `ghostnote corpus show` lists what was read"
    case .checkpoint(let path, let reason):
      "\(path): cannot resume training: \(reason)"
    case .longCheckpoint(let bytes, let most):
      "too many pieces are left of this epoch: expected at most \(most) bytes for them, found \(bytes); "
        + "the checkpoint of the last whole epoch, if there is one, stays"
    }
  }
}
