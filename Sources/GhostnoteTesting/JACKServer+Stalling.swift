import Foundation
import Shell
import Synchronization

extension JACKServer {
  /// A server that tests of this process have started.
  private struct Started {
    let name: String
    let period: Duration
    /// Whether a test has stopped it on purpose.
    var isFrozen = false
  }

  /// Those servers by their process ids.
  private static let started = Mutex<[Int32: Started]>([:])
  /// Seconds within which a server that works answers another client, also on a busy machine.
  private static let patience = 3

  static func note(_ process: ChildProcess, name: String, period: Int, rate: Int) {
    started.withLock {
      $0[process.id] = Started(name: name, period: .seconds(period) / rate)
    }
  }

  static func note(_ process: ChildProcess, isFrozen: Bool) {
    started.withLock { $0[process.id]?.isFrozen = isFrozen }
  }

  /// Whether one of our servers stands still though it runs and no test has frozen it: its driver does not turn, or
  /// another client of its own process is not answered.
  ///
  /// On a busy machine jackd 1.9.21 can lose the wake-up of a client. From then on it waits out its timeout in each
  /// cycle, for good, 10 s without real-time priority and 0.11 s with it: gdb shows its driver in
  /// `SuspendRefNum` and all its clients waiting for it. The driver of a server that works sleeps and wakes in each
  /// cycle.
  public static func isAnyStalled() -> Bool {
    let before = started.withLock { $0 }.filter { !$0.value.isFrozen }
      .compactMap { id, server in
        sleeps(of: id).map { count in
          // Asked at once, as what stood still a moment ago may go on.
          (id: id, period: server.period, count: count, question: try? question(to: server.name))
        }
      }
    usleep(1_000_000)
    let hasStopped = before.contains { server in
      guard let now = sleeps(of: server.id) else { return false }
      return Double(now - server.count) < 0.5 * (.seconds(1) / server.period)
    }
    // A question that is not waited for is killed as it is released.
    return hasStopped
      || before.contains { server in
        guard let question = server.question else { return false }
        return !answers(question, within: patience) && sleeps(of: server.id) != nil
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
