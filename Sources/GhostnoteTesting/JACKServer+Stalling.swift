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
  /// On a busy machine jackd 1.9.21 without real-time priority can lose the wake-up of a client. From
  /// then on it waits out its timeout in each cycle, for good: gdb shows its driver in `SuspendRefNum`
  /// and all its clients waiting for it. A server that works sleeps and wakes in each cycle.
  public static func isAnyStalled() -> Bool {
    let before = started.withLock { $0 }.compactMap { id, period in
      sleeps(of: id).map { (id: id, period: period, count: $0) }
    }
    usleep(1_000_000)
    return before.contains { id, period, count in
      guard let now = sleeps(of: id) else { return false }
      return Double(now - count) < 0.1 * (.seconds(1) / period)
    }
  }

  /// How often the threads of a process have slept so far; nil if it has ended.
  private static func sleeps(of process: Int32) -> Int? {
    let folder = "/proc/\(process)/task"
    guard let threads = try? FileManager.default.contentsOfDirectory(atPath: folder),
      !threads.isEmpty
    else { return nil }
    return threads.reduce(0) { sum, thread in
      let status =
        (try? String(contentsOfFile: "\(folder)/\(thread)/status", encoding: .utf8)) ?? ""
      let line = status.split(separator: "\n").first { $0.hasPrefix("voluntary_ctxt_switches") }
      return sum + (line?.split(separator: "\t").last.flatMap { Int($0) } ?? 0)
    }
  }
}
