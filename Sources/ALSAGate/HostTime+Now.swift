internal import Glibc
package import MusicalTime

extension HostTime {
  /// The current time. The corresponding C function is `clock_gettime`.
  package static func now() -> HostTime {
    var time = timespec()
    unsafe clock_gettime(CLOCK_MONOTONIC, &time)
    return HostTime(nanoseconds: Int64(time.tv_sec) * 1_000_000_000 + Int64(time.tv_nsec))
  }
}
