import Foundation
public import Shell

/// A process that runs beside a test; its output can be read at any time, and lines can be typed to
/// it. Killed when the object is released at the latest.
public final class Spawned: Sendable {
  /// The result of a process that has exited.
  public struct Outcome: Sendable {
    /// The exit status, or 128 plus the signal's number.
    public let status: Int32
    /// Everything written to standard output.
    public let output: String
    /// Everything written to standard error.
    public let errors: String

    /// The lines on standard error.
    public var errorLines: [String] {
      errors.split(separator: "\n").map(String.init)
    }
  }

  /// The process.
  public let process: ChildProcess
  private let keyboard: Int32
  private let outputPath: String
  private let errorsPath: String
  private let leaves: String?

  /// Starts the program at `path`; its standard input stays open until `closeInput()`. The folder
  /// `leaves` is deleted when the object is released.
  public init(
    _ path: String, _ arguments: [String], environment: [(name: String, value: String)] = [],
    leaves: String? = nil
  ) throws {
    self.leaves = leaves
    let directory = FileManager.default.temporaryDirectory.path
    let stem = "\(directory)/ghostnote-test-\(UUID().uuidString)"
    outputPath = stem + ".out"
    errorsPath = stem + ".err"
    var ends: [Int32] = [-1, -1]
    // A socket instead of a pipe: writing to a process that has exited is an error, not a signal.
    let kind = Int32(SOCK_STREAM.rawValue) | Int32(SOCK_CLOEXEC.rawValue)
    guard unsafe socketpair(AF_UNIX, kind, 0, &ends) == 0 else {
      throw ChildProcess.Failure(description: "no socket for standard input (\(errno))")
    }
    defer { close(ends[1]) }
    keyboard = ends[0]
    let output = Self.create(outputPath)
    let errors = Self.create(errorsPath)
    defer {
      close(output)
      close(errors)
    }
    process = try ChildProcess(
      path, arguments, environment: environment,
      streams: ChildProcess.Streams(input: ends[1], output: output, errors: errors))
  }

  deinit {
    process.end()
    close(keyboard)
    unsafe unlink(outputPath)
    unsafe unlink(errorsPath)
    if let leaves { try? FileManager.default.removeItem(atPath: leaves) }
  }

  /// The standard output so far.
  public var output: String { Self.read(outputPath) }
  /// The standard error so far.
  public var errors: String { Self.read(errorsPath) }

  /// Types a line; false if the process no longer reads.
  @discardableResult public func type(_ line: String) -> Bool {
    let bytes = Array((line + "\n").utf8)
    return unsafe send(keyboard, bytes, bytes.count, Int32(MSG_NOSIGNAL)) == bytes.count
  }

  /// Closes its standard input.
  public func closeInput() { shutdown(keyboard, Int32(SHUT_WR)) }

  /// Sends a signal.
  public func signal(_ number: Int32) { kill(process.id, number) }

  /// Whether it has exited.
  public var hasEnded: Bool { process.hasEnded }

  /// Waits for it to exit; kills it after `seconds`.
  public func finish(within seconds: Int = 60) -> Outcome {
    if !eventually(within: seconds, { hasEnded }) { process.end() }
    return Outcome(status: process.wait(), output: output, errors: errors)
  }

  private static func create(_ path: String) -> Int32 {
    unsafe open(path, O_WRONLY | O_CREAT | O_TRUNC | O_CLOEXEC | O_APPEND, 0o600)
  }

  private static func read(_ path: String) -> String {
    String(decoding: FileManager.default.contents(atPath: path) ?? Data(), as: UTF8.self)
  }
}
