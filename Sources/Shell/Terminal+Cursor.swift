import Foundation

extension Terminal {
  /// Whether sequences that move the cursor work on it: not where `TERM` is `dumb`, empty or not set.
  public var movesCursor: Bool {
    let kind = ProcessInfo.processInfo.environment["TERM"] ?? ""
    return kind != "" && kind != "dumb"
  }
}
