import Files
import Foundation
public import PatchFiles

extension UnsavedEdits {
  /// What they are of and from when, as in `rock of 2026-11-22 21:14`.
  public var line: String {
    let format = DateFormatter()
    format.dateFormat = "yyyy-MM-dd HH:mm"
    return "\(name) of \(format.string(from: Date(timeIntervalSince1970: Double(written.seconds))))"
  }
}
