import Foundation
import RealTime

/// From here on this process gets no thread, in exit tests: its memory cannot grow by a stack.
///
/// Stacks of threads that have ended would be used again, so that each is given a thread that never ends. All of them
/// have begun before the memory is measured: the first that a thread frees makes an arena of 64 MB for it, and one made
/// between measuring and limiting would leave this process no memory at all.
public func exhaustThreads() {
  let begun = DispatchSemaphore(value: 0)
  let waiting = (0..<32).filter { number in
    NamedThread.start("waits-\(number)") {
      begun.signal()
      while true { pause() }
    }
  }
  for _ in waiting { begun.wait() }
  let sizes = try? String(contentsOfFile: "/proc/self/statm", encoding: .ascii)
  guard let pages = sizes?.split(separator: " ").first.flatMap({ rlim_t($0) }) else { return }
  // Less than a stack, and enough for what is said of it.
  let room: rlim_t = 512 << 10
  let most = pages * rlim_t(sysconf(Int32(_SC_PAGESIZE))) + room
  var limit = rlimit()
  _ = unsafe getrlimit(__rlimit_resource_t(RLIMIT_AS.rawValue), &limit)
  limit.rlim_cur = most
  _ = unsafe setrlimit(__rlimit_resource_t(RLIMIT_AS.rawValue), &limit)
}
