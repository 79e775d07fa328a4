import Foundation
import Shell
import Synchronization

extension JACKServer {
  /// The process ids and periods of the servers that tests of this process have started.
  private static let started = Mutex<[Int32: Duration]>([:])

  static func note(_ process: ChildProcess, period: Int, rate: Int) {
    started.withLock { $0[process.id] = .seconds(period) / rate }
  }

  /// Whether one of our servers stands still though it runs.
  ///
  /// On a busy machine jackd 1.9.21 can lose the wake-up of a client. From then on it waits out its timeout in each
  /// cycle, for good, 10 s without real-time priority and 0.11 s with it: gdb shows its driver in
  /// `SuspendRefNum` and all its clients waiting for it. The driver of a server that works sleeps and wakes in each
  /// cycle.
  public static func isAnyStalled() -> Bool {
    let before = started.withLock { $0 }.compactMap { id, period in
      sleeps(of: id).map { (id: id, period: period, count: $0) }
    }
    usleep(1_000_000)
    return before.contains { id, period, count in
      guard let now = sleeps(of: id) else { return false }
      return Double(now - count) < 0.5 * (.seconds(1) / period)
    }
  }

  /// How often the thread of a process that slept most has slept so far; nil if the process has ended.
  private static func sleeps(of process: Int32) -> Int? {
    let folder = "/proc/\(process)/task"
    guard let threads = try? FileManager.default.contentsOfDirectory(atPath: folder),
      !threads.isEmpty
    else { return nil }
    return threads.reduce(0) { most, thread in
      let status =
        (try? String(contentsOfFile: "\(folder)/\(thread)/status", encoding: .utf8)) ?? ""
      let line = status.split(separator: "\n").first { $0.hasPrefix("voluntary_ctxt_switches") }
      return max(most, line?.split(separator: "\t").last.flatMap { Int($0) } ?? 0)
    }
  }
}
