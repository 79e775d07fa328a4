import CJACK
import Glibc

/// `jack_get_time` minus `CLOCK_MONOTONIC` in nanoseconds; 0 if they are the same clock, as they
/// are unless jackd was started with `-c h`.
func serverClockLead() -> Int64 {
  let before = monotonicNanoseconds()
  let server = Int64(truncatingIfNeeded: jack_get_time()) &* 1_000
  return clockLead(of: server, between: before, and: monotonicNanoseconds())
}

/// The difference between a clock that read `server` and the host's, which read `before` and
/// `after`, in nanoseconds; 0 if it is within the time of reading.
func clockLead(of server: Int64, between before: Int64, and after: Int64) -> Int64 {
  let lead = server &- (before &+ (after &- before) / 2)
  return lead.magnitude <= (after &- before).magnitude &+ 1_000_000 ? 0 : lead
}

private func monotonicNanoseconds() -> Int64 {
  var time = timespec()
  unsafe clock_gettime(CLOCK_MONOTONIC, &time)
  return Int64(time.tv_sec) * 1_000_000_000 + Int64(time.tv_nsec)
}
