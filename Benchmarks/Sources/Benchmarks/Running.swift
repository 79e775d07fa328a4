import Foundation

/// A process started by the benchmark; killed when the object is released at the latest.
final class Running {
  private let process = Process()
  private let lines = Pipe()
  private let log: URL

  /// Starts the program at `path`, relative to the project, with its output in a file.
  init(_ path: String, _ arguments: [String] = [], environment: [String: String] = [:]) throws {
    log = Places.scratch.appending(path: "log-\(UInt32.random(in: 0 ... .max))")
    _ = FileManager.default.createFile(atPath: log.path, contents: nil)
    let output = try FileHandle(forWritingTo: log)
    process.executableURL = URL(filePath: path, relativeTo: Places.root)
    process.arguments = arguments
    process.currentDirectoryURL = Places.root
    process.environment = ProcessInfo.processInfo.environment.merging(environment) { $1 }
    process.standardInput = lines
    process.standardOutput = output
    process.standardError = output
    try process.run()
    try output.close()
  }

  deinit { end() }

  var id: Int32 { process.processIdentifier }
  var isAlive: Bool { process.isRunning }

  /// Its output so far.
  var output: String { (try? String(contentsOf: log, encoding: .utf8)) ?? "" }

  /// Types a line.
  func say(_ line: String) throws {
    try lines.fileHandleForWriting.write(contentsOf: Data("\(line)\n".utf8))
  }

  /// Waits until `words` appear in its output.
  func waits(for words: String, seconds: Double = 15) throws {
    let limit = ContinuousClock.now + .seconds(seconds)
    while !output.contains(words) {
      guard isAlive, .now < limit else {
        throw Failure("no output \(words): \(output.suffix(300))")
      }
      usleep(1_000)
    }
  }

  /// Waits until it exits and returns its output; an unexpected exit status is an error.
  @discardableResult func finished(accepting statuses: Set<Int32> = [0]) throws -> Report {
    process.waitUntilExit()
    let report = Report(output)
    guard statuses.contains(process.terminationStatus) else {
      throw Failure("\(name) exited with \(process.terminationStatus): \(report.text.suffix(300))")
    }
    return report
  }

  /// Sends SIGTERM and waits until it has exited.
  func end() {
    guard process.isRunning else { return }
    process.terminate()
    process.waitUntilExit()
  }

  /// A line of `/proc/PID/status` in MB.
  func megabytes(_ key: String) throws -> Double {
    let status = try String(contentsOfFile: "/proc/\(id)/status", encoding: .utf8)
    let report = Report(status)
    return try report.number("\(key):") * 1_024 / 1_000_000
  }

  /// The processor time of its threads in seconds, to the nanosecond.
  func processorSeconds() throws -> Double {
    let tasks = "/proc/\(id)/task"
    return try FileManager.default.contentsOfDirectory(atPath: tasks).reduce(0) { sum, task in
      let line = try String(contentsOfFile: "\(tasks)/\(task)/schedstat", encoding: .utf8)
      return sum + (line.split(separator: " ").first.flatMap { Double($0) } ?? 0) / 1e9
    }
  }

  private var name: String { process.executableURL?.lastPathComponent ?? "" }
}

/// Runs a program until it exits.
@discardableResult func run(
  _ path: String, _ arguments: [String] = [], environment: [String: String] = [:],
  accepting statuses: Set<Int32> = [0]
) throws -> Report {
  try Running(path, arguments, environment: environment).finished(accepting: statuses)
}

/// The processor and wall time in seconds that `body` and its child processes took.
func timed(_ body: () throws -> Void) rethrows -> (processor: Double, wall: Double) {
  let before = childSeconds()
  let wall = try ContinuousClock().measure(body)
  return (childSeconds() - before, wall / .seconds(1))
}

private func childSeconds() -> Double {
  var usage = rusage()
  unsafe getrusage(__rusage_who_t(RUSAGE_CHILDREN.rawValue), &usage)
  let seconds = usage.ru_utime.tv_sec + usage.ru_stime.tv_sec
  let microseconds = usage.ru_utime.tv_usec + usage.ru_stime.tv_usec
  return Double(seconds) + Double(microseconds) / 1e6
}
