import CJACK
import Glibc

/// Nanoseconds by which `jack_get_time` is ahead of `CLOCK_MONOTONIC`; 0 where they are one clock, as
/// they are unless jackd was started with `-c h`.
func serverClockLead() -> Int64 {
  let before = monotonicNanoseconds()
  let server = Int64(truncatingIfNeeded: jack_get_time()) &* 1_000
  return clockLead(of: server, between: before, and: monotonicNanoseconds())
}

/// The lead of a clock that said `server` at some moment between two of the host's, all in nanoseconds;
/// 0 where that is what reading them takes.
func clockLead(of server: Int64, between before: Int64, and after: Int64) -> Int64 {
  let lead = server &- (before &+ (after &- before) / 2)
  return lead.magnitude <= (after &- before).magnitude &+ 1_000_000 ? 0 : lead
}

private func monotonicNanoseconds() -> Int64 {
  var time = timespec()
  unsafe clock_gettime(CLOCK_MONOTONIC, &time)
  return Int64(time.tv_sec) * 1_000_000_000 + Int64(time.tv_nsec)
}
