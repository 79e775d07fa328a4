@testable import Remote

extension RemoteLimits {
  /// The standard ones, but for how long a stroke or a sample waits for this machine, which does not matter.
  static var patient: RemoteLimits {
    var limits = RemoteLimits()
    limits.gestureAges = -50_000_000...600_000_000_000
    return limits
  }
}
